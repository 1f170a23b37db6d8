import { ButtonLink } from "@candor/ui/button.tsx";
import { CoinIcon } from "@candor/ui/coin-icon.tsx";
import { Empty, SkeletonRows } from "@candor/ui/feedback.tsx";
import { WalletIcon } from "@candor/ui/icons.tsx";
import { Table } from "@candor/ui/table.tsx";
import { useT } from "../../../i18n/use-t.ts";
import { BalanceText } from "../../../shell/balance-text.tsx";
import { TRANSFER } from "../../../shell/routes.ts";
import { type Holding, useWallets } from "../../../shell/wallets.ts";

/** What the spot wallet holds, free and frozen, and what that is worth at index prices. */
export function HoldingsPanel({ isDesktop }: { readonly isDesktop: boolean }) {
  const t = useT();
  const { wallets, isLoading } = useWallets();
  const holdings = wallets.find(({ wallet }) => wallet === "coin")?.holdings ?? [];
  if (isLoading) return <SkeletonRows count={2} label={t("shell.loading")} />;
  if (holdings.length === 0) {
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
  return isDesktop ? <HoldingsTable holdings={holdings} /> : <HoldingsList holdings={holdings} />;
}

interface HoldingsProps {
  readonly holdings: readonly Holding[];
}

function HoldingsList({ holdings }: HoldingsProps) {
  const t = useT();
  return (
    <ul className="list">
      {holdings.map(({ balance, value }) => (
        <li key={balance.asset}>
          <CoinIcon symbol={balance.asset} size="m" />
          <span className="grow stack-1">
            <b className="med">{balance.asset}</b>
            <span className="small muted">
              {t("trade.frozen")} <BalanceText value={balance.frozen} minDecimals={0} />
            </span>
          </span>
          <span className="stack-1 r">
            <BalanceText value={balance.available} minDecimals={2} className="med" />
            <span className="small muted">
              ≈ <BalanceText value={value} decimals={2} asset="USDT" />
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function HoldingsTable({ holdings }: HoldingsProps) {
  const t = useT();
  return (
    <Table
      label={t("trade.holdings")}
      rows={holdings}
      rowKey={({ balance }) => balance.asset}
      columns={[
        {
          key: "coin",
          header: t("trade.coin"),
          renderCell: ({ balance }) => (
            <span className="row">
              <CoinIcon symbol={balance.asset} size="s" />
              <b className="med">{balance.asset}</b>
            </span>
          ),
        },
        {
          key: "available",
          header: t("trade.available"),
          align: "right",
          renderCell: ({ balance }) => <BalanceText value={balance.available} minDecimals={2} />,
        },
        {
          key: "frozen",
          header: t("trade.frozen"),
          align: "right",
          renderCell: ({ balance }) => <BalanceText value={balance.frozen} minDecimals={0} />,
        },
        {
          key: "value",
          header: t("trade.valueUsdt"),
          align: "right",
          renderCell: ({ value }) => <BalanceText value={value} decimals={2} />,
        },
      ]}
    />
  );
}
