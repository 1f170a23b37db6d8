import { leverSetting } from "@candor/domain/setting-names";
import { Badge, type BadgeProps } from "@candor/ui/badge.tsx";
import { Button } from "@candor/ui/button.tsx";
import { addDecimals } from "@candor/ui/decimal-math";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { WireLeverAccount } from "@candor/wire/lever-objects";
import type { MessageKey } from "../../i18n/message-keys.ts";
import { useT } from "../../i18n/use-t.ts";
import { AnnouncedTerms } from "../../shared/announced-terms/announced-terms.tsx";
import { HelpButton } from "../../shared/help/help-button.tsx";
import { BalanceText } from "../../shell/wallets/balance-text.tsx";

type Status = WireLeverAccount["status"];

const STATUS: Readonly<Record<Status, readonly [MessageKey, NonNullable<BadgeProps["tone"]>]>> = {
  normal: ["lever.statusNormal", "up"],
  "margin-call": ["lever.statusCall", "warn"],
  liquidating: ["lever.statusLiquidating", "down"],
};

interface Props {
  readonly account: WireLeverAccount;
  /** The pair's highest leverage: the account's borrowing limits are for it. */
  readonly maxLeverage: number;
  readonly onTransfer: () => void;
  readonly onRepay: () => void;
}

/** A margin account's assets, debts, risk and liquidation price. */
export function LeverAccountCard({ account, maxLeverage, onTransfer, onRepay }: Props) {
  const t = useT();
  const formats = useFormats();
  const { status, marginLevel, liquidationPrice, base, quote } = account;
  const [word, tone] = STATUS[status];
  const owes = [base, quote].some(({ debt, interest }) => Number(debt) + Number(interest) > 0);
  return (
    <section className="card lever-card" aria-label={t("lever.account")}>
      <div className="row between wrap">
        <h2 className="panel-title">{t("lever.account")}</h2>
        <Badge tone={tone}>{t(word)}</Badge>
      </div>
      <dl className="lever-figures">
        <div>
          <dt className="small muted">{t("lever.level")}</dt>
          <dd className="n med" translate="no">
            {marginLevel === null ? "–" : formats.decimal(marginLevel, { decimals: 2 })}
          </dd>
        </div>
        <div className="r">
          <dt className="small muted">
            <HelpButton article="margin-trading" topic={t("lever.liquidation")}>
              {t("lever.liquidation")}
            </HelpButton>
          </dt>
          <dd className="med">
            <FinancialText value={liquidationPrice} />
          </dd>
        </div>
      </dl>
      <CoinTable account={account} maxLeverage={maxLeverage} />
      <AnnouncedTerms settings={[leverSetting(account.symbol)]} />
      <div className="g2">
        <Button size="small" onClick={onTransfer}>
          {t("lever.transfer")}
        </Button>
        <Button size="small" disabled={!owes} onClick={onRepay}>
          {t("lever.repay")}
        </Button>
      </div>
      <p className="small muted">{t("lever.levelsNote")}</p>
    </section>
  );
}

function CoinTable({ account, maxLeverage }: Pick<Props, "account" | "maxLeverage">) {
  const t = useT();
  const formats = useFormats();
  const { base, quote, hourlyRate } = account;
  const coins = [base, quote];
  const row = (label: string, of: (coin: typeof base) => string) => (
    <tr>
      <th scope="row">{label}</th>
      {coins.map((coin) => (
        <td key={coin.asset}>
          <BalanceText value={of(coin)} minDecimals={2} />
        </td>
      ))}
    </tr>
  );
  return (
    <table className="lever-coins small">
      <thead>
        <tr>
          <th>
            <span className="vh">{t("lever.coin")}</span>
          </th>
          {coins.map(({ asset }) => (
            <th key={asset} scope="col">
              {asset}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {row(t("lever.free"), ({ available }) => available)}
        {row(t("lever.inOrders"), ({ frozen }) => frozen)}
        {row(t("lever.owed"), ({ debt, interest }) => addDecimals(debt, interest))}
        {row(
          t("lever.borrowable", { leverage: formats.integer(maxLeverage) }),
          ({ borrowable }) => borrowable,
        )}
        <tr>
          <th scope="row">{t("lever.hourly")}</th>
          <td>{formats.rate(hourlyRate.base)}</td>
          <td>{formats.rate(hourlyRate.quote)}</td>
        </tr>
      </tbody>
    </table>
  );
}
