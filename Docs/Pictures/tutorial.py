"""The previews of the tutorial: each step of the journal, run under bash on a pseudo-terminal."""

import json
import pathlib
import shutil
import subprocess
import tempfile

import journal

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parent.parent
CODE = ROOT / "Docs" / "LifecycleBus" / "Tutorials"
BUILD = ROOT / ".build" / "debug"
MODULES = ["LifecycleBus", "LifecycleBusSignals", "Listeners", "ListenersTimeline"]

CTRL_C, CTRL_Z = "\x03", "\x1a"
PROMPT = "\n> "

# For each step its title, what is typed, and what the screen shows before the next keys are.
STEPS = {
    1: ("The start and the end are events", [
        ("./journal\r", "background -> terminated\x1b[0m\r\n$ ")]),
    2: ("A line is kept, and Ctrl-Z, fg and Ctrl-C are events", [
        ("./journal\r", PROMPT), ("dear diary\r", "1  dear diary\r\n> "),
        (CTRL_Z, "Stopped"), ("fg\r", PROMPT), (CTRL_C, "$ ")]),
    3: ("Ctrl-C saves what is not a line", [
        ("./journal\r", PROMPT), ("dear diary\r", "1  dear diary\r\n> "), (CTRL_C, "$ "),
        ("ls /tmp/state/journal/runs/*\r", "$ ")]),
    4: ("The second start reads before it asks", [
        ("echo dear diary | ./journal &> /dev/null\r", "$ "),
        ("./journal\r", PROMPT), (CTRL_C, "$ ")]),
    5: ("A run that was killed is noticed", [
        ("./journal\r", PROMPT), (CTRL_Z, "Stopped"), ("kill -9 %1\r", "$ "),
        ("./journal\r", PROMPT), (CTRL_C, "$ ")]),
}


def recording(step):
    return HERE / "facts" / f"step-{step}.cast"


def record():
    """Builds the program of each step, plays the keys, and writes what appears."""
    with tempfile.TemporaryDirectory() as folder:
        for step, (title, keys) in STEPS.items():
            program = pathlib.Path(folder) / str(step)
            build(step, program)
            journal.play(recording(step), title, keys, program)


def build(step, folder):
    """Builds a step's program from its code files and the modules that `swift build` has made."""
    sources = folder / "Sources"
    sources.mkdir(parents=True)
    for file in CODE.glob("journal-[A-Z]*.swift"):
        shutil.copy(file, sources / file.name.removeprefix("journal-"))
    shutil.copy(CODE / f"journal-{step}-main.swift", sources / "main.swift")
    objects = [file for module in MODULES for file in BUILD.glob(f"{module}.build/*.o")]
    subprocess.run(
        ["swiftc", "-swift-version", "6", "-I", BUILD / "Modules", "-module-name", "journal",
         "-o", folder / "journal", *sorted(sources.glob("*.swift")), *sorted(objects)], check=True)


def draw(step, theme):
    title, _ = STEPS[step]
    lines = journal.lines(recording(step))
    if lines and lines[-1][0] == "$":
        lines.pop()
    return journal.screen(f"step-{step}", theme, title, lines)
