import { ButtonLink } from "@candor/ui/button.tsx";
import { KeyValue } from "@candor/ui/card.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { type AccountView, balanceOf } from "../../data/account-store.ts";
import { useT } from "../../i18n/use-t.ts";
import { TRANSFER } from "../../shell/routes.ts";
import type { MarketLook } from "./market-look.ts";

/** Below the desktop ticket: what the coin wallet has of this market's two coins. */
export function TicketWallet({ look, account }: { readonly look: MarketLook; readonly account: AccountView }) {
  const t = useT();
  const known = account.state === "ready";
  const free = (asset: string) => (known ? (balanceOf(account, "coin", asset)?.available ?? "0") : null);
  const frozen = (asset: string) => (known ? (balanceOf(account, "coin", asset)?.frozen ?? "0") : null);
  return (
    <div className="stack-3 ticket-wallet">
      <h2 className="book-title">{t("trade.coinWallet")}</h2>
      <KeyValue
        lines={[
          { key: "quote", label: look.quote, value: <FinancialText value={free(look.quote)} minDecimals={2} /> },
          { key: "base", label: look.base, value: <FinancialText value={free(look.base)} minDecimals={0} /> },
          {
            key: "orders",
            label: t("trade.inOrders"),
            value: (
              <span className="stack-1">
                <FinancialText value={frozen(look.quote)} asset={look.quote} minDecimals={0} />
                <FinancialText value={frozen(look.base)} asset={look.base} minDecimals={0} />
              </span>
            ),
          },
        ]}
      />
      <ButtonLink to={TRANSFER} size="small" block>
        {t("trade.transfer")}
      </ButtonLink>
      <Notice>{t("trade.hintMarket")}</Notice>
    </div>
  );
}
