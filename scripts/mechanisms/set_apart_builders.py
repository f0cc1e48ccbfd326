"""Papers in which what stands apart varies: other floats, references, contents, e-mail, code."""

from __future__ import annotations

from dataclasses import replace

from mechanisms.composer import FIGURE_HEIGHT, Composer
from mechanisms.look import Look
from mechanisms.prose import HEADINGS, SURNAMES, Prose
from mechanisms.sections import go_on_below, plain_sections, set_figure, start
from world.typesetting import LABEL_END, SetLine, Style

KINDS = ("Scheme", "Chart", "Plate", "Exhibit", "Video", "Listing", "Algorithm", "Box")
STEPS = (
    "read the ledger of the season",
    "for each crossing do",
    "add its load to the sum",
    "end for",
    "print the sum of all loads",
)
PROGRAMS = (
    ("def total(values):", "sum = 0", "for value in values:", "sum += value", "return sum"),
    ("int total(int n) {", "int sum = 0;", "for (int i = 0; i < n; i++) {", "sum += i;", "}", "}"),
    (
        "# all loads of a season",
        "loads <- read(ledger)",
        "fit <- model(loads, k=3)",
        "summary(fit)",
    ),
)
# Points: room for an address at the foot of a column.
ADDRESS_HEIGHT = 22.0
DOT_LEADER = " ."


def float_kinds(number: int, look: Look, prose: Prose) -> Composer:
    """Floats that are no figures: schemes, plates, listings, boxes of text."""
    kind = KINDS[number % len(KINDS)]
    paper = start(look, prose)
    plain_sections(paper, HEADINGS[:1], 2)
    for count in range(1, 4):
        label = f"{kind} {count}" + (".", ":")[number // 2 % 2]
        text = prose.sentence().removesuffix("." if number % 3 else "")
        caption = f"{label}{LABEL_END}{text}"
        style = replace(look.caption, label_face=look.faces[number % 2])
        if kind in ("Listing", "Algorithm", "Box"):
            _set_steps(paper, caption, style, kind, ruled=number < len(KINDS))
        else:
            set_figure(paper, ("below", "above")[number // 8 % 2], caption, style, prose.words(4))
        paper.note_truth("caption", f"{label} {text}")
        for _ in range(3):
            paper.add("body", prose.paragraph(), look.body)
    plain_sections(paper, HEADINGS[4:6])
    paper.references()
    return paper


def _set_steps(paper: Composer, caption: str, style: Style, kind: str, *, ruled: bool) -> None:
    """A caption above the steps of an algorithm, the lines of a listing, or short paragraphs.

    An algorithm is between rulings if it is `ruled`; otherwise only space sets its steps apart.
    """
    look, flow = paper.look, paper.flow
    flow.need(24 * look.leading)
    flow.y -= look.leading
    has_rulings = kind == "Algorithm" and ruled
    if has_rulings:
        _rule_off(paper)
    flow.add(caption, replace(style, after=(0.4 if ruled else 0.8) * look.leading))
    if has_rulings:
        _rule_off(paper)
    for count, step in enumerate(STEPS, 1):
        sentence = paper.prose.sentence()
        if kind == "Box":
            paper.add("body", sentence, replace(look.flush, size=style.size))
        elif kind == "Algorithm":
            paper.add("listing", f"{count}: {sentence}", replace(look.flush, align="left", after=0))
        else:
            paper.add("listing", f"{count}: {step}", replace(style, label_face=""))
    if has_rulings:
        _rule_off(paper)
    flow.y -= look.leading


def _rule_off(paper: Composer) -> None:
    """A ruling as wide as the column."""
    column, flow = paper.flow.column, paper.flow
    paper.layout.draw(
        column.page, f"0.6 w {column.left:.1f} {flow.y:.1f} m {column.right:.1f} {flow.y:.1f} l S"
    )
    flow.y -= 0.3 * paper.look.leading


def bare_tables(number: int, look: Look, prose: Prose) -> Composer:
    """Tables without rulings right below their titles, and figures with addresses below theirs."""
    paper = start(look, prose)
    plain_sections(paper, HEADINGS[:1], 2)
    style = replace(look.caption, label_face=look.faces[number % 2])
    for count in range(1, 4):
        paper.flow.need(12 * look.leading)
        paper.flow.y -= look.leading
        text = prose.sentence()
        is_table = (number + count) % 3 > 0
        text = text.removesuffix("." if is_table and number % 3 else "")
        label = f"{'Table' if is_table else 'Figure'} {count}."
        if is_table:
            paper.flow.add(f"{label}{LABEL_END}{text}", style)
            _set_cells(paper, style)
        else:
            paper.figure(paper.flow.skip(FIGURE_HEIGHT), prose.words(3))
            paper.flow.add(f"{label}{LABEL_END}{text}", style)
            address = f"https://doi.org/10.9999/survey.{number}.g{count}"
            paper.add("licence", address, replace(style, label_face="", after=look.leading))
        paper.note_truth("caption", f"{label} {text}")
        for _ in range(3):
            paper.add("body", prose.paragraph(), look.body)
    plain_sections(paper, HEADINGS[4:6])
    paper.references()
    return paper


def _set_cells(paper: Composer, style: Style) -> None:
    """Rows of three cells: names, and numbers below their heads."""
    prose, column = paper.prose, paper.flow.column
    rows = [[word.title() for word in prose.words(3)]]
    rows += [
        [prose.words(1)[0], str(prose.number(2, 90)), str(prose.number(2, 900))] for _ in "five"
    ]
    for row in rows:
        y = paper.flow.y - style.size
        for index, text in enumerate(row):
            x = column.left + index * column.width / 3
            paper.layout.lines.append(SetLine(column.page, x, y, text, style.font, style.size))
        paper.flow.y -= style.leading
        paper.note_truth("table", " ".join(row))
    paper.flow.y -= paper.look.leading


def tight_captions(number: int, look: Look, prose: Prose) -> Composer:
    """Captions in the size of the text, close to it: only their bold or italic labels differ."""
    paper = start(look, prose)
    kind = ("Table", "Algorithm", "Figure")[number % 3]
    style = replace(look.flush, label_face=look.faces[1 + number // 3 % 2], after=0.0)
    for count, name in enumerate(HEADINGS[:4], 1):
        paper.section(name, 1)
        paper.flow.need(8 * look.leading)
        paper.flow.y += look.gap
        label, text = f"{kind} {count}" + (".", ":")[number // 2 % 2], prose.paragraph(1, 1)
        paper.flow.add(f"{label}{LABEL_END}{text}", style)
        paper.note_truth("caption", f"{label} {text}")
        set_figure(paper, "alone", "", style, prose.words(4))
        for _ in range(2):
            paper.add("body", prose.paragraph(), look.body)
    paper.references()
    return paper


def display_ends(number: int, look: Look, prose: Prose) -> Composer:
    """Paragraphs without indents that end at a display or go on below it, as the space tells."""
    gap = (0.6, 0.8, 1.0)[number % 3] * look.leading
    look = replace(look, indent=0.0, gap=gap)
    paper = start(look, prose)
    display = Style("Times-Italic", look.size, look.leading, "centre", before=0.4 * look.leading)
    for count, name in enumerate(HEADINGS[:6]):
        paper.section(name, 1)
        for goes_on in (True, (number + count) % 2 == 0, False):
            paper.flow.need(5 * look.leading)
            text = f"{prose.paragraph(2, 3)} {prose.clause().capitalize()}"
            paper.add("body", f"{text}:", replace(look.flush, after=0.0))
            paper.add("equation", f"q = {count} a + b / x", display)
            paper.flow.y -= 0.4 * look.leading
            go_on_below(paper, prose, look.flush, goes_on)
    paper.references()
    return paper


def reference_lists(number: int, look: Look, prose: Prose) -> Composer:
    """Entries with numbers or keys, below a heading or without one."""
    paper = start(look, prose)
    plain_sections(paper, HEADINGS[:5], 3)
    if number % 2:
        paper.heading(("References", "Bibliography", "Literature cited")[number // 2 % 3])
    else:
        paper.flow.y -= look.leading
    style = replace(look.note, align="left", hanging=1.5 * look.size)
    for count in range(1, 11):
        entry = prose.reference(count).split("] ", 1)[1]
        key = f"{SURNAMES[count][:3]}{60 + 3 * count}"
        label = (f"[{key}]", f"[{count}]", f"{count}.", f"[{key}a]")[number // 2 % 4]
        paper.add("reference", f"{label} {entry}", style)
    return paper


def contents(number: int, look: Look, prose: Prose) -> Composer:
    """A table of contents with leaders, below the abstract or across the whole first page."""
    paper = Composer(look, prose)
    paper.title_block()
    paper.abstract()
    if number % 2:
        paper.across("heading", "Contents", look.heading(before=0))
    area = look.wide(0, paper.top)
    flush = replace(look.flush, align="left", after=0.0)
    for count, name in enumerate(HEADINGS, 1):
        page = str(count + 1)
        text = f"{count} {name} " if number // 2 % 2 else f"{name} "
        while flush.font.width(text + DOT_LEADER + f" {page}", look.size) < area.width:
            text += DOT_LEADER
        paper.across("contents", f"{text} {page}", flush)
    paper.skip_down(look.leading)
    plain_sections(paper, HEADINGS, 3)
    paper.references()
    return paper


def addresses(number: int, look: Look, prose: Prose) -> Composer:
    """The e-mail address of an author in small print, below the first paragraphs of a column."""
    paper = start(look, prose)
    paper.heading(HEADINGS[0])
    paper.add("body", prose.paragraph(), look.body)
    name = prose.name()
    mail = f"{name.split()[1].lower()}@survey.example.org"
    text = (mail, f"E-mail: {mail}", f"{name}, {mail}", f"Contact {name}, {mail}")[number % 4]
    small = replace(look.note, align="left", indent=look.indent, after=0.4 * look.leading)
    paper.add("author", text, small)
    paper.add("body", prose.paragraph(), look.body)
    plain_sections(paper, HEADINGS[1:6], 3)
    paper.references()
    return paper


def code(number: int, look: Look, prose: Prose) -> Composer:
    """Code in the font of the text or a typewriter's, indented or not, without a caption."""
    paper = start(look, prose)
    face = look.faces[0] if number % 2 else "Courier"
    style = Style(face, look.size, look.leading, "left", indent=(0, 2)[number // 2 % 2] * look.size)
    for count, name in enumerate(HEADINGS[:5]):
        paper.section(name, 1)
        paper.flow.need(8 * look.leading)
        paper.flow.y -= 0.5 * look.leading
        for line in PROGRAMS[(number + count) % len(PROGRAMS)]:
            paper.add("listing", line, style)
        paper.flow.y -= 0.5 * look.leading
        paper.add("body", prose.paragraph(), look.body)
    paper.references()
    return paper
