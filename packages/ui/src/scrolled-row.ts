const CHOSEN = "[aria-selected=true],[aria-checked=true],[aria-current]";
/** As wide as the fade in choice.css: where a neighbour shows that the row goes on. */
const EDGE_PX = 28;

/**
 * For the `ref` of a row that scrolls sideways: `data-more` names the edges beyond which there is more, which fade there,
 * and the chosen choice is brought into view, at first and whenever another one is chosen.
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
  // Called first when the page is laid out for the first time: to ask for places earlier would have it laid out twice.
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
