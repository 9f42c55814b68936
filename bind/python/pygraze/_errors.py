"""What pygraze raises, and the words of it."""


class Error(ValueError):
    """A shape, file or question that cannot be used. The message says what to do about it.

    `status` is the name of the status that a query had, or 'error'; `index` the element of a batch, or None.
    """

    status = "error"
    index = None


class Unsupported(Error):
    """This pair of kinds of shapes has no such query."""


class Undecided(Error):
    """Bodies too near to touching to tell, or a budget that is spent: neither yes nor no is known."""


_reasons = {
    "invalid": "a pose, point or direction that is not finite, a pose that is singular, a direction of 0, "
    "or a setting out of its range",
    "out_of_range": "a coordinate of the posed bodies, or the answer, leaves the doubles",
    "unsupported": "this pair of kinds of shapes has no such query",
    "undecided": "curved bodies are too near to touching to tell, or geometry of the robot is missing",
    "out_of_memory": "memory or threads ran out",
    "budget": "the work allowed is spent",
    "internal": "a fault of graze; please report it with these lines",
}


def raise_status(status, verb, index, fault):
    """Raises what the status of a query means."""
    where = verb if index is None else f"{verb}: element {index}"
    message = f"{where}: {status}: {_reasons.get(status, 'no answer')}"
    if fault:
        message += "\n" + fault
    if status == "out_of_memory":
        raise MemoryError(message)
    if status == "internal":
        raise RuntimeError(message)
    kinds = {"unsupported": Unsupported, "undecided": Undecided, "budget": Undecided}
    error = kinds.get(status, Error)(message)
    error.status = status
    error.index = index
    raise error


def raise_incomplete(verb, index, lost):
    """Raises where a robot that lacks geometry would be free."""
    error = Undecided(f"{verb}: element {index}: geometry of the robot is missing, so that it is not free: {lost}")
    error.status = "undecided"
    error.index = index
    raise error
