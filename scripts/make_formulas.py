"""Typeset documents whose formulas are known: fixtures/formulas/{dev,test,mixed,kept,fonts}-*.

    python scripts/make_formulas.py [NAME ...]

Needs pdflatex and lualatex. Names make only some of them. The documents for development and for
testing differ in seed, class and fonts.
"""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "fixtures" / "formulas"
# What each letter behind an @ may be.
CHOICES = {
    "a": list("abcdefghkmnpqrstuvwxyzABCDEFGHKLMNPQRSTUVWXYZ"),
    "g": [r"\alpha", r"\beta", r"\gamma", r"\delta", r"\lambda", r"\mu", r"\sigma", r"\Omega"],
    "s": ["@a", "@a", "@g"],
    "d": list("123456789"),
    "r": ["=", "<", r"\leq", r"\geq", r"\approx", r"\in", r"\subset", r"\rightarrow"],
    "n": [r"\neq", r"\notin"],
    "t": ["@s", "@d@a", "@a_{@a}", "@a(@s)"],
    "h": ["hat", "tilde", "bar", "dot"],
    "f": ["log", "sin", "exp"],
    "B": list("FRNZQ"),
    "C": list("OMLA"),
}
INLINE = {
    "letters": "@s @r @s",
    "scripts": "@a_{@a} + @a^{@d}",
    "stacked scripts": "@a_{@a}^{@d} @r @t",
    "nested scripts": "@a_{@a^{@d}} + @t",
    "accents": r"\@h{@a} + @t",
    "negated": "@s @n @s",
    "primes": "@a'(@a) = @a''(@a)",
    "roots": r"\sqrt{@a@a} + @t",
    "fractions": r"\frac{@a+@d}{@a} + @t",
    "sums": r"\sum_{@a=1}^{@a} @a_{@a}",
    "alphabets": r"\mathbb{@B} \subset \mathcal{@C}",
    "brackets": r"\{@t, @t\} + [@t, @d)",
    "functions": r"\@f @a = @t",
}
DISPLAY = {
    "scripts": "@a_{@a}^{@d} = @t + @a_{@a^{@d}}",
    "fractions": r"@t = \frac{@t+@t}{@a-@d}",
    "nested fractions": r"@a = \frac{@a}{@d+\frac{@a}{@a}}",
    "roots": r"@a = \sqrt{@t+@a^{2}} - \sqrt[@d]{@a}",
    "sums": r"@a = \sum_{@a=1}^{@a} @a_{@a} + \prod_{@a\in @a} @a",
    "integrals": r"\int_{0}^{@a} @a(@a) \, d@a = @t",
    "limits": r"\lim_{@a \rightarrow 0} @a(@a) = \max_{@a} @t",
    "matrices": r"@a = \begin{pmatrix}@a & @d \\ @d & @a\end{pmatrix}",
    "cases": r"@a = \begin{cases}@a, & @a > @d \\ @d, & @a < @d\end{cases}",
    "accents": r"\hat{@a} + \bar{@a} = \tilde{@a} - \overline{@a+@a}",
}
PLAIN = {"inline": INLINE, "display": DISPLAY}

# Constructs within constructs. What is drawn for @x and @y may have others in it.
CHOICES |= {
    "F": list("abgmpABGMPS"),
    "p": ["@s", "@a_{@a}", "@a^{@d}", "@a_{@d}^{@a}", r"\@h{@a}", "@a'", r"\mathbb{@B}"],
    "x": ["@p", "@p + @p", "@p - @d", r"@p \cdot @p", r"\sqrt{@p}", r"\frac{@p}{@p}", "@p(@p)"],
    "y": ["@x", "@p", r"\left(@x\right)^{@d}", r"\frac{@x}{@p}", r"\sqrt{@x}"],
    "b": [r"\int", r"\oint"],
}
MIXED = {
    "inline": {
        "sums": r"\sum_{@a=1}^{@a} @a_{@a}^{@d} @r @x",
        "products": r"\prod_{@a\in @a} \@h{@a}_{@a}",
        "fractions": r"\frac{@a_{@a}^{@d}}{@p} @r @p",
        "roots": r"\sqrt{@x} @r @p",
        "accents": r"\@h{@a}_{@a}^{@d} @r \@h{@a}'",
        "primes": r"@a'_{@a} + @a''(@a) @r @p",
        "alphabets": r"@a \in \mathbb{@B}^{@a\times @a}",
        "fraktur": r"\mathfrak{@F}_{@a} \subset \mathcal{@C}^{@d}",
        "sets": r"\{@a_{@a} : @a \in \mathbb{@B}\} @n @s",
        "norms": r"\|@a_{@a} - @a\|_{@d} @r |@p|",
        "functions": r"\@f(@a_{@a}) = @a^{-@d} + @p",
        "arrows": r"@a : @a_{@a} \rightarrow @a \times @a",
        "decimals": r"@p = @d.@d \pm 0.@d@d",
        "Greek": r"@g_{@g}^{@d} @r @g(@g) - @d@g",
        "free": "@x @r @x",
    },
    "display": {
        "fractions": r"\frac{@x}{@p + @p} @r \frac{@p}{@x}",
        "brackets": r"@p = \left(\frac{@x}{@p}\right)^{@d} - @p",
        "roots": r"@p = \sqrt{@y} + \sqrt[@d]{@x}",
        "sums": r"@p = \sum_{@a=0}^{@a-1} @y + \sum_{@a\neq @a} @p",
        "double sums": r"\sum_{@a=1}^{@a} \sum_{@a=1}^{@a} @p @r \frac{@d}{@p} \prod_{@a} @p",
        "integrals": r"@b_{@a}^{@a} \frac{@p}{@x} \, d@a = @p",
        "limits": r"\lim_{@a \rightarrow \infty} @y = \min_{@a \in @C} @p",
        "matrices": r"@a = \begin{bmatrix}@p & @p \\ @d & @p\end{bmatrix} @p",
        "large matrices": (
            r"\begin{pmatrix}@s & @d & @s \\ @d & @s & @p \\ @s & @d & @d\end{pmatrix}"
        ),
        "determinants": r"\begin{vmatrix}@p & @s \\ @s & @d\end{vmatrix} @r @x",
        "cases": r"@p = \begin{cases}@x, & @p @r @d, \\ 0, & @p > @d.\end{cases}",
        "overlines": r"\overline{@p + @a} @r \widehat{@a@a} + @x",
        "free": "@y @r @y + @x",
    },
}
# Small fractions without a letter of mathematics in them.
CHOICES |= {"u": ["CWND", "RTT", "CFL", "loss", "gain", "V", "Hz"]}
UPRIGHT = {
    "inline": {
        "words": r"\frac{\mathrm{@u}}{\mathrm{@u}}",
        "text": r"\frac{\text{@u}}{\text{@u}} @r @d",
        "numbers": r"\frac{@d}{@d@d}",
        "numbers with units": r"@d@d\,\frac{\mathrm{@u}}{\mathrm{@u}}",
        "labels": r"\frac{\mathrm{@u}}{@a_{\mathrm{@u}}} @r @d.@d",
        "words and numbers": r"\frac{@d \times \mathrm{@u}}{@d + @d}",
        "derivatives": r"\frac{\mathrm{d} \log @a(@a)}{\mathrm{d} \log @a}",
    },
    "display": {},
}
# For fonts: all of them in one document.
ALL = {
    place: {**PLAIN[place], **{f"mixed {kind}": tex for kind, tex in MIXED[place].items()}}
    for place in PLAIN
}
# These define the signs of amssymb themselves.
COMPLETE = ("newtxmath", "unicode-math")
# Name, class, packages, seed, patterns.
DOCUMENTS = (
    ("dev-cm", "article", "", 1, PLAIN),
    ("dev-times", "article", r"\usepackage{mathptmx}", 2, PLAIN),
    ("test-ams", "amsart", "", 11, PLAIN),
    ("test-tx", "article", r"\usepackage{txfonts}", 12, PLAIN),
    ("test-lm", "report", r"\usepackage[T1]{fontenc}\usepackage{lmodern}", 13, PLAIN),
    ("mixed-cm", "scrartcl", "", 21, MIXED),
    ("mixed-times", "llncs", r"\usepackage{mathptmx}", 22, MIXED),
    ("kept-els", "elsarticle", "", 31, MIXED),
    ("kept-palatino", "article", r"\usepackage{mathpazo}", 32, MIXED),
    ("kept-px", "amsart", r"\usepackage{pxfonts}", 33, MIXED),
    ("kept-revtex", "revtex4-2", r"\usepackage[T1]{fontenc}\usepackage{lmodern}", 34, MIXED),
    ("fonts-fourier", "article", r"\usepackage{fourier}", 43, ALL),
    ("fonts-kp", "article", r"\usepackage{kpfonts}", 44, ALL),
    ("fonts-arev", "article", r"\usepackage{arev}", 66, ALL),
    ("fonts-newtx", "article", r"\usepackage{newtxtext,newtxmath}", 61, ALL),
    ("fonts-opentype", "article", r"\usepackage{unicode-math}", 67, ALL),
    ("kept-utopia", "article", r"\usepackage[utopia]{mathdesign}", 65, ALL),
    ("kept-fourier", "amsart", r"\usepackage{fourier}", 74, ALL),
    ("upright-cm", "article", "", 81, UPRIGHT),
    ("upright-times", "IEEEtran", r"\usepackage{newtxtext,newtxmath}", 82, UPRIGHT),
)
EACH = 4


def draw(pattern: str, chance: random.Random) -> str:
    """The pattern with every @ filled in."""
    while "@" in pattern:
        pattern = re.sub("@(.)", lambda match: chance.choice(CHOICES[match[1]]), pattern)
    return pattern


def formulas_of(patterns: Mapping[str, str], chance: random.Random) -> list[tuple[str, str]]:
    """A few of each kind, in any order."""
    made = [
        (kind, draw(pattern, chance)) for kind, pattern in patterns.items() for _ in range(EACH)
    ]
    chance.shuffle(made)
    return made


def write_inline(formulas: Iterable[tuple[str, str]]) -> str:
    """Paragraphs of sentences with a formula each."""
    texts = []
    for number, (_, tex) in enumerate(formulas, 1):
        texts.append(
            f"In case {number} of this long list the writer of the document has chosen to look at"
            rf" \mbox{{${tex}$}} although any other example would have served the reader as well."
        )
        if number % 4 == 0:
            texts.append("\n\n")
    return "\n".join(texts)


def write_display(formulas: Iterable[tuple[str, str]], *, is_varied: bool) -> str:
    """Numbered equations between paragraphs; if varied, they end with lines of any length."""
    texts = []
    for number, (_, tex) in enumerate(formulas):
        end = "so that there is running text around"
        if is_varied:
            end += " it, and more of it" * (number % 5) + " as usual" * (number % 3)
        texts.append(
            "The next of the equations that this document shows to its patient reader is the one"
            " that follows, and nobody should look for a meaning in the letters that it has got,"
            f" as they were drawn by chance\n\\begin{{equation}}\n{tex},\n\\end{{equation}}\n"
            f"and the sentence goes on below it for a while, {end}.\n"
        )
    return "\n".join(texts)


def typeset(name: str, document_class: str, packages: str, body: str) -> None:
    """Made in a folder that is thrown away, the same bytes every time."""
    signs = "amsmath" if any(name in packages for name in COMPLETE) else "amsmath,amssymb"
    engine = "lualatex" if "unicode-math" in packages else "pdflatex"
    source = (
        rf"\documentclass{{{document_class}}}\usepackage{{{signs}}}{packages}"
        rf"\begin{{document}} {body} \end{{document}}"
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "made.tex"
        path.write_text(source, "utf-8")
        environment = {**os.environ, "SOURCE_DATE_EPOCH": "0", "FORCE_SOURCE_DATE": "1"}
        for _ in range(2):
            subprocess.run(
                [engine, "-interaction=batchmode", path.name],
                cwd=folder,
                env=environment,
                check=True,
                stdout=subprocess.DEVNULL,
            )
        (FOLDER / f"{name}.pdf").write_bytes(path.with_suffix(".pdf").read_bytes())


def main(names: Sequence[str] = ()) -> None:
    for name, document_class, packages, seed, patterns in DOCUMENTS:
        if names and name not in names:
            continue
        chance = random.Random(seed)
        formulas = {place: formulas_of(kinds, chance) for place, kinds in patterns.items()}
        display = write_display(formulas["display"], is_varied=patterns is not PLAIN)
        body = write_inline(formulas["inline"]) + "\n\n" + display
        typeset(name, document_class, packages, body)
        (FOLDER / f"{name}.json").write_text(json.dumps(formulas, indent=0) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
