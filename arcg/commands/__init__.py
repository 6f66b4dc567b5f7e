"""The commands of `arcg`, one module each: `NAME`, `HELP` and `run`. `arcg.cli` puts them together."""
