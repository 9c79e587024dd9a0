"""The columns of what is stored: tables and their records, commands that were carried out, who holds which seat, snapshots."""

from __future__ import annotations

from sqlalchemy import Column, Integer, MetaData, String, Table, Text

metadata = MetaData()
house = Table("house", metadata, Column("key", String, primary_key=True), Column("value", String, nullable=False))
tables = Table(
    "tables",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", Text, nullable=False),
    Column("game", String, nullable=False),
    Column("version", Integer, nullable=False),
    Column("made", Integer, nullable=False),
)
records = Table(
    "records",
    metadata,
    Column("table", String, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("act", Integer, nullable=False),
    Column("at", Integer, nullable=False),
    Column("event", Text, nullable=False),
    sqlite_with_rowid=False,
)
commands = Table(
    "commands",
    metadata,
    Column("table", String, primary_key=True),
    Column("seat", String, primary_key=True),
    Column("id", String, primary_key=True),
    Column("number", Integer, nullable=False),
    sqlite_with_rowid=False,
)
seats = Table(
    "seats",
    metadata,
    Column("table", String, primary_key=True),
    Column("seat", String, primary_key=True),
    Column("key", String, nullable=False),
)
codes = Table(
    "codes",
    metadata,
    Column("table", String, primary_key=True),
    Column("code", String, primary_key=True),
    Column("seat", String, nullable=False),
    Column("until", Integer, nullable=False),
)
snapshots = Table(
    "snapshots",
    metadata,
    Column("table", String, primary_key=True),
    Column("body", Text, nullable=False),
)
