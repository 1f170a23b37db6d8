import { useFormats } from "@candor/ui/ui-context.tsx";
import { type PointerEvent, useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { useDisplay } from "../../shell/wallets/display-currency.ts";
import { ShownValueText, ValueText } from "../../shell/wallets/value-text.tsx";
import { useAppStore } from "../../state/app-store.ts";
import { scaleOf } from "./chart-scale.ts";
import { useUtcDates } from "./use-utc-dates.ts";

export interface ChartPoint {
  /** YYYY-MM-DD, in UTC. */
  readonly day: string;
  /** In USDT. */
  readonly value: string;
  /** The value as it is shown, if it is not just cut. */
  readonly shown?: string;
  /** Money moved that day, in USDT, which is not profit; null if none. */
  readonly moved: string | null;
}

interface Props {
  readonly label: string;
  /** Oldest first, at least two. */
  readonly points: readonly ChartPoint[];
  /** The value is a profit: it has a sign, and a line at zero. */
  readonly isProfit: boolean;
}

/** Coordinates of the drawing; it is stretched to its place. */
const WIDTH = 1000;
const HEIGHT = 300;
const DATE_LABELS = 4;

/** A curve over days with its grid. Pointing at it shows a day's figures above. */
export function EquityChart({ label, points, isProfit }: Props) {
  const [pointed, setPointed] = useState<number | null>(null);
  const { convert } = useDisplay();
  const values = points.map(({ value }) => Number(convert(value) ?? 0));
  const scale = scaleOf(isProfit ? [...values, 0] : values);
  const x = (index: number) => (index * WIDTH) / (points.length - 1);
  const y = (value: number) => HEIGHT - ((value - scale.low) / (scale.high - scale.low)) * HEIGHT;
  const line = values.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
  const base = y(isProfit ? 0 : scale.low).toFixed(1);
  const tone = !isProfit ? "primary" : (values.at(-1) ?? 0) >= 0 ? "up" : "down";
  const at = pointed === null ? points.length - 1 : Math.min(pointed, points.length - 1);
  const point = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const share = Math.max(0, Math.min(1, (event.clientX - left) / width));
    setPointed(Math.round(share * (points.length - 1)));
  };
  return (
    <figure className="equity-chart" aria-label={label}>
      <Readout point={points[at]} isProfit={isProfit} />
      <div className="equity-body">
        <div
          className="equity-plot"
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => setPointed(null)}
        >
          <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
            {scale.ticks.map((tick) => (
              <line key={tick} className="equity-grid" x1={0} x2={WIDTH} y1={y(tick)} y2={y(tick)} />
            ))}
            <polygon className={`is-${tone} area`} points={`0,${base} ${line} ${WIDTH},${base}`} />
            <polyline className={`is-${tone} line`} points={line} />
            {pointed !== null && <line className="equity-cursor" x1={x(at)} x2={x(at)} y1={0} y2={HEIGHT} />}
          </svg>
          {points.map(({ day, moved }, index) =>
            moved === null ? null : (
              <i key={day} className="equity-move" style={{ left: `${(x(index) * 100) / WIDTH}%` }} />
            ),
          )}
        </div>
        <Ticks ticks={scale.ticks} decimals={scale.decimals} topOf={(tick) => (y(tick) * 100) / HEIGHT} />
        <DateAxis days={points.map(({ day }) => day)} />
      </div>
    </figure>
  );
}

function Readout({
  point,
  isProfit,
}: {
  readonly point: ChartPoint | undefined;
  readonly isProfit: boolean;
}) {
  const t = useT();
  const dates = useUtcDates();
  const { convert } = useDisplay();
  if (point === undefined) return null;
  return (
    <figcaption className="equity-readout small">
      <span className="muted">{dates.monthDay(point.day)}</span>
      <ShownValueText
        value={point.shown ?? convert(point.value)}
        hasUnit
        className="med"
        {...(isProfit && { sign: "always" as const, toned: true })}
      />
      {point.moved !== null && (
        <span className="muted">
          {t("profit.moved")} <ValueText value={point.moved} sign="always" />
        </span>
      )}
    </figcaption>
  );
}

interface TicksProps {
  readonly ticks: readonly number[];
  readonly decimals: number;
  /** In percent of the height. */
  readonly topOf: (tick: number) => number;
}

/** Compact from here on. */
const COMPACT_FROM = 100_000;

function Ticks({ ticks, decimals, topOf }: TicksProps) {
  const formats = useFormats();
  const isHidden = useAppStore((state) => state.balancesHidden);
  if (isHidden) return null;
  const textOf = (tick: number) =>
    Math.abs(tick) >= COMPACT_FROM ? formats.compact(String(tick)) : formats.decimal(tick.toFixed(decimals));
  const texts = ticks.map(textOf);
  const widest = texts.reduce((widestYet, text) => (text.length > widestYet.length ? text : widestYet), "");
  return (
    <span className="equity-ticks" aria-hidden="true" translate="no">
      {/* Takes the space that the others, which are placed by hand, do not take. */}
      <span className="equity-widest">{widest}</span>
      {ticks.map((tick, index) => (
        <span key={tick} className="equity-tick" style={{ top: `${topOf(tick)}%` }}>
          {texts[index]}
        </span>
      ))}
    </span>
  );
}

function DateAxis({ days }: { readonly days: readonly string[] }) {
  const dates = useUtcDates();
  const count = Math.min(DATE_LABELS, days.length);
  const shown = Array.from(
    { length: count },
    (_, index) => days[Math.round((index * (days.length - 1)) / Math.max(1, count - 1))] ?? "",
  );
  return (
    <div className="row between equity-dates" aria-hidden="true">
      {shown.map((day) => (
        <span key={day}>{dates.monthDay(day)}</span>
      ))}
    </div>
  );
}
