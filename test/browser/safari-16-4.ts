/** Removes, before the app starts, the features missing in the oldest browser supported by the README. */
export const YOUNGER_THAN_SAFARI_16_4 = `(() => {
  const without = (owner, ...names) => { for (const name of names) delete owner[name]; };
  without(AbortSignal, "any");
  without(Promise, "withResolvers", "try");
  without(Object, "groupBy");
  without(Map, "groupBy");
  without(Array, "fromAsync");
  without(URL, "parse", "canParse");
  without(RegExp, "escape");
  without(Error, "isError");
  without(Uint8Array, "fromBase64", "fromHex");
  without(Uint8Array.prototype, "toBase64", "toHex");
  without(ArrayBuffer.prototype, "transfer", "transferToFixedLength", "resize");
  without(Set.prototype, "union", "intersection", "difference", "symmetricDifference", "isSubsetOf", "isSupersetOf", "isDisjointFrom");
  const iterators = Object.getPrototypeOf(Object.getPrototypeOf([].values()));
  without(iterators, "map", "filter", "take", "drop", "flatMap", "reduce", "toArray", "forEach", "some", "every", "find");
  without(window, "Iterator", "requestIdleCallback", "cancelIdleCallback", "scheduler", "navigation", "CloseWatcher");
  without(HTMLElement.prototype, "popover", "showPopover", "hidePopover", "togglePopover");
  without(Element.prototype, "checkVisibility", "moveBefore", "setHTMLUnsafe", "getHTML");
  without(Document.prototype, "startViewTransition");
  without(Intl, "DurationFormat");
})()`;
