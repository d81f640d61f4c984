"""The state diagram: the transition table, laid out by Graphviz.

An arrow is a legal step. The event stands in the box that it leads to, because each event leads to
one place only. The list below the diagram has what `.lifecycle` adds elsewhere.
"""

import hashlib
import json
import pathlib
import shutil
import subprocess

from svg import Picture, WIDTH, lines_of, number

HERE = pathlib.Path(__file__).parent
FACTS = HERE / "facts" / "states.json"
SOURCE = HERE / "facts" / "states.dot"
LAYOUT = HERE / "facts" / "states-layout.json"
BOX = (180, 46)
LABELS = {"notRunning": "not running"}


def load():
    return json.loads(FACTS.read_text())


def dot_source(facts):
    """The graph as Graphviz wants it; sizes are fixed, so that no font matters."""
    lines = [
        "digraph states {", "  rankdir=TB; nodesep=0.25; ranksep=0.42; splines=true;",
        f"  node [shape=box fixedsize=true width={BOX[0] / 72:.4f} height={BOX[1] / 72:.4f}];"]
    lines += [f'  {place["name"]};' for place in facts["places"]]
    places = {place["event"]: place["name"] for place in facts["places"] if "event" in place}
    lines += [
        f'  {decision["place"]} -> {places[decision["event"]]};'
        for decision in facts["decisions"] if decision.get("missing") == []]
    return "\n".join(lines + ["}", ""])


def digest(source):
    return hashlib.sha256(source.encode()).hexdigest()


def record():
    """Writes the graph, and the places that Graphviz gives to its boxes and arrows."""
    source = dot_source(load())
    SOURCE.write_text(source)
    if LAYOUT.exists() and json.loads(LAYOUT.read_text())["source"] == digest(source):
        return
    if not shutil.which("dot"):
        raise SystemExit("make-pictures: Graphviz is missing; apt-get install graphviz brings it")
    laid = json.loads(subprocess.run(
        ["dot", "-Tjson"], input=source, capture_output=True, text=True, check=True).stdout)
    names = {item["_gvid"]: item["name"] for item in laid["objects"]}
    height = float(laid["bb"].split(",")[3])

    def point(text):
        x, y = text.split(",")[-2:]
        return [round(float(x), 1), round(height - float(y), 1)]
    layout = {
        "source": digest(source), "size": [float(laid["bb"].split(",")[2]), height],
        "boxes": {item["name"]: point(item["pos"]) for item in laid["objects"]},
        "arrows": [{
            "from": names[edge["tail"]], "to": names[edge["head"]],
            # The first entry of an edge's position is the tip of its arrow.
            "points": [point(p) for p in edge["pos"].split()[1:]],
            "tip": point(edge["pos"].split()[0])} for edge in laid["edges"]]}
    LAYOUT.write_text(json.dumps(layout, indent=1) + "\n")


def additions(facts):
    """What is added: the states and the added events, and before which events."""
    lines = {}
    for decision in facts["decisions"]:
        if decision.get("missing"):
            state = next(
                place["state"] for place in facts["places"] if place["name"] == decision["place"])
            events = lines.setdefault((state, tuple(decision["missing"])), [])
            if decision["event"] not in events:
                events.append(decision["event"])
    return lines


def draw(theme):
    facts = load()
    layout = json.loads(LAYOUT.read_text())
    if layout["source"] != digest(dot_source(facts)) or SOURCE.read_text() != dot_source(facts):
        raise SystemExit(
            "make-pictures: the states are laid out for another table; run Docs/make-pictures")
    picture = Picture(
        "states", theme, "The states of an app and the events between them", describe(facts))
    width, height = layout["size"]
    if width > WIDTH - 16:
        raise SystemExit(f"make-pictures: Graphviz made the states {width:.0f} wide")
    left, top = (WIDTH - width) / 2, 16

    def at(point):
        return f"{number(point[0] + left)} {number(point[1] + top)}"
    for arrow in layout["arrows"]:
        first, *rest = arrow["points"]
        curve = "C" + " ".join(map(at, rest))
        picture.path(f"M{at(first)}{curve}L{at(arrow['tip'])}", arrow=True)
    for place in facts["places"]:
        x, y = layout["boxes"][place["name"]]
        x, y, state = x + left, y + top, place["state"]
        picture.rect(
            x - BOX[0] / 2, y - BOX[1] / 2, *BOX, f"fill-{state}", "line", 8,
            "4 4" if "event" not in place else None)
        label = LABELS.get(state, state)
        if "event" in place:
            picture.text(
                x, y - 3, place["event"], f"text-{state}", f"fill-{state}", mono=True,
                anchor="middle")
            picture.text(x, y + 15, label, f"text-{state}", f"fill-{state}", anchor="middle")
        else:
            picture.text(
                x, y + 5, label, f"text-{state}", f"fill-{state}", anchor="middle")
    y = top + height + 34
    picture.text(16, y, "What .lifecycle adds where a step is missing", bold=True)
    y += 8
    for (state, missing), events in additions(facts).items():
        y += 6
        line = f"{LABELS.get(state, state)}, before {alternatives(events)}:"
        for part in lines_of(line, WIDTH - 32):
            y += 17
            picture.text(16, y, part, "muted")
        for name in missing:
            y += 18
            picture.text(32, y, f"+ {name}", "added", mono=True)
    y += 26
    rest = "Conditions, such as didReceiveMemoryWarning, change no state. With .lifecycle they are " \
        "delivered until willTerminate, and every other event is dropped. With .relay each post " \
        "is delivered."
    for line in lines_of(rest, WIDTH - 32):
        picture.text(16, y, line, "muted")
        y += 18
    return picture.document(y + 2)


def alternatives(words):
    return " or ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def describe(facts):
    entrances = {place["name"]: place.get("event", "the start") for place in facts["places"]}
    steps = [
        f"{decision['event']} after {entrances[decision['place']]}"
        for decision in facts["decisions"] if decision.get("missing") == []]
    return f"Legal steps: {', '.join(steps)}."
