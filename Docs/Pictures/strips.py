"""A strip for each scenario: what happens, the state, and what the listeners receive of it.

Time goes down, one row for each event that is received or dropped: no scale.
"""

import json
import pathlib

from svg import Picture, lines_of

FACTS = pathlib.Path(__file__).parent / "facts"
ROW, SMALL = 40, 30
BAND, BAND_WIDTH = 162, 88
RIGHT = BAND + BAND_WIDTH + 11

# Title, the state at the start, and what a cause is called in the left column.
STRIPS = {
    "service": ("SIGTERM of a service", "notRunning", {"started": "the service starts"}),
    "strict": ("What .lifecycle adds and drops", "notRunning", None),
}


def load(name):
    return json.loads((FACTS / f"strip-{name}.json").read_text())["steps"]


def draw(name, theme):
    title, state, causes = STRIPS[name]
    steps = load(name)
    picture = Picture(f"strip-{name}", theme, title, describe(title, steps))
    picture.text(16, 30, title, size=16, bold=True)
    end = strip(picture, steps, state, causes)
    picture.text(16, end + 22, "one row for each event; time is not to scale", "muted")
    return picture.document(end + 36)


def describe(title, steps):
    def words(heard):
        return heard["event"] + (" (added)" if heard["isAdded"] else "")
    parts = []
    for step in steps:
        cause = step["cause"]
        heard = ", ".join(map(words, step["heard"])) or "nothing"
        dropped = f", dropped: {step['dropped']}" if "dropped" in step else ""
        outcome = f", then: {step['outcome']}" if "outcome" in step else ""
        parts.append(f"{cause}: received {heard}{dropped}{outcome}")
    return f"{title}. {'; '.join(parts)}."


def rows_of(steps):
    """The rows: a cause, an event heard, a drop, or what became of the process."""
    for step in steps:
        cause = step["cause"]
        for heard in step["heard"]:
            yield cause, heard, None
            cause = None
        if "dropped" in step:
            yield cause, None, ("dropped", step["dropped"])
            cause = None
        if "outcome" in step:
            yield cause, None, ("outcome", step["outcome"])


def strip(picture, steps, state, causes):
    left = "posted" if causes is None else "what happens"
    picture.text(16, 56, left, "muted")
    picture.text(BAND + BAND_WIDTH / 2, 56, "state", "muted", anchor="middle")
    picture.text(RIGHT, 56, "listeners receive", "muted")
    rows = list(rows_of(steps))
    y, start, bands, marks = 66, 66, [], []
    first = y
    y += 26
    for cause, heard, note in rows:
        middle = y + ROW / 2 - 4
        marks.append((middle, cause, heard, note))
        if heard:
            bands.append((start, middle, state))
            state, start = heard["state"], middle
        y += ROW
    bands.append((start, y + 4, state))
    bands = merged(bands)
    for top, bottom, state in bands:
        picture.rect(BAND, top, BAND_WIDTH, bottom - top, f"fill-{state}", "line", 0)
    for top, bottom, state in bands:
        label = {"notRunning": "not running"}.get(state, state)
        picture.text(
            BAND + BAND_WIDTH / 2, (top + bottom) / 2 + 5, label, f"text-{state}",
            f"fill-{state}", anchor="middle")
    for middle, cause, heard, note in marks:
        mark(picture, middle, cause, heard, note, causes)
    return max(y + 4, first)


def merged(bands):
    result = []
    for top, bottom, state in bands:
        if result and result[-1][2] == state:
            top = result.pop()[0]
        result.append((top, bottom, state))
    return [band for band in result if band[1] - band[0] > 1]


def mark(picture, y, cause, heard, note, causes):
    if cause:
        if causes is None:
            picture.text(BAND - 10, y + 5, cause, anchor="end")
        else:
            words = causes.get(cause, cause)
            lines = lines_of(words, BAND - 28)
            for index, line in enumerate(lines):
                picture.text(
                    BAND - 10, y + 5 + 17 * (index - (len(lines) - 1) / 2), line, anchor="end")
    if heard:
        color = "added" if heard["isAdded"] else "ink"
        picture.circle(BAND, y, 4.5, "ground" if heard["isAdded"] else color, color)
        picture.path(f"M{BAND + BAND_WIDTH} {y}h7", color)
        listeners = " → ".join(heard["listeners"])
        below = "added" if heard["isAdded"] else listeners
        offset = 5 if not below else -2
        picture.text(RIGHT, y + offset, heard["event"], color, mono=True)
        if below:
            picture.text(RIGHT, y + 15, below, "added" if heard["isAdded"] else "muted")
    else:
        kind, words = note
        color = "dropped" if kind == "dropped" else "muted"
        picture.path(f"M{BAND + BAND_WIDTH} {y}h7", color)
        if kind == "dropped":
            picture.text(RIGHT, y - 2, "nothing, dropped:", color)
            picture.text(RIGHT, y + 15, words, color)
        else:
            picture.text(RIGHT, y + 5, words, color)
