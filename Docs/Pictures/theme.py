"""The colors of the pictures, light and dark; those of the states are the timeline's."""


class Theme:
    def __init__(self, name, colors):
        self.name = name
        self.colors = colors

    def __getitem__(self, color):
        return self.colors[color]


LIGHT = Theme("light", {
    "ground": "#ffffff", "border": "#d0d7de", "ink": "#1f2328", "muted": "#57606a",
    "line": "#6e7781", "box": "#f6f8fa", "accent": "#0969da", "on-accent": "#ffffff", "accent-text": "#0969da",
    "pale": "#ddf4ff", "added": "#8250df", "dropped": "#cf222e",
    "fill-notRunning": "#ffffff", "text-notRunning": "#57606a",
    "fill-inactive": "#fff3cd", "text-inactive": "#4d3a00",
    "fill-active": "#8fd9a8", "text-active": "#0b3d1e",
    "fill-background": "#e4ebf7", "text-background": "#1c3357",
    "fill-terminated": "#3d464f", "text-terminated": "#ffffff",
})

DARK = Theme("dark", {
    "ground": "#0d1117", "border": "#30363d", "ink": "#e6edf3", "muted": "#9aa4af",
    "line": "#8b949e", "box": "#161b22", "accent": "#1f6feb", "on-accent": "#ffffff", "accent-text": "#79b8ff",
    "pale": "#10233f", "added": "#d2a8ff", "dropped": "#ff7b72",
    "fill-notRunning": "#0d1117", "text-notRunning": "#9aa4af",
    "fill-inactive": "#3b2f0b", "text-inactive": "#ffeec2",
    "fill-active": "#1d6b39", "text-active": "#e2ffea",
    "fill-background": "#16243d", "text-background": "#dce9ff",
    "fill-terminated": "#c3ccd5", "text-terminated": "#0d1117",
})

THEMES = [LIGHT, DARK]


def contrast(first, second):
    """The contrast ratio of two colors, as WCAG 2 defines it."""
    def luminance(color):
        parts = [int(color[i:i + 2], 16) / 255 for i in (1, 3, 5)]
        parts = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    light, dark = sorted([luminance(first), luminance(second)], reverse=True)
    return (light + 0.05) / (dark + 0.05)
