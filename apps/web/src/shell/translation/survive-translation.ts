/**
 * Keeps React working when a browser's translator replaces the page's text nodes with `<font>` elements. React keeps
 * writing into its detached text nodes, which are no longer visible, and fails when it looks for one in the page. So
 * each replaced text node is observed: when the app changes it, it is put back and can be translated again. When React
 * looks for a text node, it gets the element that replaced it.
 */
export function surviveTranslation(): void {
  new MutationObserver(notePlaces).observe(document, { childList: true, subtree: true });
}

/** Maps a text node, or an earlier translation, to the node that replaced it. */
const places = new WeakMap<Node, ChildNode>();
const rewritten = new MutationObserver((records) => {
  for (const { target } of records) clearPlace(target, (place) => place.replaceWith(target));
});
let isPatched = false;

const isTranslation = (node: Node | null): boolean => node?.nodeName === "FONT";

/** Translators change the page in one task, so removed and added nodes are reported together. */
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

/** Returns the node in the page that replaced this one; the node itself if none did. */
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

/** Patches the three DOM methods React uses. Unpatched until a translator is active. */
function patchOnce(): void {
  if (isPatched) return;
  isPatched = true;
  const page = Node.prototype;
  // oxlint-disable-next-line typescript/unbound-method -- each is called on the node that it was called on
  const { removeChild, insertBefore, appendChild } = page;
  page.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    const place = placeOf(child);
    // A node that the translator removed for good is already gone.
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
