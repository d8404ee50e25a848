"""Runs the cells of a notebook as a program: `notebook.py FILE.ipynb FOLDER`, and writes the pictures that cells end with into FOLDER. What a
notebook has to have (nbformat 4.5), it has."""

import ast
import json
import pathlib
import sys


def fields(cell):
    wanted = {"cell_type", "id", "metadata", "source"} | ({"execution_count", "outputs"} if cell["cell_type"] == "code" else set())
    assert set(cell) == wanted, cell
    assert cell["cell_type"] in ("code", "markdown") and all(isinstance(line, str) for line in cell["source"])
    assert all(line.endswith("\n") for line in cell["source"][:-1])


def run(source, names, name):
    """The value of the last expression, as a notebook shows it."""
    tree = ast.parse(source, name)
    last = ast.Expression(tree.body.pop().value) if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, name, "exec"), names)
    return eval(compile(last, name, "eval"), names) if last else None


def main():
    path, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    book = json.loads(path.read_text(encoding="utf-8"))
    assert (book["nbformat"], book["nbformat_minor"]) == (4, 5) and book["metadata"]["kernelspec"]["name"] == "python3"
    assert len({cell["id"] for cell in book["cells"]}) == len(book["cells"])
    sys.path.insert(0, str(path.parent))
    names = sys.modules["__main__"].__dict__  # where the processes that it starts look
    for cell in book["cells"]:
        fields(cell)
        if cell["cell_type"] == "code":
            assert not cell["outputs"] and cell["execution_count"] is None, "the notebook is kept without its answers"
            value = run("".join(cell["source"]), names, cell["id"])
            if hasattr(value, "_repr_svg_"):
                (folder / f"{cell['id']}.svg").write_text(value._repr_svg_(), encoding="utf-8")


main()
