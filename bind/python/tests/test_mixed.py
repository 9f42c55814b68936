"""The hash of mixed queries is the one that C++ has."""

import pathlib

import mixed

HASHES = pathlib.Path(__file__).parents[3] / "tests" / "bindings" / "mixed_hash.txt"


def test_the_hash_is_that_of_cpp():
    things, found, asked = mixed.shapes(), mixed.Hash(), 0
    for line in HASHES.read_text().split("\n")[:-1]:
        count, expected = line.split()
        for query in range(asked, int(count)):
            mixed.ask(things, query, 22, found)
        asked = int(count)
        assert found.text() == expected, f"of the first {count} queries"
    assert asked == 100000
