"""The claims file of a workspace folder, as it is open or saved."""

from __future__ import annotations

from codewitness.engine.disk import SavedFile
from codewitness.engine.documents import Document
from codewitness.engine.verify.reading.claims_file import CLAIMS_FILE, ClaimLine, claim_lines
from codewitness.engine.view import Folder
from codewitness.model.text import Span, Text


def claims_source(folder: Folder) -> Document | SavedFile | None:
    """None if no claims are written down in the folder."""
    return folder.document(CLAIMS_FILE) or folder.saved.get(CLAIMS_FILE)


def claims_in(text: Text) -> list[ClaimLine]:
    """The claims in it."""
    return list(claim_lines(text.slice(Span(0, len(text)))))
