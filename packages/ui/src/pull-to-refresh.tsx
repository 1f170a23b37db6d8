import type { ReactNode, TouchEvent } from "react";
import { useRef, useState } from "react";
import "./button.css";
import { classNames } from "./class-names.ts";
import "./feedback.css";
import { ChevronDownIcon } from "./icons.tsx";
import { useUi } from "./ui-context.tsx";

const TRIGGER_PX = 56;
const MAX_PX = 80;
/** The page moves half as far as the finger. */
const RESISTANCE = 0.5;

export interface PullToRefreshProps {
  readonly onRefresh: () => Promise<unknown>;
  readonly children: ReactNode;
}

/** Pull-to-refresh at the top of a list. Touch only; other ways to reload remain. */
export function PullToRefresh({ onRefresh, children }: PullToRefreshProps) {
  const { labels } = useUi();
  const startY = useRef<number | null>(null);
  const [pulledPx, setPulledPx] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const begin = (event: TouchEvent) => {
    const touch = event.touches[0];
    // Sheets handle dragging and scrolling themselves.
    const isInSheet = event.target instanceof Element && event.target.closest("dialog") !== null;
    const isAtTop = !isBusy && !isInSheet && window.scrollY <= 0;
    startY.current = isAtTop && touch !== undefined ? touch.clientY : null;
  };
  const move = (event: TouchEvent) => {
    const touch = event.touches[0];
    if (startY.current === null || touch === undefined) return;
    const px = (touch.clientY - startY.current) * RESISTANCE;
    setPulledPx(Math.max(0, Math.min(MAX_PX, px)));
  };
  const end = () => {
    if (startY.current === null) return;
    startY.current = null;
    if (pulledPx < TRIGGER_PX) {
      setPulledPx(0);
      return;
    }
    setBusy(true);
    setPulledPx(TRIGGER_PX);
    void onRefresh().finally(() => {
      setBusy(false);
      setPulledPx(0);
    });
  };
  return (
    <div onTouchStart={begin} onTouchMove={move} onTouchEnd={end} onTouchCancel={end}>
      <div className={classNames("pull", !isBusy && pulledPx > 0 && "pulling")} style={{ height: pulledPx }}>
        {pulledPx > 0 && (
          <span className="row small">
            {isBusy ? <span className="spin" /> : <ChevronDownIcon size="s" />}
            {labels.refresh}
          </span>
        )}
      </div>
      {children}
    </div>
  );
}
