import { Button } from "@candor/ui/button.tsx";
import { CoinIcon } from "@candor/ui/coin-icon.tsx";
import { Empty, SkeletonRows } from "@candor/ui/feedback.tsx";
import { WalletIcon } from "@candor/ui/icons.tsx";
import { Table } from "@candor/ui/table.tsx";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { useLive } from "../../shell/hooks/use-live.ts";
import { live } from "../../shell/services/services.ts";
import { BalanceText } from "../../shell/wallets/balance-text.tsx";
import { type Holding, holdingsOf } from "../../shell/wallets/valued-wallets.ts";
import { useWallets } from "../../shell/wallets/wallets.ts";
import {
  AverageCost,
  type CostedHolding,
  HoldingProfitText,
  HoldingSheet,
  profitOfHolding,
  useProfitColumns,
} from "../profit/holding-profit.tsx";
import { useProfitHoldings } from "../profit/use-profit.ts";
import { useMoveFunds } from "./use-move-funds.tsx";

/** Spot holdings, available and frozen, with their value at index prices. */
export function SpotHoldings({ isDesktop }: { readonly isDesktop: boolean }) {
  const t = useT();
  const { index, isLoading } = useWallets();
  const account = useLive(live.account);
  const moving = useMoveFunds("coin", "USDT");
  // Uses the same balances as the ticket.
  const balances =
    account.state === "ready"
      ? account.balances.filter(({ wallet }) => wallet === "coin")
      : (index?.wallets.coin ?? []);
  const holdings = holdingsOf(balances, index?.totalEquity.prices ?? []);
  if (isLoading) return <SkeletonRows count={2} label={t("shell.loading")} />;
  if (holdings.length === 0) {
    return (
      <Empty
        icon={WalletIcon}
        title={t("trade.noHoldings")}
        action={
          <>
            <Button size="small" tone="line" onClick={moving.open}>
              {t("trade.transfer")}
            </Button>
            {moving.sheet}
          </>
        }
      >
        {t("trade.noHoldingsNote")}
      </Empty>
    );
  }
  return <Holdings holdings={holdings} isDesktop={isDesktop} />;
}

interface HoldingsProps {
  readonly holdings: readonly Holding[];
  readonly isDesktop: boolean;
}

/** With average costs; a profit opens its calculation. */
function Holdings({ holdings, isDesktop }: HoldingsProps) {
  const costs = useProfitHoldings();
  const [opened, setOpened] = useState<Holding | null>(null);
  const rows = holdings.map((holding) => ({ holding, profit: profitOfHolding(holding, costs) }));
  return (
    <>
      {isDesktop ? (
        <HoldingsTable rows={rows} onOpen={setOpened} />
      ) : (
        <HoldingsList rows={rows} onOpen={setOpened} />
      )}
      <HoldingSheet holding={opened} costs={costs} onClose={() => setOpened(null)} />
    </>
  );
}

interface RowsProps {
  readonly rows: readonly CostedHolding[];
  readonly onOpen: (holding: Holding) => void;
}

function HoldingsList({ rows, onOpen }: RowsProps) {
  const t = useT();
  return (
    <ul className="list" translate="no">
      {rows.map(({ holding, profit }) => {
        const { balance, value } = holding;
        return (
          <li key={balance.asset}>
            <CoinIcon symbol={balance.asset} size="m" />
            <span className="grow stack-1">
              <b className="med">{balance.asset}</b>
              <span className="small muted">
                {t("trade.frozen")} <BalanceText value={balance.frozen} minDecimals={0} />
              </span>
              {profit !== null && (
                <span className="small muted">
                  {t("profit.averageCost")} <AverageCost profit={profit} />
                </span>
              )}
            </span>
            <span className="stack-1 r">
              <BalanceText value={balance.available} minDecimals={2} className="med" />
              <span className="small muted">
                ≈ <BalanceText value={value} decimals={2} asset="USDT" />
              </span>
              <HoldingProfitText asset={balance.asset} profit={profit} onOpen={() => onOpen(holding)} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function HoldingsTable({ rows, onOpen }: RowsProps) {
  const t = useT();
  const profitColumns = useProfitColumns(onOpen);
  return (
    <Table
      label={t("trade.holdings")}
      rows={rows}
      rowKey={({ holding: { balance } }) => balance.asset}
      columns={[
        {
          key: "coin",
          header: t("trade.coin"),
          renderCell: ({ holding: { balance } }) => (
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
          renderCell: ({ holding: { balance } }) => <BalanceText value={balance.available} minDecimals={2} />,
        },
        {
          key: "frozen",
          header: t("trade.frozen"),
          align: "right",
          renderCell: ({ holding: { balance } }) => <BalanceText value={balance.frozen} minDecimals={0} />,
        },
        {
          key: "value",
          header: t("trade.valueUsdt"),
          align: "right",
          renderCell: ({ holding: { value } }) => <BalanceText value={value} decimals={2} />,
        },
        ...profitColumns,
      ]}
    />
  );
}
