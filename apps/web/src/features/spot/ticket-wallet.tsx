import { Button } from "@candor/ui/button.tsx";
import { KeyValue } from "@candor/ui/card.tsx";
import { balanceOf } from "../../data/account-store.ts";
import { useT } from "../../i18n/use-t.ts";
import { useMoveFunds } from "../../shared/funds/use-move-funds.tsx";
import { useLive } from "../../shell/hooks/use-live.ts";
import { live } from "../../shell/services/services.ts";
import { BalanceText } from "../../shell/wallets/balance-text.tsx";
import type { MarketFormat } from "../../trading/market/market-format.ts";

/** Spot balances of this market's two coins, below the desktop ticket. */
export function TicketWallet({ look }: { readonly look: MarketFormat }) {
  const t = useT();
  const account = useLive(live.account);
  const moving = useMoveFunds("coin", look.quote);
  const isKnown = account.state === "ready";
  const balance = (asset: string) => (isKnown ? balanceOf(account, "coin", asset) : undefined);
  const [quote, base] = [balance(look.quote), balance(look.base)];
  return (
    <div className="stack-3 ticket-wallet">
      <h2 className="panel-title">{t("trade.coinWallet")}</h2>
      <KeyValue
        lines={[
          {
            key: "quote",
            label: look.quote,
            value: <BalanceText value={quote?.available} minDecimals={2} />,
          },
          { key: "base", label: look.base, value: <BalanceText value={base?.available} minDecimals={0} /> },
          {
            key: "orders",
            label: t("trade.inOrders"),
            value: (
              <span className="stack-1">
                <BalanceText value={quote?.frozen} asset={look.quote} minDecimals={2} />
                <BalanceText value={base?.frozen} asset={look.base} minDecimals={0} />
              </span>
            ),
          },
        ]}
      />
      <Button size="small" block onClick={moving.open}>
        {t("trade.transfer")}
      </Button>
      {moving.sheet}
    </div>
  );
}
