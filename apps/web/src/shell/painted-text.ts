/**
 * A figure that is written outside of React, many times a second. React repairs only what it writes itself, so this is the one
 * way to write such a text: a browser's translator may wrap, replace, rewrite or remove what the element holds, and the
 * element shows the right text after the next `write` even when the text is the same as before.
 */
export class PaintedText {
  private readonly element: Element;
  private readonly text: Text;

  /** @param element holds nothing but this text */
  constructor(element: Element) {
    const { firstChild } = element;
    this.element = element;
    // Not a translator's element, which would take a text and show another.
    this.text = firstChild instanceof Text ? firstChild : new Text();
  }

  write(text: string): void {
    if (this.element.textContent === text) return;
    this.text.data = text;
    // The text is elsewhere, or no longer alone.
    if (this.element.textContent !== text) this.element.replaceChildren(this.text);
  }
}
