"""Many papers at once: killable workers, results that survive a crash, one machine or many.

The room is not called `batch`, because `pdfbot.batch` is the function.
"""
