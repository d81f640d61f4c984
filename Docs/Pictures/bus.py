"""The bus: what posts, what relays, and what listens."""

from svg import Picture, WIDTH

SOURCES = [
    ("UIKit, AppKit, WatchKit", "the system posts", False),
    ("POSIX signals", "ProcessSignalSource", True),
    ("a test or a host", "post(.didBecomeActive)", True),
]
LISTENERS = [
    ("ImageCache", "onAppDidEnterBackground()"),
    ("DraftSaver", "onAppDidEnterBackground()"),
    ("Analytics", "onAppDidBecomeActive()"),
    ("yours", "the methods it needs"),
]
LEFT, INDENT = 16, 44


def draw(theme):
    picture = Picture(
        "bus", theme, "LifecycleBus",
        "UIKit, AppKit and WatchKit, POSIX signals, and tests post notifications on one "
        "NotificationCenter. The mediator observes each name once and relays the events in one "
        "order to small typed listeners.")
    y = 16
    wide = WIDTH - LEFT - INDENT
    top = y
    for name, way, mono in SOURCES:
        picture.rect(INDENT, y, wide, 36)
        picture.text(INDENT + 12, y + 23, name, on="box", bold=True)
        picture.text(WIDTH - LEFT - 12, y + 23, way, "muted", "box", mono=mono, anchor="end")
        picture.path(f"M{INDENT} {y + 18}H{LEFT + 12}")
        y += 44
    picture.path(f"M{LEFT + 12} {top + 18}V{y + 6}", arrow=True)
    y += 8
    picture.rect(LEFT, y, WIDTH - 2 * LEFT, 36, "accent", None, 18)
    picture.text(
        WIDTH / 2, y + 23.5, "NotificationCenter", "on-accent", "accent", 15, bold=True,
        anchor="middle")
    y += 36
    picture.path(f"M{LEFT + 12} {y}V{y + 34}", arrow=True)
    picture.text(INDENT, y + 22, "one observer for each name", "muted")
    y += 36
    picture.rect(LEFT, y, WIDTH - 2 * LEFT, 62, "pale", "accent", 10, line=1.5)
    picture.text(
        WIDTH / 2, y + 26, "AppLifecycleMediator", on="pale", size=16, bold=True, anchor="middle")
    picture.text(
        WIDTH / 2, y + 47, "main actor · one order · one event at a time", "muted", "pale",
        anchor="middle")
    y += 62
    start = y
    y += 14
    for index, (name, method) in enumerate(LISTENERS):
        picture.rect(INDENT, y, wide, 36, dash="5 4" if index == 3 else None)
        picture.text(INDENT + 12, y + 23, name, on="box", bold=True)
        picture.text(
            WIDTH - LEFT - 12, y + 23, method, "muted", "box", mono=index < 3, anchor="end")
        picture.path(f"M{LEFT + 12} {y + 18}H{INDENT - 2}", arrow=True)
        y += 44
    picture.path(f"M{LEFT + 12} {start}V{y - 26}")
    return picture.document(y + 8)
