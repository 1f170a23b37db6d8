/**
 * A figure written outside React, many times a second. React repairs only its own texts, so all such texts must be
 * written through this class: a browser's translator may wrap, replace, change or remove the content, and the next
 * `write` restores the right text even if it is unchanged.
 */
export class PaintedText {
  private readonly element: Element;
  private readonly text: Text;

  /** @param element must contain only this text */
  constructor(element: Element) {
    const { firstChild } = element;
    this.element = element;
    // Not a translator's element, which would accept a text but show another.
    this.text = firstChild instanceof Text ? firstChild : new Text();
  }

  write(text: string): void {
    if (this.element.textContent === text) return;
    this.text.data = text;
    // The text node was moved or is no longer the only child.
    if (this.element.textContent !== text) this.element.replaceChildren(this.text);
  }
}
