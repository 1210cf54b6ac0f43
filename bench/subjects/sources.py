"""Upstream sources by apt, without touching the system's own apt: a private configuration in the work directory is derived
from the existing one by asking for sources instead of packages. Apt checks each tarball against the signed Sources index."""

import os
import pathlib
import re
import shutil
import subprocess


class CannotFetch(Exception):
    """Apt could not give us a source package."""


def _stanzas(text):
    """Entries of a deb822 file, as apt reads them."""
    text = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
    return [s for s in re.split(r"\n\s*\n", text) if s.strip()]


def _source_stanzas(text):
    """The same places, asked for sources. Security suites hold no upstream release that the others lack."""
    out = []
    for stanza in _stanzas(text):
        suites = re.search(r"^Suites:(.*)$", stanza, re.MULTILINE | re.IGNORECASE)
        if suites and all("security" in word for word in suites[1].split()):
            continue
        out.append(re.sub(r"^Types:.*$", "Types: deb-src", stanza, flags=re.MULTILINE | re.IGNORECASE))
    return out


def _source_lines(text):
    lines = {re.sub(r"^deb(-src)?\s", "deb-src ", line.strip()) for line in text.splitlines() if re.match(r"\s*deb(-src)?\s", line)}
    return sorted(line for line in lines if "security" not in line)


class Apt:
    def __init__(self, root, etc=pathlib.Path("/etc/apt")):
        self.root, self.etc = root / "apt", etc
        self.downloads = root / "download"

    def configure(self):
        parts = self.root / "sources.list.d"
        shutil.rmtree(parts, ignore_errors=True)
        for directory in (parts, self.root / "lists" / "partial", self.root / "cache" / "archives" / "partial"):
            directory.mkdir(parents=True, exist_ok=True)
        for path in sorted((self.etc / "sources.list.d").glob("*.sources")):
            (parts / path.name).write_text("\n\n".join(_source_stanzas(path.read_text())) + "\n")
        for path in [self.etc / "sources.list", *sorted((self.etc / "sources.list.d").glob("*.list"))]:
            if path.exists():
                (parts / f"{path.stem}.list").write_text("\n".join(_source_lines(path.read_text())) + "\n")
        (self.root / "apt.conf").write_text(
            f'Dir::State::Lists "{self.root}/lists";\nDir::Cache "{self.root}/cache";\n'
            f'Dir::Etc::SourceList "{self.root}/none";\nDir::Etc::SourceParts "{parts}";\nAcquire::Retries "3";\n')

    def _apt(self, *arguments, cwd=None):
        return subprocess.run(["apt-get", "-q", *arguments], cwd=cwd, capture_output=True, text=True,
                              env=dict(os.environ, APT_CONFIG=str(self.root / "apt.conf"), LC_ALL="C"))

    def update(self):
        self.configure()
        done = self._apt("update")
        if done.returncode != 0:
            raise CannotFetch(f"apt cannot read the lists of sources: {done.stderr.strip()[-600:]}")

    def tarball(self, source):
        """The upstream tarball of a source package, fetched if it is not there yet."""
        done = self.downloads / source
        if not done.exists():
            self._fetch(source, done)
        return next(done.glob("*.orig.tar.*"))

    def _fetch(self, source, into):
        if not any((self.root / "lists").glob("*Sources*")):
            self.update()
        part = into.with_name(into.name + ".part")
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        done = self._apt("source", "--tar-only", "--download-only", source, cwd=part)
        if done.returncode != 0 or not any(part.glob("*.orig.tar.*")):
            raise CannotFetch(f"apt cannot fetch the source of {source}: {done.stderr.strip()[-600:]}")
        part.rename(into)


def unpack(tarball, directory):
    """The tarball's tree at `directory`, whatever its top folder is called; atomic, so that an interruption leaves nothing half."""
    if directory.exists():
        return
    part = directory.with_name(directory.name + ".part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    subprocess.run(["tar", "-C", part, "--strip-components=1", "-xf", tarball], check=True)
    part.rename(directory)
