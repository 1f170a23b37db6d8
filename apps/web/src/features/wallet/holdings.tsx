import type { Wallet } from "@candor/domain/enumerations";
import { Button, ButtonLink } from "@candor/ui/button.tsx";
import { CoinIcon } from "@candor/ui/coin-icon.tsx";
import { Empty } from "@candor/ui/feedback.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { WalletIcon } from "@candor/ui/icons.tsx";
import "@candor/ui/list.css";
import { signOfDecimal } from "@candor/text/decimal-text";
import { type Column, Table } from "@candor/ui/table.tsx";
import { Link, useFormats } from "@candor/ui/ui-context.tsx";
import type { WireProfitHolding } from "@candor/wire/profit-calls";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { FaucetSheet } from "../../shared/funds/faucet-sheet.tsx";
import {
  type CostedHolding,
  HoldingProfitText,
  HoldingSheet,
  profitOfHolding,
  useProfitColumns,
} from "../../shared/profit/holding-profit.tsx";
import { useExtraColumns } from "../../shell/hooks/use-media-query.ts";
import { useSpotMarkets, useTicker } from "../../shell/markets/market-data.ts";
import { DEPOSIT, TRANSFER, tradePath, WITHDRAW } from "../../shell/routing/routes.ts";
import type { Holding } from "../../shell/wallets/valued-wallets.ts";
import { useAppStore } from "../../state/app-store.ts";
import { useMovableAssets } from "./movable-assets.ts";

interface Rows {
  readonly rows: readonly Holding[];
  readonly costs: readonly WireProfitHolding[];
}

const QUOTE = "USDT";
/** Decimals of a quote amount; other coins show at least two. */
const decimalsOf = (asset: string) =>
  asset === QUOTE ? { decimals: 2 } : { minDecimals: 2, maxDecimals: 8 };

const transferPath = ({ balance }: Holding): string =>
  `${TRANSFER}?asset=${balance.asset}&from=${balance.wallet}&to=${balance.wallet === "main" ? "coin" : "main"}`;

function useNames(): (asset: string) => string {
  const { assets } = useTicker();
  return (symbol) => assets.find(({ asset }) => asset === symbol)?.name ?? "";
}

/** Phone list: tapping a row transfers that coin. */
export function HoldingList({ rows, costs }: Rows) {
  const t = useT();
  const [opened, setOpened] = useState<Holding | null>(null);
  const formats = useFormats();
  const nameOf = useNames();
  const isHidden = useAppStore((state) => state.balancesHidden);
  const second = ({ balance, value }: Holding): string | null => {
    if (signOfDecimal(balance.frozen) > 0) {
      return t("wallet.frozenAmount", { amount: formats.decimal(balance.frozen, decimalsOf(balance.asset)) });
    }
    return balance.asset === QUOTE || value === null ? null : `≈ ${formats.decimal(value, { decimals: 2 })}`;
  };
  return (
    <>
      <ul className="list holdings-list" translate="no">
        {rows.map((holding) => (
          <li key={holding.balance.asset}>
            <CoinIcon symbol={holding.balance.asset} />
            <div className="grow stack-1">
              <Link className="row-act med" to={transferPath(holding)}>
                {holding.balance.asset}
                <span className="vh">, {t("home.transfer")}</span>
              </Link>
              <span className="small muted trunc">{nameOf(holding.balance.asset)}</span>
            </div>
            <div className="stack-1 r">
              <FinancialText
                value={holding.balance.available}
                {...decimalsOf(holding.balance.asset)}
                hidden={isHidden}
                className="med"
              />
              {!isHidden && second(holding) !== null && (
                <span className="small muted n" translate="no">
                  {second(holding)}
                </span>
              )}
              <HoldingProfitText
                asset={holding.balance.asset}
                profit={profitOfHolding(holding, costs)}
                onOpen={() => setOpened(holding)}
              />
            </div>
          </li>
        ))}
      </ul>
      <HoldingSheet holding={opened} costs={costs} onClose={() => setOpened(null)} />
    </>
  );
}

/** Deposit and withdrawal links, if available for this asset. */
function ChainLinks({ asset }: { readonly asset: string }) {
  const t = useT();
  const { canDeposit, canWithdraw } = useMovableAssets();
  return (
    <>
      {canDeposit(asset) && (
        <Link className="link" to={`${DEPOSIT}?asset=${asset}`}>
          {t("home.deposit")}
        </Link>
      )}
      {canWithdraw(asset) && (
        <Link className="link" to={`${WITHDRAW}?asset=${asset}`}>
          {t("home.withdraw")}
        </Link>
      )}
    </>
  );
}

/** Links that move or trade a coin. */
function HoldingButtons({ holding }: { readonly holding: Holding }) {
  const t = useT();
  const markets = useSpotMarkets();
  return (
    <span className="row holding-acts">
      {holding.balance.wallet === "main" && <ChainLinks asset={holding.balance.asset} />}
      <Link className="link" to={transferPath(holding)}>
        {t("home.transfer")}
      </Link>
      {markets.some(({ symbol }) => symbol === `${holding.balance.asset}${QUOTE}`) && (
        <Link className="link" to={tradePath(`${holding.balance.asset}${QUOTE}`)}>
          {t("home.trade")}
        </Link>
      )}
    </span>
  );
}

function useColumns(onOpen: (holding: Holding) => void): readonly Column<CostedHolding>[] {
  const t = useT();
  const nameOf = useNames();
  const isHidden = useAppStore((state) => state.balancesHidden);
  return [
    {
      key: "asset",
      header: t("wallet.asset"),
      renderCell: ({ holding: { balance } }) => (
        <span className="row">
          <CoinIcon symbol={balance.asset} size="m" />
          <b className="med">{balance.asset}</b>
          <span className="muted">{nameOf(balance.asset)}</span>
        </span>
      ),
    },
    {
      key: "available",
      header: t("wallet.available"),
      align: "right",
      renderCell: ({ holding: { balance } }) => (
        <FinancialText
          value={balance.available}
          {...(balance.asset === QUOTE && { decimals: 2 })}
          hidden={isHidden}
          className="med"
        />
      ),
    },
    {
      key: "frozen",
      header: t("wallet.frozen"),
      align: "right",
      renderCell: ({ holding: { balance } }) => (
        <FinancialText
          value={balance.frozen}
          {...(balance.asset === QUOTE && { decimals: 2 })}
          hidden={isHidden}
          {...(signOfDecimal(balance.frozen) === 0 && { className: "muted" })}
        />
      ),
    },
    {
      key: "value",
      header: t("wallet.value"),
      align: "right",
      renderCell: ({ holding: { value } }) => <FinancialText value={value} decimals={2} hidden={isHidden} />,
    },
    {
      key: "price",
      header: t("wallet.price"),
      align: "right",
      renderCell: ({ holding: { price, balance } }) => (
        <FinancialText value={balance.asset === QUOTE ? null : price} minDecimals={2} className="muted" />
      ),
    },
    ...useProfitColumns(onOpen),
    {
      key: "acts",
      header: <span className="vh">{t("home.transfer")}</span>,
      align: "right",
      renderCell: ({ holding }) => <HoldingButtons holding={holding} />,
    },
  ];
}

export function HoldingTable({ rows, costs }: Rows) {
  const t = useT();
  const hasExtraColumns = useExtraColumns();
  const [opened, setOpened] = useState<Holding | null>(null);
  const columns = useColumns(setOpened);
  return (
    <>
      <Table
        label={t("wallet.title")}
        rows={rows.map((holding) => ({ holding, profit: profitOfHolding(holding, costs) }))}
        rowKey={({ holding }) => holding.balance.asset}
        columns={columns}
        isCompact={!hasExtraColumns}
      />
      <HoldingSheet holding={opened} costs={costs} onClose={() => setOpened(null)} />
    </>
  );
}

/** An empty wallet, with ways to fund it. */
export function NoHoldings({ wallet }: { readonly wallet: Wallet }) {
  const t = useT();
  const isSandbox = useAppStore((state) => state.siteData?.mode === "sandbox");
  const [isFaucetOpen, setFaucetOpen] = useState(false);
  const offersFaucet = wallet === "main" && isSandbox;
  return (
    <>
      <Empty
        icon={WalletIcon}
        title={t("wallet.emptyTitle")}
        action={
          offersFaucet ? (
            <Button size="small" tone="primary" onClick={() => setFaucetOpen(true)}>
              {t("wallet.faucetTitle")}
            </Button>
          ) : (
            <ButtonLink size="small" to={`${TRANSFER}?from=main&to=${wallet === "main" ? "coin" : wallet}`}>
              {t("home.transfer")}
            </ButtonLink>
          )
        }
      >
        {offersFaucet ? t("wallet.emptyMain") : t("wallet.emptyOther")}
      </Empty>
      <FaucetSheet open={isFaucetOpen} onOpenChange={setFaucetOpen} />
    </>
  );
}
