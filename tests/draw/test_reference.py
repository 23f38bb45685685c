"""The reference of shapes: every one has a picture, and all are up to date."""

from docs import drawing_reference as reference


def test_every_public_shape_has_an_example() -> None:
    names = {name for name, _ in reference.shape_names()}
    assert names - reference.NO_SHAPES == set(reference.EXAMPLES)
    assert names > reference.NO_SHAPES


def test_page_and_pictures_are_those_that_the_command_makes() -> None:
    """If not: `python -m docs.drawing_reference`."""
    files = reference.all_files()
    for path, text in files.items():
        assert (reference.FOLDER / path).read_text("utf-8") == text, path
    pictures = {path.name for path in (reference.FOLDER / reference.PICTURES).iterdir()}
    assert pictures == {path.name for path in files if path.suffix == ".svg"}


def test_pictures_are_small() -> None:
    for path, text in reference.all_files().items():
        assert path.suffix != ".svg" or len(text) < 8_000, path
