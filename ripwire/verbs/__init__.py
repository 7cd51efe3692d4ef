"""Verbs: functions from a tree and a request to a document. They read no arguments, no environment and no clock."""
