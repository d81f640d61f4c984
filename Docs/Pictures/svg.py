"""A picture of fixed width that refuses what cannot be read.

Each text is checked when it is drawn: at the width of a phone its letters have 11 pixels or more,
its contrast to what lies behind it is 4.5 or more, it stays within the picture, and it lies on no
other text. The widths are those of DejaVu, which is wider than the fonts of most systems.
"""

from xml.sax.saxutils import escape

from theme import contrast

# On a phone of 375 points a page of the documentation leaves 335 for a picture, and a README 343.
# 14 units are 11 pixels there.
WIDTH = 426
PHONE = 335
TEXT = 14

_FONT = '-apple-system,"Segoe UI","Helvetica Neue","DejaVu Sans",sans-serif'
_MONO = 'ui-monospace,SFMono-Regular,Menlo,"DejaVu Sans Mono",monospace'

# Thousandths of the size for each character from the space to the tilde.
_PLAIN = [
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636,
    636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632,
    575, 775, 752, 295, 295, 656, 557, 863, 748, 787, 603, 787, 695, 635, 611, 732, 684, 989, 685,
    611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579,
    278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838]
_BOLD = [
    348, 456, 521, 838, 696, 1002, 872, 306, 457, 457, 523, 838, 380, 415, 380, 365, 696, 696, 696,
    696, 696, 696, 696, 696, 696, 696, 400, 400, 838, 838, 838, 580, 1000, 774, 762, 734, 830, 683,
    683, 821, 837, 372, 372, 775, 637, 995, 837, 850, 733, 850, 770, 720, 682, 812, 774, 1103, 771,
    724, 725, 457, 365, 457, 838, 500, 500, 675, 716, 593, 716, 678, 435, 716, 712, 343, 343, 665,
    343, 1042, 712, 687, 716, 716, 493, 595, 478, 712, 652, 924, 645, 652, 582, 712, 365, 712, 838]


def text_width(text, size=TEXT, mono=False, bold=False):
    if mono:
        return 0.602 * size * len(text)
    table = _BOLD if bold else _PLAIN
    return sum(table[ord(c) - 32] if 32 <= ord(c) < 127 else 838 for c in text) * size / 1000


def lines_of(text, width, size=TEXT, **style):
    """The text in lines of a width, broken at spaces."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer, size, **style) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def number(value):
    return f"{value:.2f}".rstrip("0").rstrip(".")


class Unreadable(Exception):
    """A text that is too small, too pale, cut off or covered."""


class Picture:
    def __init__(self, name, theme, title, description):
        self.name, self.theme, self.title, self.description = name, theme, title, description
        self.parts = []
        self.boxes = []
        self.has_arrows = False

    def rect(self, x, y, width, height, fill="box", stroke="border", radius=6, dash=None, line=1):
        rule = f' stroke="{self.theme[stroke]}" stroke-width="{number(line)}"' if stroke else ""
        rule += f' stroke-dasharray="{dash}"' if dash else ""
        self.parts.append(
            f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" '
            f'height="{number(height)}" rx="{number(radius)}" fill="{self.theme[fill]}"{rule}/>')

    def circle(self, x, y, radius, fill="ink", stroke=None, line=1.5):
        rule = f' stroke="{self.theme[stroke]}" stroke-width="{number(line)}"' if stroke else ""
        self.parts.append(
            f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" '
            f'fill="{self.theme[fill]}"{rule}/>')

    def path(self, data, stroke="line", line=1.5, dash=None, arrow=False):
        rule = f' stroke-dasharray="{dash}"' if dash else ""
        if arrow:
            self.has_arrows = True
            rule += ' marker-end="url(#arrow)"'
        self.parts.append(
            f'<path d="{data}" fill="none" stroke="{self.theme[stroke]}" '
            f'stroke-width="{number(line)}"{rule}/>')

    def text(self, x, y, text, fill="ink", on="ground", size=TEXT, mono=False, bold=False,
             anchor="start", strike=False):
        """One line; y is its baseline."""
        width = text_width(text, size, mono, bold)
        left = x - {"start": 0, "middle": width / 2, "end": width}[anchor]
        self._check(text, left, y, width, size, fill, on)
        classes = " ".join(c for c, used in (("m", mono), ("b", bold)) if used)
        rule = f' class="{classes}"' if classes else ""
        rule += f' font-size="{number(size)}"' if size != TEXT else ""
        rule += f' text-anchor="{anchor}"' if anchor != "start" else ""
        rule += ' text-decoration="line-through"' if strike else ""
        self.parts.append(
            f'<text x="{number(x)}" y="{number(y)}" fill="{self.theme[fill]}"{rule} '
            f'xml:space="preserve">{escape(text)}</text>')

    def _check(self, text, left, y, width, size, fill, on):
        def refuse(reason):
            raise Unreadable(f'{self.name}: "{text}" {reason}')
        if size * PHONE / WIDTH < 11:
            refuse(f"has {size * PHONE / WIDTH:.1f} pixels on a phone")
        ratio = contrast(self.theme[fill], self.theme[on])
        if ratio < 4.5:
            refuse(f"has a contrast of {ratio:.1f} in {self.theme.name}")
        if left < 4 or left + width > WIDTH - 4:
            refuse(f"leaves the picture, from {left:.0f} to {left + width:.0f}")
        box = (left, y - 0.75 * size, left + width, y + 0.2 * size, text)
        for other in self.boxes:
            if (box[0] < other[2] and other[0] < box[2] and box[1] < other[3]
                    and other[1] < box[3]):
                refuse(f'lies on "{other[4]}"')
        self.boxes.append(box)

    def document(self, height):
        for box in self.boxes:
            if box[3] > height:
                raise Unreadable(f'{self.name}: "{box[4]}" is below the picture')
        arrow = (
            '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" '
            f'markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="{self.theme["line"]}"/>'
            "</marker></defs>\n") if self.has_arrows else ""
        height = round(height)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
            f'viewBox="0 0 {WIDTH} {height}" role="img" aria-labelledby="t d">\n'
            f'<title id="t">{escape(self.title)}</title>\n'
            f'<desc id="d">{escape(self.description)}</desc>\n'
            f"<style>text{{font-family:{_FONT};font-size:{TEXT}px}}"
            f".m{{font-family:{_MONO}}}.b{{font-weight:600}}</style>\n{arrow}"
            f'<rect x="0.5" y="0.5" width="{WIDTH - 1}" height="{height - 1}" rx="8" '
            f'fill="{self.theme["ground"]}" stroke="{self.theme["border"]}"/>\n'
            + "\n".join(self.parts) + "\n</svg>\n")
