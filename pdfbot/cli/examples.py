"""The examples at the end of every `--help`, by command; a test runs them."""

from __future__ import annotations

EXAMPLES: dict[str, tuple[str, ...]] = {
    "": (
        "pdfbot extract paper.pdf",
        "pdfbot extract paper.pdf -o out/paper.md",
        "pdfbot batch papers/ -o out/records",
    ),
    "extract": (
        "pdfbot extract paper.pdf",
        "pdfbot extract paper.pdf -o out/paper.json",
        "pdfbot extract papers/*.pdf -o out/texts/ --jobs 2",
        "pdfbot extract - --pages 2-3 < paper.pdf",
    ),
    "batch": (
        "pdfbot batch papers/ -o out/records",
        "pdfbot batch 'papers/*.pdf' -o out/compressed --compress gz",
    ),
    "regions": (
        "pdfbot regions paper.pdf",
        "pdfbot regions paper.pdf --format html -o out/regions.html",
    ),
    "blocks": (
        "pdfbot blocks paper.pdf",
        "pdfbot blocks paper.pdf --format json -o out/blocks.json",
    ),
    "recover": (
        "pdftotext paper.pdf - | pdfbot recover -",
        "pdfbot recover texts/ -o out/recovered/",
    ),
    "replica": ("pdfbot replica paper.pdf -o out/replica.html",),
    "highlight": (
        "pdfbot highlight paper.pdf -o out/coloured.html --sentence s2.1=orange",
        'pdfbot highlight paper.pdf -o out/coloured.pdf --match "ten thousand" --whole-sentence',
        "pdfbot highlight paper.pdf -o out/layers.html --layers 3",
        "pdfbot rank paper.pdf --format json | pdfbot highlight paper.pdf -o out/a.html --from -",
    ),
    "rank": (
        "pdfbot rank paper.pdf",
        "pdfbot rank paper.pdf --layers 5 --spread none -o out/ranked.json",
    ),
    "explain": (
        "pdfbot explain paper.pdf -o out/explain.html",
        "pdfbot explain paper.pdf --line p1.c1.l1",
        'pdfbot explain paper.pdf --find "ten thousand leave a path"',
    ),
    "evaluate": (
        "pdfbot evaluate fixtures/papers",
        "pdfbot evaluate fixtures/papers --only twocolumn --html out/report.html",
    ),
    "serve": (
        "pdfbot serve --open",
        "pdfbot serve --port 8080 --keep 1h --max-size 20M",
    ),
    "completion": (
        'eval "$(pdfbot completion bash)"',
        "pdfbot completion zsh > out/_pdfbot",
    ),
}
