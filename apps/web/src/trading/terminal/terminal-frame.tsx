import { lazy, type ReactNode, Suspense } from "react";
import { loadPart } from "../../shell/code-loading/load-part.ts";
import { useTapeColumn } from "../../shell/hooks/use-media-query.ts";
import { BookColumn, type BookColumnProps } from "../book/book-column.tsx";
import { TapePanel } from "../book/tape-panel.tsx";
import type { DrawnOrder } from "../chart/lines/drawn-line.ts";
import type { TradedProduct } from "../chart/lines/use-own-fills.ts";
import type { ShownMarket } from "../market/use-market.ts";
import "./terminal.css";

const ChartPanel = lazy(async () => ({
  default: (await loadPart(() => import("../chart/chart-panel.tsx"))).ChartPanel,
}));

interface TerminalFrameProps {
  readonly shown: ShownMarket;
  /** Pair and figures above the chart. */
  readonly bar: ReactNode;
  /** Lines drawn over the candles; default: open spot orders. */
  readonly lines?: readonly DrawnOrder[];
  /** Whose fills the chart shows; default: that of the market. */
  readonly product?: TradedProduct;
  /** Enters a price of the chart into the ticket. */
  readonly onChartPrice: (price: string) => void;
  readonly book: Pick<BookColumnProps, "ownOrders" | "reference" | "onPick">;
  readonly ticket: ReactNode;
  readonly records: ReactNode;
}

/** Chart, book, ticket and records, arranged by window size. */
export function TerminalFrame(props: TerminalFrameProps) {
  const { shown, bar, lines, product, onChartPrice, book, ticket, records } = props;
  const isWide = useTapeColumn();
  const { symbol, market } = shown.market;
  return (
    <div className="terminal">
      {bar}
      <div className="terminal-chart">
        <Suspense fallback={<div className="terminal-chart-wait" aria-busy="true" />}>
          <ChartPanel
            shown={shown}
            onPrice={onChartPrice}
            {...(lines && { lines })}
            {...(product && { product })}
          />
        </Suspense>
      </div>
      {isWide && <TapePanel symbol={symbol} kind={market} look={shown.look} />}
      <div className="terminal-book">
        <BookColumn shown={shown} layout="above" hasTotals {...book} />
      </div>
      <div className="terminal-ticket">{ticket}</div>
      <div className="terminal-orders">{records}</div>
    </div>
  );
}
