import { lazy, type ReactNode, Suspense } from "react";
import { loadPart } from "../../shell/code-loading/load-part.ts";
import { BookColumn, type BookColumnProps } from "../book/book-column.tsx";
import { TapePanel } from "../book/tape-panel.tsx";
import type { DrawnOrder } from "../chart/candle-chart.tsx";
import type { ShownMarket } from "../market/use-market.ts";
import { LayoutMenu } from "./layout-menu.tsx";
import { PanelResizer } from "./panel-resizer.tsx";
import { movablePanels, type Panel, terminalStyle } from "./terminal-layout.ts";
import "./terminal.css";
import { useTerminalLayout } from "./use-terminal-layout.ts";

const ChartPanel = lazy(async () => ({
  default: (await loadPart(() => import("../chart/chart-panel.tsx"))).ChartPanel,
}));

interface TerminalFrameProps {
  readonly shown: ShownMarket;
  /** Pair and figures above the chart. */
  readonly bar: ReactNode;
  /** Lines drawn over the candles; default: open spot orders. */
  readonly lines?: readonly DrawnOrder[];
  readonly book: Pick<BookColumnProps, "ownOrders" | "reference" | "onPick">;
  readonly ticket: ReactNode;
  readonly records: ReactNode;
}

/** Chart, book, ticket and records, arranged by window size. */
export function TerminalFrame({ shown, bar, lines, book, ticket, records }: TerminalFrameProps) {
  const control = useTerminalLayout();
  const { layout, room, isMovable, resize } = control;
  const { symbol, market } = shown.market;
  const isShown = (panel: Panel): boolean => !layout.hidden.includes(panel);
  return (
    <div className="terminal" style={isMovable ? terminalStyle(layout, room) : undefined}>
      <div className="terminal-bar">
        {bar}
        {isMovable && <LayoutMenu control={control} />}
      </div>
      {isShown("chart") && (
        <div className="terminal-chart">
          <Suspense fallback={<div className="terminal-chart-wait" aria-busy="true" />}>
            <ChartPanel shown={shown} {...(lines && { lines })} />
          </Suspense>
        </div>
      )}
      {room.hasTape && isShown("tape") && <TapePanel symbol={symbol} kind={market} look={shown.look} />}
      {isShown("book") && (
        <div className="terminal-book">
          <BookColumn shown={shown} layout="above" hasTotals {...book} />
        </div>
      )}
      {isShown("ticket") && <div className="terminal-ticket">{ticket}</div>}
      {isShown("records") && <div className="terminal-records">{records}</div>}
      {isMovable &&
        movablePanels(layout, room).map((panel) => (
          <PanelResizer key={panel} panel={panel} size={layout.sizes[panel]} onResize={resize} />
        ))}
    </div>
  );
}
