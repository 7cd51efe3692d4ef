"""A flag that one thread raises and compiled loops of others look at.

Invariant: once raised, raised for good. Cost: one load where it is looked at.
"""


cdef class Stop:
    """Ends the work of those made with it, within microseconds."""

    def __cinit__(self):
        self.raised = 0

    def set(self) -> None:
        """Give up what is being worked on; what that gives is not to be used."""
        self.raised = 1
