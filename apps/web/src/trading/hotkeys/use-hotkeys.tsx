import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from "react";
import { withWords } from "../../i18n/i18n.ts";
import { useTradingSettings } from "../../shared/confirmation/trading-settings.ts";
import { loadPart } from "../../shell/code-loading/load-part.ts";
import { useChartSettings } from "../chart/chart-settings.ts";
import { useChartIntervals } from "../chart/intervals/chart-intervals.ts";
import { type Hotkey, hotkeyOf, isTyped } from "./hotkeys.ts";

const HotkeyHelp = lazy(async () => ({
  default: (await loadPart(() => withWords(["tools"], () => import("./hotkey-help.tsx")))).HotkeyHelp,
}));

interface HotkeyActions {
  readonly onSide: (side: "buy" | "sell") => void;
  /** A share of what is available, in percent. */
  readonly onAmount: (percent: number) => void;
}

const PERCENT_STEP = 25;

/** Keyboard shortcuts of a trading screen. Returns the overlay that lists them. */
export function useHotkeys({ onSide, onAmount }: HotkeyActions): ReactNode {
  const { settings } = useTradingSettings();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const { setPeriod } = useChartSettings();
  const { shown: intervals } = useChartIntervals();
  const carryOut = useEffectEvent(({ id, index }: Hotkey): void => {
    if (id === "help") setHelpOpen(true);
    else if (id === "buy" || id === "sell") {
      onSide(id);
      focusAmount();
    } else if (id === "cancelAll") press("[data-hotkey=cancel-all]");
    else if (id === "market") press("[data-hotkey=market]");
    else if (id === "interval") {
      const period = intervals[index];
      if (period !== undefined) setPeriod(period);
    } else onAmount((index + 1) * PERCENT_STEP);
  });
  useEffect(() => {
    if (!settings.shortcuts) return undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      const hotkey = event.repeat ? undefined : hotkeyOf(event);
      if (hotkey === undefined || isTyped(hotkey, event)) return;
      event.preventDefault();
      carryOut(hotkey);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [settings.shortcuts]);
  return <Suspense>{isHelpOpen && <HotkeyHelp onClose={() => setHelpOpen(false)} />}</Suspense>;
}

/** The side may change which field holds the amount, so it is looked for after the next frame. */
function focusAmount(): void {
  requestAnimationFrame(() => {
    const fields = ["quantity", "size", "total"].map((name) => `.ticket input[name=${name}]`);
    for (const field of fields) {
      const input = document.querySelector<HTMLInputElement>(field);
      if (input === null) continue;
      input.focus();
      input.select();
      return;
    }
  });
}

function press(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.click();
}
