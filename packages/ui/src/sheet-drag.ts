/** Shorter movements are taps. */
const SLOP_PX = 6;
/** Released beyond this fraction of its height, the sheet closes. */
const CLOSES_AT = 0.3;
/** A flick at this speed also closes it, however short. */
const FLICK_PX_PER_MS = 0.5;
/** The speed is measured over the last moment before release. */
const SPEED_OVER_MS = 80;
const SETTLE_MS = 180;

/**
 * Lets a bottom sheet be dragged down by its header: it follows the pointer, closes beyond a fraction of its height or
 * on a flick, and otherwise springs back, even if `askToClose` keeps it open. The content below the header scrolls
 * normally.
 */
export function followDrag(sheet: HTMLDialogElement, head: HTMLElement, askToClose: () => void): () => void {
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)");
  const ending = new AbortController();
  const { signal } = ending;
  let from: PointerEvent | undefined;
  let downPx = 0;
  let isDragged = false;
  let recent: PointerEvent[] = [];
  const settle = (px: number): Promise<unknown> => {
    const start = downPx;
    downPx = px;
    sheet.style.translate = px === 0 ? "" : `0 ${px}px`;
    const duration = isCalm.matches ? 0 : SETTLE_MS;
    return sheet.animate({ translate: [`0 ${start}px`, `0 ${px}px`] }, { duration, easing: "ease-out" })
      .finished;
  };
  const begin = (event: PointerEvent): void => {
    const onButton = event.target instanceof Element && event.target.closest("button") !== null;
    // On desktops a sheet is a centered dialog, as its style shows.
    if (!event.isPrimary || event.button !== 0 || onButton || getComputedStyle(head).touchAction !== "none")
      return;
    from = event;
    recent = [event];
  };
  const follow = (event: PointerEvent): void => {
    if (from === undefined || event.pointerId !== from.pointerId) return;
    const px = event.clientY - from.clientY;
    if (!isDragged && Math.abs(px) < SLOP_PX) return;
    if (!isDragged) head.setPointerCapture(event.pointerId);
    isDragged = true;
    recent = [...recent.filter(({ timeStamp }) => event.timeStamp - timeStamp < SPEED_OVER_MS), event];
    downPx = Math.max(0, px);
    sheet.style.translate = `0 ${downPx}px`;
  };
  const end = (event: PointerEvent): void => {
    if (from === undefined || event.pointerId !== from.pointerId) return;
    from = undefined;
    if (!isDragged) return;
    isDragged = false;
    const first = recent[0] ?? event;
    const speed = (event.clientY - first.clientY) / Math.max(1, event.timeStamp - first.timeStamp);
    const closes = downPx > sheet.offsetHeight * CLOSES_AT || speed > FLICK_PX_PER_MS;
    if (event.type === "pointercancel" || speed < 0 - FLICK_PX_PER_MS || !closes) void settle(0);
    else void settle(sheet.offsetHeight).then(() => leave());
  };
  const leave = (): void => {
    if (signal.aborted) return;
    askToClose();
    // If the sheet is kept open, move it back.
    requestAnimationFrame(() => !signal.aborted && void settle(0));
  };
  head.addEventListener("pointerdown", begin, { signal });
  head.addEventListener("pointermove", follow, { signal });
  head.addEventListener("pointerup", end, { signal });
  head.addEventListener("pointercancel", end, { signal });
  return () => ending.abort();
}
