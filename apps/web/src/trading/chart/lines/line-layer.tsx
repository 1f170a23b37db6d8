import type { Chart } from "klinecharts";
import { useState } from "react";
import { createPortal } from "react-dom";
import type { ShownMarket } from "../../market/use-market.ts";
import type { MovableLine } from "./drawn-line.ts";
import { FillLayer } from "./fill-layer.tsx";
import { LineHandle } from "./line-handle.tsx";
import "./lines.css";
import { MoveSheet } from "./move-sheet.tsx";
import { layerOf } from "./pane.ts";
import { PriceButton } from "./price-button.tsx";
import { PriceSheet } from "./price-sheet.tsx";
import { useMovingLines } from "./use-moving-lines.ts";
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
  const [isAsking, setAsking] = useState(false);
  const [price, setPrice] = useState<string | null>(null);
  const layer = layerOf(chart);
  if (layer === null) return null;
  const ask = (line: MovableLine, ticks: number): void => {
    moving.setMoved({ line, ticks });
    setAsking(true);
  };
  const close = (): void => {
    setAsking(false);
    moving.setMoved(null);
  };
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
              onDrop={ask}
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
