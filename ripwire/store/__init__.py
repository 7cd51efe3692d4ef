"""What is kept between runs: the records of files and the ranked graph of a tree.

Purpose: the second run of a tree neither parses nor resolves what it need not.
Invariant: an answer with the store is the answer without it, byte for byte; what can't be trusted is not used.
Cost: nothing of this package is imported by a run without a store.
"""
