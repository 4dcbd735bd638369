"""A kind of import-linter contract that the tool does not bring: name all that is allowed."""

import sys

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class OnlyContract(Contract):
    """``source`` and what is below it imports nothing but ``allowed`` packages and Python's own."""

    source = fields.StringField()
    allowed = fields.SetField(subfield=fields.StringField(), required=False)

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Every import out of ``source`` that is not allowed makes the contract broken."""
        source = str(self.source)
        inside = {source, *graph.find_descendants(source)}
        may = {source, *(self.allowed or ())}
        outside = sorted(
            (module, imported)
            for module in inside
            for imported in graph.find_modules_directly_imported_by(module)
            if not self._within(imported, may)
        )
        return ContractCheck(kept=not outside, metadata={"outside": outside})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """One line for each import that is not allowed."""
        for module, imported in check.metadata["outside"]:
            output.print_error(f"{module} may not import {imported}")

    @staticmethod
    def _within(imported: str, packages: set[str]) -> bool:
        if imported.partition(".")[0] in sys.stdlib_module_names:
            return True
        return any(imported == name or imported.startswith(f"{name}.") for name in packages)
