/**
 * A browser's translator takes the page's texts away and puts `<font>` elements in their places. React goes on writing
 * into the texts that it made, which nobody sees any more, and fails where it looks for one of them in the page. So each
 * text that was taken away is watched: as soon as the app writes another one it comes back, and the translator may
 * translate that. Where React looks for a text, it finds what stands in its place.
 */
export function outliveTranslation(): void {
  new MutationObserver(notePlaces).observe(document, { childList: true, subtree: true });
}

/** What stands where a text, or an earlier translation of it, stood. */
const places = new WeakMap<Node, ChildNode>();
const rewritten = new MutationObserver((records) => {
  for (const { target } of records) clearPlace(target, (place) => place.replaceWith(target));
});
let isPatched = false;

const isTranslation = (node: Node | null): boolean => node?.nodeName === "FONT";

/** Translators change the page in a task of their own: what they take away and what they put there is told together. */
function notePlaces(records: readonly MutationRecord[]): void {
  const added = new Set<Node | null>();
  for (const { addedNodes } of records)
    for (const node of addedNodes) if (isTranslation(node)) added.add(node);
  if (added.size === 0) return;
  patchOnce();
  for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records)
    for (const gone of removedNodes) {
      const place = [...addedNodes, previousSibling, nextSibling].find((node) => added.has(node));
      if (!place || place === gone) continue;
      places.set(gone, place as ChildNode);
      if (gone instanceof Text) rewritten.observe(gone, { characterData: true });
    }
}

/** What stands in the page for what a translator took away; the same node where none did. */
function placeOf(node: Node): Node {
  let place = node;
  for (
    let next = places.get(place);
    next !== undefined && (!place.isConnected || isTranslation(place.parentNode));
    next = places.get(place)
  )
    place = next;
  return place;
}

function clearPlace(node: Node, clear: (place: ChildNode) => void): void {
  const place = placeOf(node);
  if (place !== node) clear(place as ChildNode);
}

/** React's own three ways to change the page. Without a translator they stay as they are. */
function patchOnce(): void {
  if (isPatched) return;
  isPatched = true;
  const page = Node.prototype;
  // oxlint-disable-next-line typescript/unbound-method -- each is called on the node that it was called on
  const { removeChild, insertBefore, appendChild } = page;
  page.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    const place = placeOf(child);
    // What a translator has taken away for good is gone already.
    if (place !== this && this.contains(place)) removeChild.call(place.parentNode, place);
    return child;
  };
  page.insertBefore = function <New extends Node>(this: Node, node: New, before: Node | null): New {
    clearPlace(node, (place) => place.remove());
    let place = before && placeOf(before);
    while (place !== null && place.parentNode !== this) place = place.parentNode;
    return insertBefore.call(this, node, place) as New;
  };
  page.appendChild = function <New extends Node>(this: Node, node: New): New {
    clearPlace(node, (place) => place.remove());
    return appendChild.call(this, node) as New;
  };
}
