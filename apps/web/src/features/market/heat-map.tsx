import { classNames } from "@candor/ui/class-names";
import { Percent } from "@candor/ui/financial-text.tsx";
import { Link, useFormats } from "@candor/ui/ui-context.tsx";
import type { WireMarket } from "@candor/wire/objects";
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { useTurnovers } from "../../shell/markets/market-data.ts";
import { marketKey } from "../../shell/markets/market-key.ts";
import { marketPath, PairName } from "../../trading/market/pair-name.tsx";
import { type MarketListProps, useNoRows } from "./market-list.tsx";
import { sharesOf, tileMap } from "./tile-map.ts";

/** From these changes on, in percent, a tile has half and all of the color. */
const MEDIUM_PERCENT = 1;
const STRONG_PERCENT = 3;
/** Until the map is measured. */
const USUAL_RATIO = 1.6;

/** Returns the class of a tile's color: full, half, soft, or none for no change. */
function toneOf(updown: string | null): string {
  const percent = Number(updown ?? 0);
  if (percent === 0) return "";
  const size = Math.abs(percent);
  const strength = size >= STRONG_PERCENT ? " is-strong" : size >= MEDIUM_PERCENT ? " is-medium" : "";
  return `${percent > 0 ? "is-up" : "is-down"}${strength}`;
}

/** Markets as tiles: the area is the volume of 24 hours, the color the change. A list of links for screen readers. */
export function HeatMap(props: MarketListProps) {
  const t = useT();
  const noRows = useNoRows(props);
  if (noRows !== null) return noRows;
  return (
    <>
      <p className="small muted heat-note">{t("market.heatMapNote")}</p>
      <Tiles markets={props.rows.markets} />
    </>
  );
}

/** Width of the map divided by its height, followed by an observer. */
function useRatio(): readonly [RefObject<HTMLUListElement | null>, number] {
  const map = useRef<HTMLUListElement>(null);
  const [ratio, setRatio] = useState(USUAL_RATIO);
  useLayoutEffect(() => {
    const box = map.current;
    if (box === null) return undefined;
    const measure = (): void => {
      if (box.clientHeight > 0) setRatio(box.clientWidth / box.clientHeight);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  return [map, ratio];
}

function Tiles({ markets }: { readonly markets: readonly WireMarket[] }) {
  const t = useT();
  const formats = useFormats();
  const turnovers = useTurnovers();
  const [map, ratio] = useRatio();
  const tiles = useMemo(() => {
    const volumeOf = (market: WireMarket): number => Number(turnovers.get(marketKey(market)) ?? 0);
    return tileMap(sharesOf(markets, volumeOf), ratio);
  }, [markets, turnovers, ratio]);
  return (
    <ul ref={map} className="heat-map" aria-label={t("market.heatMap")} translate="no">
      {tiles.map(({ of: market, x, y, width, height }) => (
        <li
          key={marketKey(market)}
          className={classNames("heat-tile", toneOf(market.updown))}
          style={{ left: `${x}%`, top: `${y}%`, width: `${width}%`, height: `${height}%` }}
        >
          <Link to={marketPath(market)}>
            <b className="med">
              <PairName market={market} />
            </b>
            <Percent value={market.updown} className="heat-change" />
            <span className="small heat-volume">
              {t("market.volumeShort", { volume: formats.compact(turnovers.get(marketKey(market)) ?? null) })}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
