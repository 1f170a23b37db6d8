import { PlusIcon } from "@candor/ui/icons.tsx";
import type { Chart } from "klinecharts";
import { useCallback, useEffect, useRef } from "react";
import { useT } from "../../../i18n/use-t.ts";
import { priceText } from "../../market/market-terms.ts";
import type { ShownMarket } from "../../market/use-market.ts";
import { areaOf, layerOf, ticksAt } from "./pane.ts";

/** Time for the pointer to get from the candles to the button. */
const HIDE_AFTER_MS = 400;

interface PriceButtonProps {
  readonly chart: Chart;
  readonly shown: ShownMarket;
  /** Called with the chosen price. */
  readonly onPoint: (price: string) => void;
}

/** A "+" next to the price axis at the crosshair: an order or an alert at that price. A right click opens the same. */
export function PriceButton({ chart, shown, onPoint }: PriceButtonProps) {
  const t = useT();
  const button = useRef<HTMLButtonElement>(null);
  const { terms } = shown;
  const openAt = useCallback(
    (y: number): void => {
      const ticks = ticksAt(chart, y, terms);
      if (ticks !== undefined) onPoint(priceText(ticks, terms));
    },
    [chart, terms, onPoint],
  );
  useEffect(() => followCrosshair(chart, button), [chart]);
  useEffect(() => followRightClick(chart, openAt), [chart, openAt]);
  return (
    <button
      ref={button}
      type="button"
      className="price-button"
      hidden
      aria-label={t("lines.openMenu")}
      title={t("lines.openMenu")}
      onClick={({ currentTarget }) => openAt(Number(currentTarget.dataset["y"]))}
    >
      <PlusIcon size="xs" />
    </button>
  );
}

/** Keeps the button at the crosshair's height, at the right end of the candles. */
function followCrosshair(chart: Chart, button: { readonly current: HTMLButtonElement | null }): () => void {
  let timer = 0;
  const follow = (crosshair: unknown): void => {
    const { y, paneId } = (crosshair ?? {}) as { readonly y?: number; readonly paneId?: string };
    const { current } = button;
    const area = areaOf(chart);
    if (current === null) return;
    clearTimeout(timer);
    if (y === undefined || paneId !== "candle_pane" || area === undefined) {
      timer = window.setTimeout(() => {
        if (!current.matches(":hover, :focus-visible")) current.hidden = true;
      }, HIDE_AFTER_MS);
      return;
    }
    current.hidden = false;
    current.dataset["y"] = String(y);
    current.style.transform = `translate(${Math.round(area.width)}px, ${Math.round(y)}px) translate(-100%, -50%)`;
  };
  chart.subscribeAction("onCrosshairChange", follow);
  // Another size, such as full screen, has other places, and the pointer has not moved there yet.
  const sizes = new ResizeObserver(() => {
    if (button.current !== null) button.current.hidden = true;
  });
  const element = chart.getDom();
  if (element !== null) sizes.observe(element);
  return () => {
    sizes.disconnect();
    clearTimeout(timer);
    chart.unsubscribeAction("onCrosshairChange", follow);
  };
}

/** A long touch shows the crosshair, so that only the mouse opens by itself. */
function followRightClick(chart: Chart, onPoint: (y: number) => void): () => void {
  const listen = (event: MouseEvent): void => {
    const area = areaOf(chart);
    const isTouch = "pointerType" in event && event.pointerType !== "mouse" && event.pointerType !== "";
    if (area === undefined || isTouch || event.clientY > area.bottom || event.clientX > area.right) return;
    event.preventDefault();
    onPoint(event.clientY - area.top);
  };
  const layer = layerOf(chart);
  layer?.addEventListener("contextmenu", listen);
  return () => layer?.removeEventListener("contextmenu", listen);
}
