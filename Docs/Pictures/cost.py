"""The cost chart: time for one post against the number of listeners, both logarithmic.

The figures are a file that `relay-benchmark --json` wrote, so that the chart can be drawn without
measuring.
"""

import json
import math
import pathlib

from svg import Picture, WIDTH, lines_of

FIGURES = pathlib.Path(__file__).parent.parent.parent / "Tests/Benchmarks/figures/relay.json"
COMMAND = "relay-benchmark --json"

# What relay-benchmark calls it, what the chart calls it, and the color of its line.
CONTENDERS = [
    ("N OpenCombine publishers", "N OpenCombine publishers", "series-7"),
    ("N isolated block observers", "N block observers, isolated", "series-1"),
    ("N typed messages", "N observers of a typed message", "series-2"),
    ("N block observers", "N block observers, empty", "series-3"),
    ("one block and a loop", "one block observer and a loop", "series-4"),
    ("mediator", "mediator", "series-5"),
    ("mediator, one in ten interested", "mediator, one in ten interested", "series-6"),
]
# The form of the points, so that no line is known by its color alone.
SHAPES = ["circle", "square", "diamond", "up", "ring", "disc", "down"]
LEFT, RIGHT, TOP, BOTTOM = 66, WIDTH - 20, 76, 386


def load():
    data = json.loads(FIGURES.read_text())
    series = {}
    for point in data["results"]["points"]:
        series.setdefault(point["contender"], {})[point["listeners"]] = point["nanoseconds"]
    return data, series


def duration(nanoseconds):
    for limit, unit in ((1e3, "ns"), (1e6, "µs"), (1e9, "ms")):
        if nanoseconds < limit:
            return f"{nanoseconds * 1e3 / limit:g} {unit}"
    return f"{nanoseconds / 1e9:g} s"


def draw(theme):
    data, series = load()
    unknown = set(series) - {name for name, _, _ in CONTENDERS}
    if unknown:
        raise SystemExit(f"make-pictures: the chart has no line for {', '.join(sorted(unknown))}")
    shown = [(label, color, shape, sorted(series[name].items()))
             for (name, label, color), shape in zip(CONTENDERS, SHAPES) if name in series]
    counts = sorted({count for _, _, _, points in shown for count, _ in points})
    values = [value for _, _, _, points in shown for _, value in points]
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))

    def at(count, value):
        spread = math.log(counts[-1] / counts[0])
        x = LEFT + 12 + (RIGHT - LEFT - 24) * math.log(count / counts[0]) / spread
        y = BOTTOM - (BOTTOM - TOP) * (math.log10(value) - low) / (high - low)
        return x, y
    picture = Picture("cost", theme, "What one post costs", describe(shown, data))
    picture.text(16, 30, "What one post costs", size=16, bold=True)
    picture.text(16, 50, "time for a post to N listeners", "muted")
    for power in range(low, high + 1):
        y = at(counts[0], 10 ** power)[1]
        picture.path(f"M{LEFT} {y:.1f}H{RIGHT}", "border", 1)
        picture.text(LEFT - 8, y + 5, duration(10 ** power), "muted", anchor="end")
    for count in counts:
        x = at(count, 10 ** low)[0]
        picture.path(f"M{x:.1f} {BOTTOM}v5", "line", 1)
        picture.text(x, BOTTOM + 22, str(count), "muted", anchor="middle")
    picture.text((LEFT + RIGHT) / 2, BOTTOM + 42, "N listeners", "muted", anchor="middle")
    for label, color, shape, points in shown:
        places = [at(*point) for point in points]
        line = 2.5 if label.startswith("mediator") else 1.5
        picture.path("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in places), color, line)
        for x, y in places:
            draw_point(picture, shape, x, y, color)
    y = BOTTOM + 66
    # In the order of the lines' right ends, so that the list reads like the chart.
    for label, color, shape, points in sorted(shown, key=lambda entry: -entry[3][-1][1]):
        picture.path(f"M18 {y - 5}h24", color, 2.5 if label.startswith("mediator") else 1.5)
        draw_point(picture, shape, 30, y - 5, color)
        picture.text(52, y, label, bold=label.startswith("mediator"))
        picture.text(WIDTH - 16, y, short(points[-1][1]), "muted", anchor="end")
        y += 22
    y += 4
    picture.text(WIDTH - 16, y, f"with {counts[-1]} listeners", "muted", anchor="end")
    y += 26
    note = f"Medians on {data['processor']}, {data['system']}, {data['date']}, by {COMMAND}"
    # Not written by the benchmark: what a reader has to know of a run that was not at rest.
    note += f"; {data['note']}" if "note" in data else ""
    for line in lines_of(note, WIDTH - 32):
        picture.text(16, y, line, "muted")
        y += 18
    return picture.document(y + 2)


def short(nanoseconds):
    for limit, unit in ((1e3, "ns"), (1e6, "µs"), (1e9, "ms")):
        if nanoseconds < limit:
            return f"{nanoseconds * 1e3 / limit:.3g} {unit}"
    return f"{nanoseconds / 1e9:.3g} s"


def describe(shown, data):
    parts = [
        f"{label}: " + ", ".join(f"{short(value)} with {count}" for count, value in points)
        for label, _, _, points in shown]
    return f"Time for one post, by the number of listeners, on {data['processor']}. " \
        + "; ".join(parts) + "."


def draw_point(picture, shape, x, y, color):
    if shape in ("circle", "disc"):
        return picture.circle(x, y, 3.5 if shape == "circle" else 5, color)
    if shape == "ring":
        return picture.circle(x, y, 4, "ground", color)
    outline = {
        "square": "m-4-4h8v8h-8z", "diamond": "m0-5.5l5.5 5.5l-5.5 5.5l-5.5-5.5z",
        "up": "m0-5l5 9h-10z", "down": "m0 5l5-9h-10z"}[shape]
    picture.path(f"M{x:.1f} {y:.1f}{outline}", color, 2.5)
