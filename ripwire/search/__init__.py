"""`ripwire search`: regular expressions over a tree, with ripgrep's command line and ripgrep's answers.

Order of work: options and argv, then pattern (syntax, classes, lower), walk, scan (`ripwire._core.scan`), and what is
printed. Invariant: what makes it fast may only leave out files that provably can't match. Cost: see the modules.
"""
