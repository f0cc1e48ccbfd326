"""Batch runs over many papers: killable workers, crash-safe results, one machine or a cluster.

The package is not called `batch` because `pdfbot.batch` is the public function.
"""
