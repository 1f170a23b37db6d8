const CHOSEN = "[aria-selected=true],[aria-checked=true],[aria-current]";
/** Width of the fade in choice.css, where the neighbor shows that the row continues. */
const EDGE_PX = 28;

/**
 * Use as `ref` of a horizontally scrolling row: sets `data-more` to the edges with hidden content, which fade, and
 * scrolls the selected choice into view, initially and after each change.
 */
export function scrolledRow(row: HTMLElement | null): (() => void) | undefined {
  if (row === null) return undefined;
  const mark = (): void => {
    const { scrollLeft, scrollWidth, clientWidth } = row;
    const before = scrollLeft > 1 ? "before" : "";
    const after = scrollWidth - clientWidth - scrollLeft > 1 ? "after" : "";
    if (before === after) row.removeAttribute("data-more");
    else row.dataset["more"] = `${before} ${after}`;
  };
  const reveal = (behavior: ScrollBehavior): void => {
    const chosen = row.querySelector(CHOSEN)?.getBoundingClientRect();
    if (chosen === undefined) return;
    const { left, right } = row.getBoundingClientRect();
    const isInView = chosen.left >= left + EDGE_PX && chosen.right <= right - EDGE_PX;
    if (!isInView) row.scrollBy({ left: (chosen.left + chosen.right - left - right) / 2, behavior });
  };
  let isRevealed = false;
  // The observer first runs after layout; measuring earlier would force a second layout.
  const sizes = new ResizeObserver(() => {
    if (!isRevealed) reveal("instant");
    isRevealed = true;
    mark();
  });
  const changes = new MutationObserver((records) => {
    watchSizes();
    if (records.some(({ type }) => type === "attributes")) reveal("auto");
  });
  const watchSizes = (): void => {
    for (const choice of [row, ...row.children]) sizes.observe(choice);
  };
  watchSizes();
  changes.observe(row, {
    childList: true,
    subtree: true,
    attributeFilter: ["aria-selected", "aria-checked", "aria-current"],
  });
  row.addEventListener("scroll", mark, { passive: true });
  return () => {
    sizes.disconnect();
    changes.disconnect();
    row.removeEventListener("scroll", mark);
  };
}
