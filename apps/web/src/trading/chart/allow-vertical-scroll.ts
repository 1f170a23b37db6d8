/**
 * Stops the library from handling vertical swipes where CSS leaves them to the page (`touch-action: pan-y`): otherwise
 * the library would take the move and the page would not scroll.
 */
export function allowVerticalScroll(holder: HTMLElement, signal: AbortSignal): void {
  let from: Touch | undefined;
  let isPages: boolean | undefined;
  const options = { capture: true, passive: true, signal };
  holder.addEventListener(
    "touchstart",
    ({ touches }) => {
      from = touches.length === 1 ? touches[0] : undefined;
      isPages = undefined;
    },
    options,
  );
  holder.addEventListener(
    "touchmove",
    (event) => {
      const to = event.touches[0];
      if (from === undefined || to === undefined) return;
      isPages ??=
        getComputedStyle(holder).touchAction === "pan-y" &&
        Math.abs(to.clientY - from.clientY) > Math.abs(to.clientX - from.clientX);
      if (isPages) event.stopPropagation();
    },
    options,
  );
}
