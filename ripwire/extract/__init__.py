"""Facts of one file: `ripwire._core.parse` for what a grammar reads, `markdown` for prose."""
