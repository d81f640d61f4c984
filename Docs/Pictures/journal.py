"""The journal in a terminal: a real session under bash, recorded on a pseudo-terminal."""

import fcntl
import json
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import struct
import termios
import time

from svg import Picture, WIDTH
from terminal import Terminal

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parent.parent
RECORDING = HERE / "facts" / "journal.cast"
COLUMNS, ROWS = 49, 60
# Shown in the picture, so it must not be a folder of the machine.
STATE = pathlib.Path("/tmp/state")

# What SwiftPM writes before the program runs differs from run to run; it ends with this.
BUILT = re.compile(r".*complete! \([0-9.]+s\)\r\n", re.DOTALL)
# The report at the end is wider than the picture.
REPORT = "  . the launch:"

# What is typed, and what the screen shows before the next keys are.
KEYS = [
    ("swift run journal\r", "commands.\r\n> "),
    ("dear diary\r", "1  dear diary\r\n> "),
    ("\x1a", "Stopped"),
    ("fg\r", "didBecomeActive: inactive -> active\x1b[0m\r\n> "),
    ("back again\r", "2  back again\r\n> "),
    ("\x03", "timeline.svg"),
]


def record():
    play(RECORDING, "swift run journal", KEYS, ROOT)


def play(recording, title, keys, folder):
    """Plays keys in a folder, and writes what appears as an asciicast."""
    if not shutil.which("bash"):
        raise SystemExit("make-pictures: bash is missing, which runs the journal in the picture")
    if STATE.exists():
        raise SystemExit(f"make-pictures: {STATE} exists; move it away, because the journal in the "
                         "picture keeps its files there")
    STATE.mkdir(mode=0o700)
    try:
        session = Session(folder)
        session.read_until("$ ")
        for pressed, expected in keys:
            session.press(pressed)
            session.read_until(expected)
        if not expected.endswith("$ "):
            session.read_until("$ ")
        session.end()
    finally:
        shutil.rmtree(STATE)
    header = {"version": 2, "width": COLUMNS, "height": ROWS, "title": title}
    entries = without_build(session.entries) if folder == ROOT else session.entries
    text = "\n".join(map(json.dumps, [header] + entries)) + "\n"
    for private in {str(folder), str(ROOT), os.path.expanduser("~"), os.uname().nodename}:
        if len(private) > 2 and private in text:
            raise SystemExit(f"make-pictures: the journal's recording shows {private}")
    recording.write_text(text)


def without_build(entries):
    """The entries without what SwiftPM wrote."""
    command = next(i for i, entry in enumerate(entries) if "journal\r\n" in entry[2])
    written = ""
    for index in range(command + 1, len(entries)):
        start, kind, text = entries[index]
        written += text
        built = BUILT.match(written)
        if built:
            rest = [[start, kind, written[built.end():]]] if built.end() < len(written) else []
            return entries[:command + 1] + rest + entries[index + 1:]
    raise SystemExit("make-pictures: SwiftPM did not say that the journal was built")


class Session:
    """A shell on a pseudo-terminal. Waits for what appears, never for a time."""

    def __init__(self, folder):
        self.start = time.monotonic()
        self.entries = []
        self.rest = ""
        self.process, self.keyboard = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            environment = {
                "PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/"),
                "XDG_STATE_HOME": str(STATE), "TERM": "xterm-256color", "LANG": "C.UTF-8",
                "PS1": "$ ", "BASH_SILENCE_DEPRECATION_WARNING": "1", "HISTFILE": ""}
            os.execvpe("bash", ["bash", "--norc", "--noprofile", "--noediting", "-i"], environment)
        size = struct.pack("HHHH", ROWS, COLUMNS, 0, 0)
        fcntl.ioctl(self.keyboard, termios.TIOCSWINSZ, size)

    def press(self, keys):
        self.rest = ""
        # As a person would, so that the recording can be played.
        time.sleep(0.8)
        for key in keys:
            os.write(self.keyboard, key.encode())
            time.sleep(0.05)

    def read_until(self, expected, limit=600):
        deadline = time.monotonic() + limit
        while expected not in self.rest:
            ready, _, _ = select.select([self.keyboard], [], [], max(deadline - time.monotonic(), 0))
            if not ready:
                raise SystemExit(f"make-pictures: the terminal did not show {expected!r}, but "
                                 f"{self.rest!r}")
            text = os.read(self.keyboard, 65536).decode()
            self.entries.append([round(time.monotonic() - self.start, 3), "o", text])
            self.rest += text
        self.rest = self.rest.split(expected, 1)[1]

    def end(self):
        os.close(self.keyboard)
        os.kill(self.process, signal.SIGHUP)
        os.waitpid(self.process, 0)


def lines(recording):
    """The lines on the screen at the end of a recording, each with whether it is dim."""
    header, *entries = map(json.loads, recording.read_text().splitlines())
    terminal = Terminal(header["width"])
    for _, _, text in entries:
        terminal.write(text)
    return terminal.lines()


def draw(theme):
    shown = lines(RECORDING)
    texts = [text for text, _ in shown]
    if REPORT in texts:
        shown = shown[:texts.index(REPORT)] + [("  . ... and the report of the run", True)]
    return screen("journal", theme, "The journal in a terminal", shown)


def screen(name, theme, title, lines):
    picture = Picture(
        name, theme, title, "A terminal session: " + " / ".join(text for text, _ in lines if text))
    while lines and not lines[-1][0]:
        lines.pop()
    y = 28
    left = (WIDTH - COLUMNS * 0.602 * 14) / 2
    for text, is_dim in lines:
        prompt = text[:2] if text[:2] in ("$ ", "> ") else ""
        if prompt:
            picture.text(left, y, prompt.rstrip(), "accent-text", mono=True)
        typed = text[len(prompt):]
        if typed:
            offset = len(prompt) + len(typed) - len(typed.lstrip())
            picture.text(
                left + offset * 0.602 * 14, y, typed.strip(), "muted" if is_dim else "ink",
                mono=True, bold=bool(prompt))
        y += 19
    return picture.document(y - 2)
