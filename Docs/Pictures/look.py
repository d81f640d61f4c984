"""Screenshots of the pictures, as a page shows them: on a desk and on a phone, light and dark."""

import pathlib
import re
import shutil
import subprocess
import tempfile

# The width of the window, and of the text in a page there.
DEVICES = {"desk": (1280, 830), "phone": (375, 335)}
GROUNDS = {"light": "#ffffff", "dark": "#0d1117"}


def take(pictures, folder):
    browser = shutil.which("chromium") or shutil.which("chromium-browser")
    if not browser:
        raise SystemExit("make-pictures: chromium is missing; apt-get install chromium brings it")
    folder.mkdir(parents=True, exist_ok=True)
    for picture in pictures:
        themes = [name for name in GROUNDS if picture.stem.endswith(name)] or list(GROUNDS)
        size = re.search(r'width="(\d+)" height="(\d+)"', picture.read_text())
        for theme in themes:
            for device, (window, width) in DEVICES.items():
                shown = min(int(size[1]), width)
                height = int(int(size[2]) * shown / int(size[1])) + 40
                page = (
                    f'<meta charset="utf-8"><body style="margin:16px;background:{GROUNDS[theme]}">'
                    f'<div style="max-width:{width}px"><img style="max-width:100%" '
                    f'src="{picture.resolve().as_uri()}"></div>')
                with tempfile.NamedTemporaryFile("w", suffix=".html") as file:
                    file.write(page)
                    file.flush()
                    shot = folder / f"{picture.stem.removesuffix('-' + theme)}-{theme}-{device}.png"
                    subprocess.run(
                        [browser, "--headless=new", "--no-sandbox", "--hide-scrollbars",
                         f"--screenshot={shot}", f"--window-size={window},{height}",
                         pathlib.Path(file.name).as_uri()], check=True, capture_output=True)
                print(shot)
