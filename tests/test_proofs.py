"""A proof ends with a change of anything that its test exercises."""

from __future__ import annotations

from pathlib import Path

import pytest

from nomarch.kernel.game import rulebook
from tests import proofs

SOURCE = proofs.PACKAGES["nomarch"]
CHECKS = SOURCE / "conformance" / "compiled_checks.py"


def test_a_test_depends_on_what_it_imports_indirectly() -> None:
    found = proofs.import_closure(Path(__file__).parent / "test_search.py")
    assert {
        SOURCE / "bots" / "search.py",
        SOURCE / "kernel" / "playouts.py",
        SOURCE / "engine" / "match.py",
    } <= found
    assert not any("web" in path.parts for path in found)


def test_a_check_depends_on_builds_and_not_on_boards() -> None:
    found = proofs.import_closure(CHECKS)
    assert SOURCE / "kernel" / "compiler.py" in found
    assert not any("draw" in path.parts for path in found)


def test_a_package_stands_for_its_data_but_not_for_that_of_others() -> None:
    fonts = {path.parent.name for path in proofs.data_files(SOURCE / "draw")}
    assert fonts == {"fonts"}
    names = {path.name for path in proofs.data_files(SOURCE / "games" / "ra")}
    assert {"icons.svg", "fr.po"} <= names


def test_imports_for_types_do_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(proofs.PACKAGES, "made", tmp_path)
    for name in ("__init__", "a", "b", "c"):
        (tmp_path / f"{name}.py").write_text("")
    source = (
        "if TYPE_CHECKING:\n    from made import a\nelse:\n    import made.b\nfrom .c import x\n"
    )
    (tmp_path / "d.py").write_text(source)
    names = {path.stem for path in proofs.direct_imports(tmp_path / "d.py")}
    assert names == {"b", "c"}


def test_a_game_stands_for_its_rules_and_weights_but_not_its_words() -> None:
    files = proofs.game_files(rulebook("giza").package)
    names = {path.name for path in files}
    assert {"heuristic.py", "weights.npz", "levels.json", "puzzles.jsonl"} <= names
    assert not any("words" in path.parts or "art" in path.parts for path in files)


def test_a_new_proof_replaces_the_old_one_of_this_platform(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proofs, "PROOFS", tmp_path / "proofs.txt")
    proofs.store_proofs(["here 1 a::b", "here 1 a::c", "there 1 a::b"])
    proofs.store_proofs(["here 2 a::b"])
    assert proofs.stored_proofs() == {"here 2 a::b", "here 1 a::c", "there 1 a::b"}


def test_comments_and_docstrings_prove_nothing(tmp_path: Path) -> None:
    hashes = []
    for name, body in {"a": "", "b": '    """One."""\n    # Two.\n', "c": "    pass\n"}.items():
        path = tmp_path / f"{name}.py"
        path.write_text(f'__version__ = "{name}"\n\ndef f():\n{body}    return 1\n')
        hashes.append(proofs.file_hash(path))
    assert hashes[0] == hashes[1] != hashes[2]
