"""Blocks of a PDF in the Freki format, for mining interlinear glosses and other aligned text.

found = pdfbot.freki.blocks("grammar.pdf")
text = pdfbot.freki.dumps(found.blocks)
assert pdfbot.freki.loads(text) == list(found.blocks)
"""

from pdfbot.methods.freki.block import Block, BlockLine, Blocks
from pdfbot.methods.freki.format import dumps, loads
from pdfbot.methods.freki.freki_lines import blocks

__all__ = ["Block", "BlockLine", "Blocks", "blocks", "dumps", "loads"]
