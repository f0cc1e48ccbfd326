"""An example for each public type whose docstring has none: scripts/make_reference.py runs them.

`paper` is `pdfbot.extract("paper.pdf")`; the page has what they print.
"""

from __future__ import annotations

EXAMPLES = {
    "Affiliation": """
[(place.mark, place.text) for place in paper.metadata.affiliations]
""",
    "Author": """
[(author.given, author.family, author.email) for author in paper.metadata.authors]
""",
    "BatchRecord": """
for record in pdfbot.batch("paper.pdf"):
    print(record["id"], record["status"], len(record["paragraphs"]))
""",
    "Block": """
blocks = pdfbot.freki.blocks("paper.pdf").blocks
(blocks[0].id, blocks[0].page, blocks[0].label, len(blocks[0].lines))
""",
    "BlockLine": """
line = pdfbot.freki.blocks("paper.pdf").blocks[0].lines[0]
(line.number, line.text.strip(), line.fonts)
""",
    "Blocks": """
blocks = pdfbot.freki.blocks("paper.pdf")
blocks.fonts["F1"].family
""",
    "Caption": """
[(caption.kind, caption.label, caption.mentions) for caption in paper.captions]
""",
    "Chunk": """
chunk = paper.chunks(100)[0]
(chunk.id, chunk.path, chunk.pages, chunk.words)
""",
    "CitationMark": """
sentence = next(s for s in paper.sentences if s.citations)
[(sentence.text[mark.start : mark.end], mark.references) for mark in sentence.citations]
""",
    "Equation": """
[(equation.number, equation.tex) for equation in paper.equations[:1]]
""",
    "EquationMark": """
sentence = next(s for s in paper.sentences if s.equations)
[(mark.equation_id, mark.start) for mark in sentence.equations]
""",
    "Extraction": """
(len(paper.sentences), len(paper.sections), len(paper.lines) == len(paper.verdicts))
""",
    "Finding": """
finding = paper.verdicts[0].finding
(finding.test, round(finding.measured, 2), finding.comparison, finding.limit)
""",
    "Font": """
font = paper.pages[0].blocks[0].font
(font.family, font.size, font.bold)
""",
    "Footnote": """
[(note.mark, note.mentions) for note in paper.footnotes]
""",
    "Formula": """
sentence = next(s for s in paper.sentences if s.formulas)
[formula.tex for formula in sentence.formulas]
""",
    "Graphic": """
graphic = paper.pages[0].graphics[0]
(graphic.kind, round(graphic.box.width))
""",
    "Jump": """
[(jump.page, jump.place.top) for page in paper.pages for jump in page.jumps]
""",
    "Line": """
line = paper.lines[0]
(line.id, line.page, line.column, line.size, line.text)
""",
    "LineDecision": """
for line in pdfbot.recover("One line\\nof text. Another one.").lines:
    print(line.number, line.kind, line.reason)
""",
    "LineLengths": """
pdfbot.recover("One line\\nof text. Another one.").lengths.column_width
""",
    "Link": """
[link.url for page in paper.pages for link in page.links]
""",
    "Mention": """
sentence = next(s for s in paper.sentences if s.mentions)
[(sentence.text[m.start : m.end], m.kind, m.parts) for m in sentence.mentions]
""",
    "Metadata": """
(paper.metadata.doi, paper.metadata.emails, paper.metadata.keywords)
""",
    "Name": """
[(name.given, name.family) for name in paper.references[0].authors]
""",
    "OtherAbstract": """
[abstract.language for abstract in paper.other_abstracts]
""",
    "Page": """
page = paper.pages[0]
(page.number, round(page.width), round(page.height), len(page.blocks))
""",
    "PageRegions": """
[len(page.regions) for page in pdfbot.regions("paper.pdf").pages]
""",
    "Paragraph": """
paragraph = paper.paragraphs[1]
(paragraph.id, paragraph.path, len(paragraph.sentences))
""",
    "Picture": """
[(picture.caption, picture.name, picture.box.page) for picture in paper.pictures()]
""",
    "RankedSentence": """
first = paper.rank()[0]
(first.sentence.id, first.layer, first.score, first.reason)
""",
    "Reason": """
reason = paper.reasons[1]
(reason.line_id, reason.outcome, reason.finding.test)
""",
    "RecoveredParagraph": """
[(p.kind, p.lines) for p in pdfbot.recover("One line\\nof text. Another one.").paragraphs]
""",
    "Recovery": """
recovery = pdfbot.recover("One line\\nof text. Another one.")
(len(recovery.paragraphs), recovery.eps, recovery.eps_reason)
""",
    "Reference": """
reference = paper.references[0]
(reference.label, reference.year, reference.title, reference.mentions)
""",
    "Region": """
region = pdfbot.regions("paper.pdf").pages[0].regions[0]
(region.number, region.kind, region.column, region.columns, region.ended_by)
""",
    "Regions": """
regions = pdfbot.regions("paper.pdf")
(regions.engine, len(regions.pages))
""",
    "Role": """
{verdict.rule.role for verdict in paper.verdicts if verdict.rule is pdfbot.Rule.TITLE}
""",
    "Rule": """
[verdict.line_id for verdict in paper.verdicts if verdict.rule is pdfbot.Rule.TITLE]
""",
    "Script": """
sentence = next(s for s in paper.sentences if s.scripts)
[(s.kind, sentence.text[s.start : s.end], s.is_note) for s in sentence.scripts]
""",
    "Section": """
[(section.number, section.level, section.heading) for section in paper.sections[:3]]
""",
    "Sentence": """
sentence = paper.sentences[0]
(sentence.id, sentence.page, sentence.path, sentence.line_ids)
""",
    "Span": """
[(span.line, span.start, span.end) for span in paper.sentences[0].spans]
""",
    "Statistics": """
(paper.statistics.base_size, paper.statistics.base_pitch, paper.statistics.columns)
""",
    "Table": """
table = paper.tables[0]
(table.label, table.caption, len(table.rows))
""",
    "TableCell": """
cell = paper.tables[0].rows[0].cells[0]
(cell.text, cell.column, cell.columns)
""",
    "TableRow": """
[cell.text for cell in paper.tables[0].rows[1].cells]
""",
    "TextBlock": """
block = paper.pages[0].blocks[0]
(block.text, block.font.size, block.colour, block.hidden)
""",
    "Thresholds": """
longer = pdfbot.Thresholds(max_footnote_lines=40)
len(pdfbot.extract("paper.pdf", thresholds=longer).footnotes)
""",
    "Verdict": """
[(verdict.line_id, verdict.rule.value) for verdict in paper.verdicts[:2]]
""",
}
