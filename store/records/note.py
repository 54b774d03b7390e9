"""Thoughts and links, filed in the inbox."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from ..errors import KbError, reason_of
from ..files import write_new
from ..git.branches import names_on_branches
from ..pages.base import read_base
from ..pages.walk import SUFFIX
from ..secrets import find_secrets
from .change import Change
from .draft import DraftRequest, contract_of, drafts, new_draft
from .edit import set_field
from .slugs import slug
from .sources import is_url, normalize_url, source_id, subject_of, without_user

if TYPE_CHECKING:
    from ..config import Config
    from ..git.repository import Repository
    from ..git.runner import Git

# Enough of a source's hash to tell the links of a base apart in their names.
SHORT_HASH = 8
MOST_OF_A_SUMMARY = 240


class NoteRequest(NamedTuple):
    """What is noted: a thought, or an address and nothing else; and today, in ISO form."""

    text: str
    day: str


def add_note(config: Config, git: Git, repository: Repository | None, request: NoteRequest) -> Change:
    """File a thought or a link in the inbox; a link that is there already is only reported.

    Args:
        config: the base.
        git: git in the base's folder.
        repository: the base's repository, or None where there is none.
        request: what is noted.

    Raises:
        KbError: `usage` when there is nothing to note; `refused` when the file cannot be written.
    """
    text = request.text.strip()
    if not text:
        raise KbError("usage", "empty-note", "there is nothing to note", "give a thought, or an address")
    url = without_user(text) if is_url(text) else ""
    if secrets := find_secrets(url or text):
        trouble = f"this looks like a secret: {secrets[0].kind}"
        raise KbError("refused", "secret", trouble, "leave it out, and say where it is kept")
    if url:
        return _add_link(config, git, repository, url, request.day)
    first, _, rest = text.partition("\n")
    body = f"\n# {first}\n\n{rest.strip()}\n" if rest.strip() else f"\n# {first}\n"
    summary = first if len(first) <= MOST_OF_A_SUMMARY else first[: MOST_OF_A_SUMMARY - 1].rstrip() + "…"
    return new_draft(config, DraftRequest("note", summary, request.day, body=body), git, repository)


def _add_link(config: Config, git: Git, repository: Repository | None, url: str, day: str) -> Change:
    source = source_id(url)
    short = sha256(source.encode("utf-8")).hexdigest()[:SHORT_HASH]
    if known := _known(config, repository, source, short):
        return known
    subject = subject_of(url)
    name = f"{day}-{slug(subject)}-{short}"
    path = f"{contract_of(config, 'note').folder}/{name}{SUFFIX}"
    request = DraftRequest("note", f"Link: {subject}", day, body=f"\n<{url}>\n", path=path)
    text = next(drafts(config, request, git, repository)).text
    for field, value in (("source", normalize_url(url)), ("source_id", source)):
        text = set_field(text, field, value)
    try:
        write_new(config.root / path, text.encode("utf-8"))
    except OSError as error:
        trouble = f"{path} cannot be written: {reason_of(error)}"
        raise KbError("refused", "not-writable", trouble, "mend that, and try again") from error
    return Change((path,))


def _known(config: Config, repository: Repository | None, source: str, short: str) -> Change | None:
    """Return the page that a source has, in the working tree or on a branch."""
    for page in read_base(config).pages:
        own = page.one("source_id") or (page.one("source") or "")
        if own == source or (is_url(own) and source_id(own) == source):
            return Change((page.path,), warnings=(f"{page.path} has this link already",))
    if repository is None:
        return None
    folder = contract_of(config, "note").folder
    for name in sorted(names_on_branches(repository, repository.prefix + folder)):
        if name.endswith(f"-{short}{SUFFIX}"):
            path = f"{folder}/{name}"
            return Change((path,), warnings=(f"{path} has this link already, on a branch",))
    return None
