"""Sentence Recovery: whole sentences from text that another tool broke into lines."""

from pdfbot.methods.sentence_recovery.recovery import KEEPABLE, recover_sentences
from pdfbot.methods.sentence_recovery.result import Recovery

__all__ = ["KEEPABLE", "Recovery", "recover_sentences"]
