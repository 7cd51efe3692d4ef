"""The columns and what paths say; see `columns`."""
