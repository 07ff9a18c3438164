"""Paints a scene, which is the server's drawing of a chart as JSON, as SVG."""

import pathlib
from collections.abc import Iterator
from html import escape
from typing import Any

from .types import Palette, Scene

# As the server's own pictures; it measures texts as DejaVu Sans.
FONTS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'Noto Sans', 'DejaVu Sans', sans-serif"


class Picture:
    """A drawing of a chart as SVG. A notebook shows it."""

    def __init__(self, svg: str):
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | pathlib.Path) -> None:
        pathlib.Path(path).write_text(self.svg, encoding="utf-8")


def svg_of(scene: Scene, palette: Palette, *, theme: str = "light", title: str = "", patterns: bool = False) -> str:
    """The scene as a document of SVG.

    `palette` has the colours of the roles in a light and a dark `theme`. With `patterns` series differ by more than
    colours.
    """
    return "\n".join(Painter(scene, palette, theme, patterns).lines(title)) + "\n"


class Painter:
    """Paints one scene."""

    def __init__(self, scene: Scene, palette: Palette, theme: str, patterns: bool):
        self.scene: dict[str, Any] = dict(scene)
        self.colors: dict[str, Any] = dict(palette["dark" if theme == "dark" else "light"])
        self.patterns = palette["patterns"] if patterns else []
        self.used: dict[str, str] = {}

    def color(self, name: str) -> str:
        """The colour of a role; a series' own colour is CSS already."""
        return escape(self.colors.get(name, name))

    def lines(self, title: str) -> Iterator[str]:
        width, height, insets = self.scene["width"], self.scene["height"], self.scene["insets"]
        whole = width + insets["left"] + insets["right"], height + insets["top"] + insets["bottom"]
        box = f"{number(-insets['left'])} {number(-insets['top'])} {number(whole[0])} {number(whole[1])}"
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(whole[0])}" height="{number(whole[1])}" '
            f'viewBox="{box}" role="img" font-family="{FONTS}" direction="{self.scene.get("direction", "ltr")}">'
        )
        if title:
            yield f"<title>{escape(title)}</title>"
        layers = [line for layer in self.scene["layers"] for line in self.layer(layer)]
        tiles = "".join(self.used.values())
        yield f'<defs><clipPath id="plot"><path d="M0 0h{number(width)}v{number(height)}H0Z"/></clipPath>{tiles}</defs>'
        x, y, *size = box.split()
        yield f'<path d="M{x} {y}h{size[0]}v{size[1]}H{x}Z" fill="{self.color("ground")}"/>'
        yield from layers
        yield "</svg>"

    def layer(self, layer: dict[str, Any]) -> Iterator[str]:
        clip = ' clip-path="url(#plot)"' if layer.get("clip") == "plot" else ""
        yield f"<g{clip}>"
        yield from (self.text(item) if "text" in item else self.path(item) for item in layer["items"])
        yield "</g>"

    def path(self, item: dict[str, Any]) -> str:
        pattern = self.patterns[item["pattern"]] if item.get("pattern", 0) < len(self.patterns) else None
        pattern = pattern if item.get("pattern") else None
        parts = [f'd="{escape(item["path"])}"', f'fill="{self.fill(item, pattern)}"']
        if "stroke" in item:
            parts += [f'stroke="{self.color(item["stroke"])}"', f'stroke-width="{number(item.get("width", 1))}"']
            if dash := item.get("dash") or (pattern or {}).get("dash"):
                parts.append(f'stroke-dasharray="{" ".join(map(number, dash))}"')
            if item.get("ends") == "round":
                parts.append('stroke-linecap="round" stroke-linejoin="round"')
        if "opacity" in item:
            parts.append(f'opacity="{number(item["opacity"])}"')
        return f"<path {' '.join(parts)}/>"

    def fill(self, item: dict[str, Any], pattern: Any) -> str:
        if "fill" not in item:
            return "none"
        color = self.color(item["fill"])
        if not pattern:
            return color
        name = f"tile-{item['pattern']}-{len(self.used)}"
        self.used[name] = (
            f'<pattern id="{name}" width="8" height="8" patternUnits="userSpaceOnUse">'
            f'<path d="M0 0h8v8H0Z" fill="{color}" opacity=".35"/>'
            f'<path d="{escape(pattern["tile"])}" fill="none" stroke="{color}" stroke-width="1.5"/></pattern>'
        )
        return f"url(#{name})"

    def text(self, item: dict[str, Any]) -> str:
        x, y = number(item["x"]), number(item["y"])
        parts = [f'x="{x}" y="{y}"', f'fill="{self.color(item["color"])}"', f'font-size="{number(item["size"])}"']
        anchor = item.get("anchor", "start")
        # An anchor is a side of the picture; that of SVG follows the direction of the text.
        if self.scene.get("direction") == "rtl":
            anchor = {"start": "end", "end": "start"}.get(anchor, anchor)
        if anchor != "start":
            parts.append(f'text-anchor="{anchor}"')
        if "weight" in item:
            parts.append(f'font-weight="{item["weight"]}"')
        if item.get("rotation"):
            parts.append(f'transform="rotate({number(item["rotation"])} {x} {y})"')
        return f"<text {' '.join(parts)}>{escape(item['text'])}</text>"


def number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
