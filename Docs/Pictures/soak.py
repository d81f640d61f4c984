"""The chart of the soak: memory, descriptors and threads of one process against the time."""

import json
import pathlib

from svg import Picture, WIDTH, lines_of

FIGURES = pathlib.Path(__file__).parent.parent.parent / "Tests/Soak/figures.json"

# The figure in the file, its title, its unit, and how many of the file's unit are one of that.
PANELS = [
    ("memory", "Memory", "MB", 1000),
    ("descriptors", "Descriptors", "", 1),
    ("threads", "Threads", "", 1),
]
# The moment in the file, its label, the color and width of its line. The wider one is below.
MOMENTS = [
    ("stopped", "while it was stopped by Ctrl-Z", "series-6", 5),
    ("work", "while it relayed", "series-5", 1.5),
]
LEFT, RIGHT, HEIGHT = 52, WIDTH - 20, 92


def scale(highest):
    """A round number above the highest value, and the step of the lines below it."""
    step = 1
    while highest >= 4 * step:
        step *= 2.5 if str(step)[0] == "2" else 2
    return step * (int(highest / step) + 1), step


def draw(theme):
    data = json.loads(FIGURES.read_text())
    samples, totals = data["samples"], data["totals"]
    minutes = max(data["minutes"], max(sample["minute"] for sample in samples))
    title = f"{minutes:.0f} minutes of one process"
    picture = Picture("soak", theme, title, describe(data))
    picture.text(16, 30, title, size=16, bold=True)
    y = 50
    done = f"{totals['relays']:,} relays, {totals['suspensions']:,} suspensions"
    picture.text(16, y, done, "muted")

    def across(minute):
        return LEFT + (RIGHT - LEFT) * minute / minutes

    for figure, name, unit, divisor in PANELS:
        top = y + 40
        bottom = top + HEIGHT
        picture.text(16, top - 14, name + (f" in {unit}" if unit else ""), bold=True)
        high, step = scale(max(sample[figure] for sample in samples) / divisor)
        for line in range(int(high / step) + 1):
            height = bottom - HEIGHT * line * step / high
            picture.path(f"M{LEFT} {height:.1f}H{RIGHT}", "border", 1)
            picture.text(LEFT - 8, height + 5, f"{line * step:g}", "muted", anchor="end")
        for moment, _, color, width in MOMENTS:
            places = [
                (across(sample["minute"]), bottom - HEIGHT * sample[figure] / divisor / high)
                for sample in samples if sample["moment"] == moment]
            picture.path("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in places), color, width)
        y = bottom
    for minute in range(0, int(minutes) + 1, 5 if minutes >= 10 else 1):
        picture.path(f"M{across(minute):.1f} {y}v5", "line", 1)
        picture.text(across(minute), y + 22, str(minute), "muted", anchor="middle")
    picture.text((LEFT + RIGHT) / 2, y + 42, "minutes", "muted", anchor="middle")
    y += 66
    for _, label, color, width in MOMENTS:
        picture.path(f"M18 {y - 5}h24", color, width)
        picture.text(52, y, label)
        y += 22
    y += 4
    note = f"{data['processor']}, {data['system']}, {data['date']}, by {data['command']}"
    for line in lines_of(note, WIDTH - 32):
        picture.text(16, y, line, "muted")
        y += 18
    return picture.document(y + 2)


def describe(data):
    """The judgement in words."""
    parts = [
        f"{each['figure']} {'at work' if each['moment'] == 'work' else 'while stopped'}: "
        f"{each['secondQuarter']:,} in the second quarter of the time, "
        f"{each['lastQuarter']:,} in the last"
        for each in data["judgements"]]
    return f"One process in {data['minutes']:g} minutes, on {data['processor']}. " \
        f"Medians, memory in kB. {'; '.join(parts)}."
