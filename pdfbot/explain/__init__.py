"""A picture of every decision: each line's verdict on the replica, and the document's measures."""
