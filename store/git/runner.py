"""One way to run git: without the caller's repository, without a prompt, in English, within a time."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from ..errors import KbError, reason_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

# What `git rev-parse --local-env-vars` lists (git 2.39), and what else ties a git to the repository of a caller.
_OF_A_REPOSITORY = frozenset(
    {
        "GIT_ALTERNATE_OBJECT_DIRECTORIES",
        "GIT_COMMON_DIR",
        "GIT_CONFIG",
        "GIT_CONFIG_COUNT",
        "GIT_CONFIG_PARAMETERS",
        "GIT_DEFAULT_HASH",
        "GIT_DIR",
        "GIT_EXTERNAL_DIFF",
        "GIT_GLOB_PATHSPECS",
        "GIT_GRAFT_FILE",
        "GIT_ICASE_PATHSPECS",
        "GIT_IMPLICIT_WORK_TREE",
        "GIT_INDEX_FILE",
        "GIT_INTERNAL_SUPER_PREFIX",
        "GIT_NAMESPACE",
        "GIT_NOGLOB_PATHSPECS",
        "GIT_NO_REPLACE_OBJECTS",
        "GIT_OBJECT_DIRECTORY",
        "GIT_PREFIX",
        "GIT_QUARANTINE_PATH",
        "GIT_REFLOG_ACTION",
        "GIT_REPLACE_REF_BASE",
        "GIT_SHALLOW_FILE",
        "GIT_WORK_TREE",
    }
)
# A prompt would wait for ever in a job; messages are read by people who may have any language, in the one kb speaks.
_ALWAYS = {
    "GCM_INTERACTIVE": "never",
    "GIT_ASKPASS": "",
    "GIT_EDITOR": ":",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
    "SSH_ASKPASS_REQUIRE": "never",
}
# What a partial clone lacks is got by a fetch of git's own: older ones know only that no transport is allowed.
_OFFLINE = {"GIT_ALLOW_PROTOCOL": "none", "GIT_NO_LAZY_FETCH": "1"}
# A path is meant as it is written; these do not know how to be told so, and take it so.
_NOT_LITERAL = frozenset({"check-ignore"})
# How long git waits for another's lock on a reference, in milliseconds; its own choice is a tenth of a second.
_PATIENCE = ("-c", "core.filesRefLockTimeout=1000", "-c", "core.packedRefsTimeout=1000")
# Seconds for a call that talks to a remote, and for a signer, which may ask its user.
REMOTE_LIMIT = 120.0
SIGNER_LIMIT = 120.0
# Seconds to clean up in, before a git that is ended is killed.
GRACE = 2.0
MOST_FILES = 3
MOST_WORDS = 200
_USER = re.compile(r"://[^\s/@]+@")


class Answer(NamedTuple):
    """What git said: its exit code, its output, and its complaint, passwords in addresses left out."""

    code: int
    out: bytes
    err: str

    @property
    def complaint(self) -> str:
        """The line of the complaint that says what is wrong, with the files that it names."""
        lines = [line for line in self.err.splitlines() if line.strip()]
        telling = [number for number, line in enumerate(lines) if line.startswith(("fatal: ", "error: "))]
        first = telling[0] if telling else 0
        files = [line.strip() for line in lines[first + 1 : first + 1 + MOST_FILES] if line.startswith("\t")]
        line = lines[first].strip() if lines else "it said nothing"
        return " ".join((line.removeprefix("fatal: ").removeprefix("error: "), *files))

    @property
    def remote_words(self) -> str:
        """What the remote's own programs said, on one line, or an empty text."""
        lines = (line.removeprefix("remote: ").strip() for line in self.err.splitlines() if line.startswith("remote: "))
        return " ".join(line for line in lines if line)[:MOST_WORDS]

    @property
    def text(self) -> str:
        """The output as text, without the line feed at its end; a name that is no UTF-8 keeps its bytes."""
        return self.out.decode("utf-8", "surrogateescape").removesuffix("\n")

    @property
    def parts(self) -> list[str]:
        """The output cut at its NUL bytes."""
        return self.out.decode("utf-8", "surrogateescape").split("\0")[:-1]


class Git(NamedTuple):
    """git, run in one folder.

    Attributes:
        folder: where it runs.
        environ: the variables of the process; those that name a repository are left out.
        limit: seconds that a call to a remote may take.
        is_partial: the repository lacks contents until they are asked for, so that any call may talk to the remote.
        is_offline: no call may talk to a remote; one that needs what a partial clone lacks fails.
    """

    folder: Path
    environ: Mapping[str, str]
    limit: float = REMOTE_LIMIT
    is_partial: bool = False
    is_offline: bool = False

    @property
    def variables(self) -> dict[str, str]:
        """The variables without those that name a repository, and what keeps git from its remotes if it is to."""
        kept = {name: value for name, value in self.environ.items() if name not in _OF_A_REPOSITORY}
        return kept | _OFFLINE if self.is_offline else kept

    def at(self, folder: Path) -> Git:
        """Return the same in another folder."""
        return self._replace(folder=folder)

    def run(self, *arguments: str, data: bytes | None = None, wrong: tuple[int, ...] = ()) -> Answer:
        """Run git and return its answer.

        Args:
            arguments: the command and its arguments.
            data: what it reads from standard input.
            wrong: exit codes other than 0 that the caller can tell something from.

        Raises:
            KbError: `outside` when there is no git, or it fails in a way that is not in `wrong`.
        """
        return self._checked(self._call(arguments, data, None), arguments, wrong)

    def text(self, *arguments: str) -> str:
        """Run git and return its output as text; as `run`."""
        return self.run(*arguments).text

    def call_remote(self, *arguments: str, wrong: tuple[int, ...] = ()) -> Answer:
        """Run a git that talks to a remote, out of reach of the terminal and at most `limit` seconds; as `run`.

        Raises:
            KbError: `outside` also when the time is over.
        """
        return self._checked(self._call(arguments, None, self.limit), arguments, wrong)

    def sign(self, *arguments: str, data: bytes) -> Answer:
        """Run a git that calls a signer, which may ask its user but not for ever, and return its answer."""
        return self._call(arguments, data, SIGNER_LIMIT, alone=False)

    def _call(
        self, arguments: tuple[str, ...], data: bytes | None, limit: float | None, *, alone: bool = True
    ) -> Answer:
        if limit is None and self.is_partial:
            limit = self.limit
        alone = alone and limit is not None
        try:
            process = subprocess.Popen(  # noqa: S603 - git, with arguments of ours
                ["git", *_PATIENCE, *arguments],  # noqa: S607 - the user's git is the one to use
                cwd=self.folder,
                env=self.variables | _ALWAYS | {"GIT_LITERAL_PATHSPECS": "0" if arguments[0] in _NOT_LITERAL else "1"},
                stdin=subprocess.DEVNULL if data is None else subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                # Without a terminal of its own ssh cannot ask there.
                start_new_session=alone,
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0) if alone else 0,
            )
        except OSError as error:
            raise self._not_started(error) from error
        with process:
            try:
                out, err = process.communicate(data, limit)
            except subprocess.TimeoutExpired as error:
                _end(process, alone=alone)
                trouble = f"git {arguments[0]} did not end within {limit:g} seconds"
                raise KbError("outside", "timeout", trouble, "see whether the remote answers, and try again") from error
            except BaseException:
                _end(process, alone=alone)
                raise
        return Answer(process.returncode, out, without_users(err.decode("utf-8", "replace")))

    def _not_started(self, error: OSError) -> KbError:
        if not os.path.isdir(self.folder):  # noqa: PTH112 - also of a folder that nobody may look into
            return KbError("missing", "no-folder", f"{self.folder} is no folder", "name a folder")
        if not os.access(self.folder, os.X_OK):
            return KbError("refused", "no-access", f"{self.folder} cannot be entered", "ask for the right to")
        if isinstance(error, FileNotFoundError):
            return KbError("outside", "no-git", "there is no git on this machine", "install git, and try again")
        return KbError(
            "outside", "git-not-started", f"git cannot be started: {reason_of(error)}", "see whether git runs"
        )

    def _checked(self, answer: Answer, arguments: tuple[str, ...], wrong: tuple[int, ...]) -> Answer:
        if answer.code and answer.code not in wrong:
            raise failure(f"git {arguments[0]} failed in {self.folder}", answer)
        return answer


def without_users(text: str) -> str:
    """Return a text without the users and passwords of the addresses in it."""
    return _USER.sub("://", text)


def failure(trouble: str, answer: Answer) -> KbError:
    """Return an error that says what failed, and what git said of it."""
    return KbError("outside", "git-failed", f"{trouble}: {answer.complaint}", "mend that, and try again")


def _end(process: subprocess.Popen[bytes], *, alone: bool) -> None:
    """End git and what it has started, which would keep its output open; first in a way that lets it clean up."""
    if alone and sys.platform != "win32":
        os.killpg(process.pid, signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            process.wait(GRACE)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    elif sys.platform == "win32":
        command = ["taskkill", "/T", "/F", "/PID", str(process.pid)]
        subprocess.run(command, check=False, capture_output=True)  # noqa: S603 - a literal command
    process.kill()
    process.communicate()
