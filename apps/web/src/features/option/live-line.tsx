import { signOfDecimal } from "@candor/text/decimal-text";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { WireOption } from "@candor/wire/option-objects";
import type { CSSProperties } from "react";
import { useT } from "../../i18n/use-t.ts";
import { useLive } from "../../shell/hooks/use-live.ts";
import { useDesktop } from "../../shell/hooks/use-media-query.ts";
import { live } from "../../shell/services/services.ts";
import { type LinePlot, lineSegments, type Point, plotLine, separateTags } from "./line-plot.ts";
import { leadOf } from "./option-figures.ts";
import { useIndexPoints } from "./use-index-points.ts";

/** Plot units: 100 in each direction, stretched to the available space. */
const SIDE = 100;
/** Minimum distance of two scale labels, as a fraction of the plot's height on phones and desktops. */
const TAG_GAP = 0.13;
const TAG_GAP_OF_DESKTOP = 0.06;
/** Space for a time label left of its time, as a fraction of a phone's width. */
const TIME_WIDTH = 0.17;

interface LiveLineProps {
  readonly symbol: string;
  readonly priceDecimals: number;
  /** Open contracts on this index. */
  readonly running: readonly WireOption[];
}

/**
 * The live index and the price needed when the next contract ends. A picture only; the figures next to it are exact.
 */
export function LiveLine({ symbol, priceDecimals, running }: LiveLineProps) {
  const t = useT();
  const formats = useFormats();
  const { price } = useLive(live.index(symbol));
  const points = useIndexPoints(symbol);
  const last = points.at(-1);
  if (last === undefined) return <div className="option-line" aria-busy="true" />;
  const struck = running.filter(({ strikePrice }) => strikePrice !== null);
  const next = struck.toSorted((a, b) => a.sellTimeMs - b.sellTimeMs)[0];
  const strikes = struck.map(({ strikePrice }) => Number(strikePrice));
  const plot = plotLine(points, strikes, last.atMs, next?.sellTimeMs);
  const sign = next === undefined ? 0 : signOfDecimal(leadOf(next, price));
  const tone = sign === 0 ? "" : sign > 0 ? " up" : " down";
  const pathOf = (segment: readonly Point[]) =>
    segment.map(({ atMs, price: at }) => `${across(plot, atMs)},${down(plot, at)}`).join(" ");
  return (
    <div className="option-line">
      <div className="option-plot">
        <svg
          viewBox={`0 0 ${SIDE} ${SIDE}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={t("option.lineLabel", { price: formats.decimal(price) })}
        >
          {plot.gridPrices.map((at) => (
            <line key={at} className="option-grid" x1="0" x2={SIDE} y1={down(plot, at)} y2={down(plot, at)} />
          ))}
          {next !== undefined && <Window plot={plot} option={next} />}
          {struck.map(({ optionId, strikePrice }) => (
            <line
              key={optionId}
              className={optionId === next?.optionId ? "option-strike next" : "option-strike"}
              x1="0"
              x2={SIDE}
              y1={down(plot, Number(strikePrice))}
              y2={down(plot, Number(strikePrice))}
            />
          ))}
          {lineSegments(points).map((segment) => (
            <polyline key={segment[0]?.atMs} className="option-path" points={pathOf(segment)} />
          ))}
        </svg>
        <i className={`option-now${tone}`} style={place(plot.x(last.atMs), plot.y(last.price))} />
        {next !== undefined && (
          <>
            <span className="option-strike-word" style={place(1, plot.y(Number(next.strikePrice)))}>
              {t("records.optionStrike")}
            </span>
            <Times plot={plot} option={next} />
          </>
        )}
      </div>
      <Scale
        plot={plot}
        price={price}
        strike={next?.strikePrice ?? null}
        tone={tone}
        priceDecimals={priceDecimals}
      />
    </div>
  );
}

const across = (plot: LinePlot, atMs: number): string => (plot.x(atMs) * SIDE).toFixed(2);
const down = (plot: LinePlot, price: number): string => (plot.y(price) * SIDE).toFixed(2);
const place = (x: number, y: number): CSSProperties => ({ left: `${x * 100}%`, top: `${y * 100}%` });

interface WindowProps {
  readonly plot: LinePlot;
  readonly option: WireOption;
}

/** From strike to end: the winning and the losing side of the contract. */
function Window({ plot, option }: WindowProps) {
  const left = Math.max(0, plot.x(option.strikeTimeMs ?? option.orderTimeMs)) * SIDE;
  const right = Math.min(1, plot.x(option.sellTimeMs)) * SIDE;
  const strike = plot.y(Number(option.strikePrice)) * SIDE;
  const isUp = option.direction === "up";
  const width = Math.max(0, right - left);
  return (
    <>
      <rect className={isUp ? "option-right" : "option-wrong"} x={left} y="0" width={width} height={strike} />
      <rect
        className={isUp ? "option-wrong" : "option-right"}
        x={left}
        y={strike}
        width={width}
        height={SIDE - strike}
      />
    </>
  );
}

/** Strike time and end time below the plot. Each label ends at its time, so short contracts' labels do not overlap. */
function Times({ plot, option }: WindowProps) {
  const formats = useFormats();
  const moments = [option.strikeTimeMs ?? option.orderTimeMs, option.sellTimeMs];
  const shown = moments.filter((atMs) => plot.x(atMs) >= 0 && plot.x(atMs) <= 1);
  return shown.map((atMs) => (
    <span
      key={atMs}
      className="option-time n"
      style={{ left: `${Math.max(TIME_WIDTH, plot.x(atMs)) * 100}%` }}
    >
      {formats.date(atMs, "time-seconds")}
    </span>
  ));
}

interface ScaleProps {
  readonly plot: LinePlot;
  readonly price: string | null;
  readonly strike: string | null;
  readonly tone: string;
  readonly priceDecimals: number;
}

/** Prices on the right: round ones, the current one and the strike. */
function Scale({ plot, price, strike, tone, priceDecimals }: ScaleProps) {
  const formats = useFormats();
  const gap = useDesktop() ? TAG_GAP_OF_DESKTOP : TAG_GAP;
  const nowY = price === null ? null : plot.y(Number(price));
  const strikeAt = strike === null ? null : plot.y(Number(strike));
  const strikeY = strikeAt === null || nowY === null ? strikeAt : separateTags(strikeAt, nowY, gap);
  const isFree = (y: number): boolean =>
    [nowY, strikeY].every((tag) => tag === null || Math.abs(tag - y) >= gap);
  const at = (y: number): CSSProperties => ({ top: `${y * 100}%` });
  return (
    <div className="option-scale n" aria-hidden="true">
      {plot.gridPrices.map(
        (round) =>
          isFree(plot.y(round)) && (
            <span key={round} style={at(plot.y(round))}>
              {formats.decimal(round.toFixed(Math.min(plot.gridDecimals, priceDecimals)))}
            </span>
          ),
      )}
      {strikeY !== null && (
        <b className="option-tag strike" style={at(strikeY)}>
          {formats.decimal(strike, { decimals: priceDecimals })}
        </b>
      )}
      {nowY !== null && (
        <b className={`option-tag${tone}`} style={at(nowY)}>
          {formats.decimal(price, { decimals: priceDecimals })}
        </b>
      )}
    </div>
  );
}
