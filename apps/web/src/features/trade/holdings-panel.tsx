import type { WireBalance } from "@candor/protocol/wire/objects";
import { ButtonLink } from "@candor/ui/button.tsx";
import { CoinIcon } from "@candor/ui/coin-icon.tsx";
import { Empty } from "@candor/ui/feedback.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { WalletIcon } from "@candor/ui/icons.tsx";
import { useT } from "../../i18n/use-t.ts";
import { TRANSFER } from "../../shell/routes.ts";

/** What the coin wallet holds, free and frozen. */
export function HoldingsPanel({ balances }: { readonly balances: readonly WireBalance[] }) {
  const t = useT();
  const held = balances.filter(
    (balance) => balance.wallet === "coin" && /[1-9]/.test(balance.available + balance.frozen),
  );
  if (held.length === 0) {
    return (
      <Empty
        icon={WalletIcon}
        title={t("trade.noHoldings")}
        action={
          <ButtonLink to={TRANSFER} size="small" tone="line">
            {t("trade.transfer")}
          </ButtonLink>
        }
      >
        {t("trade.noHoldingsNote")}
      </Empty>
    );
  }
  return (
    <ul className="list">
      {held.map((balance) => (
        <li key={balance.asset}>
          <CoinIcon asset={balance.asset} size="m" />
          <b className="grow">{balance.asset}</b>
          <span className="stack-1 r">
            <FinancialText value={balance.available} minDecimals={2} className="med" />
            <span className="small muted">
              {t("trade.frozen")} <FinancialText value={balance.frozen} minDecimals={0} />
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
