import { Badge } from "@candor/ui/badge.tsx";
import type { WireMarket } from "@candor/wire/objects";
import { useT } from "../../i18n/use-t.ts";
import { contractPath, detailPath } from "../../shell/routing/routes.ts";

/** Returns the path that shows a market; contracts open on their trade screen. */
export const marketPath = ({ market, symbol }: WireMarket): string =>
  market === "contract" ? contractPath(symbol) : detailPath(symbol);

/** "BTC/USDT", or "BTCUSDT" with a perpetual label. */
export function PairName({ market }: { readonly market: WireMarket }) {
  const t = useT();
  if (market.market === "contract") {
    return (
      <>
        {market.symbol} <Badge>{t("market.perpetual")}</Badge>
      </>
    );
  }
  return (
    <>
      {market.tokenCur}
      <span className="muted small">/{market.quote}</span>
    </>
  );
}
