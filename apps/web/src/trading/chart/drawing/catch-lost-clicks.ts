import type { Chart } from "klinecharts";

/** Pixels that a finger may move, and milliseconds that it may stay, in a tap. */
const MOST_MOVED = 5;
const LONGEST_TAP_MS = 500;

/**
 * The library drops a click or tap that follows another one within half a second elsewhere: it expects a double one. While
 * the user places points, this repeats it.
 * @param step changes with each point placed; undefined while no point is expected
 */
export function catchLostClicks(chart: Chart, step: () => number | undefined, signal: AbortSignal): void {
  const holder = chart.getDom();
  if (holder === null) return;
  catchClicks(holder, step, signal);
  catchTaps(holder, step, signal);
}

function catchClicks(holder: HTMLElement, step: () => number | undefined, signal: AbortSignal): void {
  let before: number | undefined;
  holder.addEventListener("mousedown", (event) => event.isTrusted && (before = step()), {
    capture: true,
    signal,
  });
  holder.addEventListener(
    "click",
    ({ isTrusted, target, clientX, clientY }) => {
      if (!isTrusted || before === undefined || step() !== before) return;
      for (const type of ["mousedown", "mouseup"])
        target?.dispatchEvent(new MouseEvent(type, { bubbles: true, clientX, clientY }));
    },
    { signal },
  );
}

function catchTaps(holder: HTMLElement, step: () => number | undefined, signal: AbortSignal): void {
  let began: { readonly touch: Touch; readonly timeMs: number; readonly step: number } | undefined;
  holder.addEventListener(
    "touchstart",
    ({ isTrusted, touches: [touch, second], timeStamp: timeMs }) => {
      const before = step();
      if (!isTrusted) return;
      began =
        touch === undefined || second !== undefined || before === undefined
          ? undefined
          : { touch, timeMs, step: before };
    },
    { capture: true, passive: true, signal },
  );
  // The library listens on the document's element, so this comes after it.
  window.addEventListener(
    "touchend",
    ({ isTrusted, changedTouches: [touch], timeStamp }) => {
      if (!isTrusted || began === undefined || touch === undefined || step() !== began.step) return;
      const { touch: start, timeMs } = began;
      began = undefined;
      const moved = Math.abs(touch.clientX - start.clientX) + Math.abs(touch.clientY - start.clientY);
      if (moved > MOST_MOVED || timeStamp - timeMs > LONGEST_TAP_MS) return;
      for (const type of ["touchstart", "touchend"]) touch.target.dispatchEvent(touchEvent(type, touch));
    },
    { passive: true, signal },
  );
}

/** Not every browser has a constructor for events of touches. */
const touchEvent = (type: string, touch: Touch): Event =>
  Object.assign(new Event(type, { bubbles: true, cancelable: true }), {
    touches: type === "touchend" ? [] : [touch],
    changedTouches: [touch],
  });
