import type { Chart } from "klinecharts";

/**
 * The library drops a click that follows another one within half a second elsewhere: it expects a double click. While
 * the user places points, this repeats such a click.
 * @param step changes with each point placed; undefined while no point is expected
 */
export function catchLostClicks(chart: Chart, step: () => number | undefined, signal: AbortSignal): void {
  const holder = chart.getDom();
  let before: number | undefined;
  holder?.addEventListener("mousedown", (event) => event.isTrusted && (before = step()), {
    capture: true,
    signal,
  });
  holder?.addEventListener(
    "click",
    ({ isTrusted, target, clientX, clientY }) => {
      if (!isTrusted || before === undefined || step() !== before) return;
      for (const type of ["mousedown", "mouseup"])
        target?.dispatchEvent(new MouseEvent(type, { bubbles: true, clientX, clientY }));
    },
    { signal },
  );
}
