// What browsers have and the declarations of Debian's TypeScript lack.

interface CanvasPath {
  roundRect(x: number, y: number, width: number, height: number, radius: number): void;
}

interface HTMLElement {
  togglePopover(): void;
  hidePopover(): void;
}
