"""Parts of a result that are computed on first access; plain text needs none of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from threading import Lock
from typing import TYPE_CHECKING, Any, Generic, TypeVar

Body = TypeVar("Body")


class PendingParts(Generic[Body]):
    """Fields of a dataclass that are computed once, on first access to any of them.

    `names` are these fields, `body` is what is known without them. What `find` refers to is
    released as soon as it has been called.
    """

    def __init__(
        self, names: frozenset[str], body: Body, find: Callable[[], Mapping[str, Any]]
    ) -> None:
        self.names = names
        self.body = body
        self._find: Callable[[], Mapping[str, Any]] | None = find
        self._found: Mapping[str, Any] = {}
        self._lock = Lock()

    def find(self) -> Mapping[str, Any]:
        """The fields by name."""
        with self._lock:
            if self._find is not None:
                self._found, self._find = self._find(), None
            return self._found


Made = TypeVar("Made", bound="Deferring[Any]")


class Deferring(Generic[Body]):
    """A frozen dataclass with slots, some of whose fields may be pending; users cannot tell."""

    __slots__ = ("_pending",)

    if TYPE_CHECKING:
        _pending: PendingParts[Body] | None

    @classmethod
    def deferred(cls: type[Made], pending: PendingParts[Any], **known: Any) -> Made:
        """An instance that has the fields `known` from the start."""
        made = cls.__new__(cls)
        for name, value in known.items():
            object.__setattr__(made, name, value)
        object.__setattr__(made, "_pending", pending)
        return made

    @property
    def pending(self) -> PendingParts[Body] | None:
        """The fields that nobody has accessed yet."""
        try:
            found: PendingParts[Body] | None = object.__getattribute__(self, "_pending")
        except AttributeError:
            return None
        return found

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Called by Python if a slot is empty: compute the pending fields, or fail as usual."""
            pending = self.pending
            if pending is not None and name in pending.names:
                for key, value in pending.find().items():
                    object.__setattr__(self, key, value)
                object.__setattr__(self, "_pending", None)
            return object.__getattribute__(self, name)
