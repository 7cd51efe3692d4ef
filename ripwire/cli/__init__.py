"""The command line: one option table, the parser over it, and what is generated from it (help, man page, completions,
schema). Only this package and `ripwire.__main__` read argv and the environment."""
