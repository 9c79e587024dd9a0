"""The facts of a table, and how they are found: by their path, by how it begins, or by what has been made of them already."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fatewright.core.table.events import Path

Groups = dict[str, tuple[Path, ...]]
OF_TOKENS = ("kind",)  # of all that is known of a token, the one path by which it is found


class Facts(dict[Path, Any]):
    """What stands on a table, as the truth or one viewer has it: put there and taken away one by one, copied as a whole.

    In which groups the paths stand is worked out once, and handed on to copies: most changes leave every path where it is.
    """

    has_gaps = False  # something was taken away: such a map is copied at a third of the pace
    _groups: Groups | None = None
    _dials: tuple[Mapping[str, Any], dict[str, Any]] | None = None

    def __setitem__(self, path: Path, value: Any) -> None:
        if self._groups is not None and path not in self:
            self._regroup(path, path)
        if path[0] == "dial":
            self._dials = None
        dict.__setitem__(self, path, value)  # which `super()` would take a third longer to find: it is done for every event

    def __delitem__(self, path: Path) -> None:
        super().__delitem__(path)
        self.has_gaps = True
        self._regroup(path)
        if path[0] == "dial":
            self._dials = None

    def __reduce__(self) -> tuple[type[Facts], tuple[dict[Path, Any]]]:
        return Facts, (dict(self),)

    def copy(self) -> Facts:
        other = Facts(self)
        other._groups, other._dials = self._grouped(), self._dials
        return other

    def paths(self, first: str, *more: str) -> list[Path]:
        """All paths that begin like this, in the order they came."""
        if first == "token":
            return [path for path in list(self) if path[: 1 + len(more)] == (first, *more)]
        found, end = self._grouped().get(first, ()), 1 + len(more)
        return [path for path in found if path[1:end] == more]

    def tokens(self) -> list[str]:
        """The names of all tokens, in the order they came."""
        return [path[1] for path in self._grouped().get("token", ())]

    def seats(self) -> list[str]:
        """The names of all seats, in the order they came."""
        return [path[1] for path in self._grouped().get("seat", ()) if path[2:] == ("role",)]

    def dials(self, declared: Mapping[str, Any]) -> dict[str, Any]:
        """What all dials of a game stand at: as they are set here, or at their default."""
        if self._dials is None or self._dials[0] is not declared:
            self._dials = declared, {name: self.get(("dial", name), row["values"][0]) for name, row in declared.items()}
        return self._dials[1].copy()

    def _grouped(self) -> Groups:
        """The paths by their first word; of those of tokens only one for each."""
        if self._groups is None:
            groups: dict[str, list[Path]] = {}
            for path in list(self):
                if path[0] != "token" or path[2:] == OF_TOKENS:
                    groups.setdefault(path[0], []).append(path)
            self._groups = {first: tuple(group) for first, group in groups.items()}
        return self._groups

    def _regroup(self, path: Path, *instead: Path) -> None:
        """Take a path out of its group, or add it as the last. Copies have the same groups, and keep them."""
        if self._groups is not None and (path[0] != "token" or path[2:] == OF_TOKENS):
            rest = tuple(one for one in self._groups.get(path[0], ()) if one != path)
            self._groups = {**self._groups, path[0]: (*rest, *instead)}
