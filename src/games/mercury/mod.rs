//! Operation Mercury: The Invasion of Crete (Grand Tactical Series 2.0).
