"""Reads the tables of a run folder with every library that is here: types, filters, sorting, differences.

`python3 tests/interchange/read.py RUN` prints a line a library: name, version, German wins, mean of German less Allied
steps lost. A library that is not here is named as skipped.
"""

import sys

TABLES = ["games", "turns", "drops", "units"]


def pyarrow_(folder):
    import pyarrow
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    for table in TABLES:
        for field in pq.read_table(f"{folder}/{table}.parquet").schema:
            kind = str(field.type)
            plain = ["string", "int64", "double", "bool"] + ["uint64"] * (field.name == "seed")
            assert kind in plain, (table, field.name, kind)
            assert field.name.replace("_", "").isalnum(), (table, field.name)
    games = pq.read_table(f"{folder}/games.parquet")
    some = pq.read_table(f"{folder}/games.parquet", filters=[("winner", "=", "german")])
    order = pc.sort_indices(games, sort_keys=[("clause", "ascending"), ("game", "descending")])
    words = games.take(order)["clause"].to_pylist()
    assert words == sorted(words), words
    difference = pc.subtract(games["german_steps_lost"], games["allied_steps_lost"])
    return pyarrow.__version__, some.num_rows, pc.mean(difference).as_py()


def pandas_(folder):
    import pandas as pd

    games = pd.read_parquet(f"{folder}/games.parquet")
    words = games.sort_values(["clause", "game"])["clause"].tolist()
    assert words == sorted(words), words
    some = games[(games["winner"] == "german") & games["clause"].str.contains("")]
    difference = games["german_steps_lost"] - games["allied_steps_lost"]
    return pd.__version__, len(some), difference.mean()


def polars_(folder):
    import polars as pl

    games = pl.read_parquet(f"{folder}/games.parquet")
    words = games.sort("clause")["clause"].to_list()
    assert words == sorted(words), words
    lazy = pl.scan_parquet(f"{folder}/games.parquet").filter(pl.col("winner") == "german").collect()
    assert lazy.height == games.filter(pl.col("winner") == "german").height
    difference = games["german_steps_lost"] - games["allied_steps_lost"]
    return pl.__version__, lazy.height, difference.mean()


def duckdb_(folder):
    import duckdb

    table = f"'{folder}/games.parquet'"
    words = [w for (w,) in duckdb.sql(f"select clause from {table} order by clause").fetchall()]
    assert words == sorted(words), words
    [(wins,)] = duckdb.sql(f"select count(*) from {table} where winner = 'german'").fetchall()
    [(mean,)] = duckdb.sql(f"select avg(german_steps_lost - allied_steps_lost) from {table}").fetchall()
    return duckdb.__version__, wins, mean


for name, read in [("pyarrow", pyarrow_), ("pandas", pandas_), ("polars", polars_), ("duckdb", duckdb_)]:
    try:
        version, wins, mean = read(sys.argv[1])
    except ImportError as missing:
        print(f"skipped: {name} ({missing})", file=sys.stderr)
        continue
    print(name, version, wins, f"{mean:.6f}")
