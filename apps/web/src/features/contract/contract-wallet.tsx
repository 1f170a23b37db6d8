import { riskRatePpm } from "@candor/formulas/perpetual/profit";
import { Button } from "@candor/ui/button.tsx";
import { KeyValue } from "@candor/ui/card.tsx";
import { useT } from "../../i18n/use-t.ts";
import { useMoveFunds } from "../../shared/funds/use-move-funds.tsx";
import { HelpButton } from "../../shared/help/help-button.tsx";
import type { ContractTerms } from "./contract-terms.ts";
import { MoneyText, usePpmText } from "./figure-text.tsx";
import type { AccountFigures } from "./held-position.ts";

/** Maintenance ÷ equity of the whole account; undefined if no equity is left. */
const marginRatioPpm = ({ maintenanceUnits, equityUnits }: AccountFigures): number | undefined => {
  if (maintenanceUnits === 0) return 0;
  return equityUnits > 0 ? riskRatePpm(maintenanceUnits, equityUnits) : undefined;
};

/** The name of the account's margin ratio, which opens the article about it: a position's is another figure. */
function AccountRatio() {
  const t = useT();
  return (
    <span title={t("contract.accountRiskHint")}>
      <HelpButton article="liquidation" topic={t("contract.accountRisk")}>
        {t("contract.accountRisk")}
      </HelpButton>
    </span>
  );
}

interface ContractWalletProps {
  readonly account: AccountFigures | undefined;
  readonly terms: ContractTerms;
}

/** Contract account summary below the desktop ticket. */
export function ContractWallet({ account, terms }: ContractWalletProps) {
  const t = useT();
  const ppmText = usePpmText();
  const moving = useMoveFunds("contract", terms.quote);
  const money = (units: number | undefined, signed = false) => (
    <MoneyText units={units} terms={terms} signed={signed} isOwn />
  );
  return (
    <div className="stack-3 ticket-wallet">
      <h2 className="panel-title">{t("contract.wallet")}</h2>
      <KeyValue
        lines={[
          { key: "equity", label: t("contract.equity"), value: money(account?.equityUnits) },
          { key: "margin", label: t("contract.positionMargin"), value: money(account?.marginUnits) },
          { key: "orders", label: t("trade.inOrders"), value: money(account?.orderMarginUnits) },
          { key: "profit", label: t("contract.unrealized"), value: money(account?.unrealizedUnits, true) },
          {
            key: "ratio",
            label: <AccountRatio />,
            value: account === undefined ? "–" : ppmText(marginRatioPpm(account)),
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

/** The same in one line above a phone's positions. */
export function ContractAccountLine({ account, terms }: ContractWalletProps) {
  const t = useT();
  const ppmText = usePpmText();
  if (account === undefined) return null;
  return (
    <dl className="g3 small account-line">
      <div>
        <dt className="muted">{t("contract.equity")}</dt>
        <dd className="med">
          <MoneyText units={account.equityUnits} terms={terms} isOwn />
        </dd>
      </div>
      <div>
        <dt className="muted">{t("contract.unrealized")}</dt>
        <dd className="med">
          <MoneyText units={account.unrealizedUnits} terms={terms} signed isOwn />
        </dd>
      </div>
      <div className="r">
        <dt className="muted">
          <AccountRatio />
        </dt>
        <dd className="med n" translate="no">
          {ppmText(marginRatioPpm(account))}
        </dd>
      </div>
    </dl>
  );
}
