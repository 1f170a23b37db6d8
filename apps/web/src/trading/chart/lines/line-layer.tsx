import { showToast } from "@candor/ui/toast-store";
import type { Chart } from "klinecharts";
import { useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useTradingSettings } from "../../../shared/confirmation/trading-settings.ts";
import { priceText } from "../../market/market-terms.ts";
import type { ShownMarket } from "../../market/use-market.ts";
import { REASON_TOAST_MS } from "../../orders/use-placing.ts";
import type { MovableLine } from "./drawn-line.ts";
import { FillLayer } from "./fill-layer.tsx";
import { LineHandle } from "./line-handle.tsx";
import "./lines.css";
import { MoveSheet } from "./move-sheet.tsx";
import { layerOf } from "./pane.ts";
import { PriceButton } from "./price-button.tsx";
import { PriceSheet } from "./price-sheet.tsx";
import { type MovedLine, type MovingLines, useMovingLines } from "./use-moving-lines.ts";
import type { TradedProduct } from "./use-own-fills.ts";

export interface LineLayerProps {
  readonly chart: Chart;
  readonly shown: ShownMarket;
  readonly product: TradedProduct;
  readonly lines: readonly MovableLine[];
  /** Enters a price into the ticket; absent where there is none. */
  readonly onPrice?: ((price: string) => void) | undefined;
}

/** Over the candles: lines that can be dragged, the user's fills, and the button at the price axis. */
export function LineLayer({ chart, shown, product, lines, onPrice }: LineLayerProps) {
  const moving = useMovingLines(chart, lines);
  const { isAsking, drop, close } = useDrop(moving);
  const [price, setPrice] = useState<string | null>(null);
  const layer = layerOf(chart);
  if (layer === null) return null;
  return (
    <>
      {createPortal(
        <div className="line-layer">
          {lines.map((line) => (
            <LineHandle
              key={line.orderId}
              chart={chart}
              line={line}
              moving={moving}
              isAsking={isAsking}
              onDrop={drop}
            />
          ))}
          <FillLayer chart={chart} shown={shown} product={product} />
          <PriceButton chart={chart} shown={shown} onPoint={setPrice} />
        </div>,
        layer,
      )}
      <MoveSheet moved={isAsking ? moving.moved : null} onClose={close} />
      <PriceSheet price={price} shown={shown} onPrice={onPrice} onClose={() => setPrice(null)} />
    </>
  );
}

/** Asks about a dropped line, or moves it at once if the account wants no question. */
function useDrop({ setMoved }: MovingLines) {
  const asks = useTradingSettings().settings.confirm.drag;
  const [isAsking, setAsking] = useState(false);
  const isSending = useRef(false);
  const send = async (moved: MovedLine): Promise<void> => {
    const problem = moved.line.move.problemAt?.(moved.ticks);
    if (problem !== undefined) {
      showToast(problem, { kind: "error", durationMs: REASON_TOAST_MS });
      setMoved(null);
      return;
    }
    isSending.current = true;
    await moved.line.move.send(priceText(moved.ticks, moved.line.move.terms));
    isSending.current = false;
    // After a refusal the line goes back. Another one may be dragged by now.
    setMoved((current) => (current === moved ? null : current));
  };
  return {
    isAsking,
    drop: (line: MovableLine, ticks: number): void => {
      if (isSending.current) return;
      const moved = { line, ticks };
      setMoved(moved);
      if (asks) setAsking(true);
      else void send(moved);
    },
    close: (): void => {
      setAsking(false);
      setMoved(null);
    },
  };
}
