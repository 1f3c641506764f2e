//! Benchmarks of the rules, the lab and the driver.
