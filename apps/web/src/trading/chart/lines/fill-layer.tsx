import { useFormats } from "@candor/ui/ui-context.tsx";
import type { WireTrade } from "@candor/wire/objects";
import type { Chart } from "klinecharts";
import { useEffect, useState } from "react";
import { useT } from "../../../i18n/use-t.ts";
import type { ShownMarket } from "../../market/use-market.ts";
import { actWords } from "../../orders/order-words.ts";
import { FILL_MARK } from "./fill-mark.ts";
import { useLineChoices } from "./line-choices.ts";
import { type TradedProduct, useOwnFills } from "./use-own-fills.ts";

const GROUP = "own-fills";

interface FillLayerProps {
  readonly chart: Chart;
  readonly shown: ShownMarket;
  readonly product: TradedProduct;
}

interface PointedFill {
  readonly fill: WireTrade;
  readonly x: number;
  readonly y: number;
}

/** The user's fills as arrows; the pointer shows amount, price and time. */
export function FillLayer({ chart, shown, product }: FillLayerProps) {
  const { showsFills } = useLineChoices();
  const fills = useOwnFills(product, shown.market.symbol, showsFills);
  const [pointed, setPointed] = useState<PointedFill | null>(null);
  useEffect(() => {
    const css = getComputedStyle(document.documentElement);
    const colorOf = (side: WireTrade["side"]) =>
      css.getPropertyValue(side === "buy" ? "--c-up-text" : "--c-down-text").trim();
    for (const fill of fills) {
      const point = (x: number | undefined, y: number | undefined) =>
        setPointed(x === undefined || y === undefined ? null : { fill, x, y });
      chart.createOverlay({
        name: FILL_MARK,
        id: `fill-${fill.tradeId}-${fill.role}`,
        groupId: GROUP,
        lock: true,
        points: [{ timestamp: fill.timeMs, value: Number(fill.price) }],
        extendData: { side: fill.side, color: colorOf(fill.side) },
        onMouseEnter: ({ x, y }) => point(x, y),
        onClick: ({ x, y }) => point(x, y),
        onMouseLeave: () => setPointed(null),
        // By default the library removes what is clicked with the right button.
        onRightClick: (event) => event.preventDefault?.(),
      });
    }
    return () => {
      setPointed(null);
      chart.removeOverlay({ groupId: GROUP });
    };
  }, [chart, fills]);
  return pointed === null ? null : <FillTip pointed={pointed} shown={shown} />;
}

function FillTip({ pointed, shown }: { readonly pointed: PointedFill; readonly shown: ShownMarket }) {
  const t = useT();
  const formats = useFormats();
  const { fill, x, y } = pointed;
  const amount = formats.decimal(fill.quantity, { minDecimals: 0 });
  return (
    <div className="fill-tip n" role="tooltip" style={{ left: x, top: y }}>
      <b className={fill.side === "buy" ? "up" : "down"}>
        {t(actWords(fill))} {amount} {shown.look.base}
      </b>
      <span>{formats.decimal(fill.price)}</span>
      <span className="muted">{formats.date(fill.timeMs, "time")}</span>
    </div>
  );
}
