/** A finger that moves less is a tap. */
const SLOP_PX = 6;
/** Let go beyond this part of its height, the sheet closes. */
const CLOSES_AT = 0.3;
/** So does a flick of this speed, however short. */
const FLICK_PX_PER_MS = 0.5;
/** The speed counts over the last moment before the finger leaves. */
const SPEED_OVER_MS = 80;
const SETTLE_MS = 180;

/**
 * Lets a bottom sheet be dragged down by its head: it follows the pointer, closes beyond a part of its height or with a
 * flick, and springs back otherwise, also when `askToClose` leaves it open. What lies below the head scrolls by itself.
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
    // On a desktop a sheet is a dialog in the middle; its style says so.
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
    // Whoever has a reason to keep it open has it back where it was.
    requestAnimationFrame(() => !signal.aborted && void settle(0));
  };
  head.addEventListener("pointerdown", begin, { signal });
  head.addEventListener("pointermove", follow, { signal });
  head.addEventListener("pointerup", end, { signal });
  head.addEventListener("pointercancel", end, { signal });
  return () => ending.abort();
}
