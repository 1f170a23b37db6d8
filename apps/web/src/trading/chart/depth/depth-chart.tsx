import { Empty } from "@candor/ui/feedback.tsx";
import { FinancialText, Percent } from "@candor/ui/financial-text.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { type PointerEvent, type ReactNode, useState, useSyncExternalStore } from "react";
import { useT } from "../../../i18n/use-t.ts";
import { live } from "../../../shell/services/services.ts";
import type { ShownMarket } from "../../market/use-market.ts";
import "./depth.css";
import { corners, type DepthCurves, type DepthStep, depthCurves, stepAt } from "./depth-curves.ts";
import { DepthIcon } from "./depth-icon.tsx";

/** The unit of the drawing, which stretches to the size of the panel. */
const WIDTH = 1_000;
const HEIGHT = 400;
/** Part of the height that the larger side takes. */
const FILLED = 0.86;
/** Steps of the slider that keyboards use. */
const SLIDER_STEPS = 200;
const PRICES_ON_AXIS = [0.1, 0.3, 0.5, 0.7, 0.9];
const PERCENT_DECIMALS = 2;

/** Cumulated bids and asks of the live book. Pointing at a price shows the sum up to it. */
export function DepthChart({ shown }: { readonly shown: ShownMarket }) {
  const t = useT();
  const { market, look } = shown;
  const store = live.orderBook(market.symbol, market.market);
  const view = useSyncExternalStore(store.subscribe, store.getSnapshot);
  const curves = depthCurves(store.levels("bids"), store.levels("asks"));
  if (curves === undefined) {
    return (
      <div className="depth" aria-busy={view.status === "loading"}>
        {view.status !== "loading" && <Empty icon={DepthIcon} title={t("trade.noOrdersInBook")} />}
      </div>
    );
  }
  return <DepthCurvesView curves={curves} look={look} />;
}

interface DepthCurvesViewProps {
  readonly curves: DepthCurves;
  readonly look: ShownMarket["look"];
}

function DepthCurvesView({ curves, look }: DepthCurvesViewProps) {
  const t = useT();
  const formats = useFormats();
  /** Where the pointer is, 0 to 1 from left to right. */
  const [pointed, setPointed] = useState<number | null>(null);
  const priceAt = (share: number): number => curves.from + (curves.to - curves.from) * share;
  const step = pointed === null ? undefined : stepAt(curves, priceAt(pointed));
  const price = (value: number): string => formats.decimal(value.toFixed(look.priceDecimals));
  const point = (event: PointerEvent<HTMLElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    setPointed(Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)));
  };
  return (
    <div className="depth">
      <div
        className="depth-plot"
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setPointed(null)}
      >
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <Side name="bids" points={corners(curves, curves.bids, curves.from)} />
          <Side name="asks" points={corners(curves, curves.asks, curves.to)} />
        </svg>
        <p className="depth-middle small">
          {t("chart.middlePrice")} <b className="n">{price(curves.middle)}</b>
        </p>
        {step !== undefined && <Pointed step={step} curves={curves} look={look} />}
        <input
          className="depth-slider"
          type="range"
          aria-label={t("chart.depthPrice")}
          aria-valuetext={step === undefined ? price(curves.middle) : spoken(step)}
          min={0}
          max={SLIDER_STEPS}
          value={Math.round((pointed ?? 0.5) * SLIDER_STEPS)}
          onChange={(event) => setPointed(Number(event.target.value) / SLIDER_STEPS)}
          onBlur={() => setPointed(null)}
        />
      </div>
      <div className="depth-axis micro muted n" aria-hidden="true">
        {PRICES_ON_AXIS.map((share) => (
          <span key={share}>{price(priceAt(share))}</span>
        ))}
      </div>
    </div>
  );

  function spoken({ price: at, sum, percent }: DepthStep): string {
    const amount = formats.decimal(sum.toFixed(look.quantityDecimals));
    return `${price(at)} · ${amount} ${look.base} · ${formats.percent(percent.toFixed(PERCENT_DECIMALS))}`;
  }
}

interface SideProps {
  readonly name: "bids" | "asks";
  readonly points: readonly (readonly [x: number, y: number])[];
}

function Side({ name, points }: SideProps) {
  const place = ([x, y]: readonly [number, number]) => `${x * WIDTH},${HEIGHT - y * HEIGHT * FILLED}`;
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  const ground = [`${last[0] * WIDTH},${HEIGHT}`, `${first[0] * WIDTH},${HEIGHT}`];
  return (
    <>
      <polygon className={`is-${name}`} points={[...points.map(place), ...ground].join(" ")} />
      <polyline
        className={`is-${name}`}
        points={points.map(place).join(" ")}
        vectorEffect="non-scaling-stroke"
      />
    </>
  );
}

function Pointed({ step, curves, look }: DepthCurvesViewProps & { readonly step: DepthStep }) {
  const t = useT();
  const x = (step.price - curves.from) / (curves.to - curves.from);
  const y = 1 - (step.sum / curves.most) * FILLED;
  const name = step.price < curves.middle ? "bids" : "asks";
  const line = (label: string, value: ReactNode) => (
    <div>
      <dt>{label}</dt>
      <dd className="n">{value}</dd>
    </div>
  );
  return (
    <>
      <i className={`depth-dot is-${name}`} style={{ left: `${x * 100}%`, top: `${y * 100}%` }} />
      <dl className={`depth-tip ${x > 0.5 ? "is-left" : "is-right"} small`} style={{ left: `${x * 100}%` }}>
        {line(
          t("trade.price"),
          <FinancialText value={step.price.toFixed(look.priceDecimals)} decimals={look.priceDecimals} />,
        )}
        {line(
          t("trade.sum"),
          <FinancialText
            value={step.sum.toFixed(look.quantityDecimals)}
            decimals={look.quantityDecimals}
            asset={look.base}
          />,
        )}
        {line(
          t("trade.total"),
          <FinancialText value={step.value.toFixed(2)} decimals={2} asset={look.quote} />,
        )}
        {line(t("chart.distance"), <Percent value={step.percent.toFixed(PERCENT_DECIMALS)} />)}
      </dl>
    </>
  );
}
