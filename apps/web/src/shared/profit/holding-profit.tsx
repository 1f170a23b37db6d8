import { signOfDecimal } from "@candor/text/decimal-text";
import { KeyValue } from "@candor/ui/card.tsx";
import { CoinIcon } from "@candor/ui/coin-icon.tsx";
import { FinancialText, Percent } from "@candor/ui/financial-text.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import type { Column } from "@candor/ui/table.tsx";
import type { WireProfitHolding } from "@candor/wire/profit-calls";
import { useT } from "../../i18n/use-t.ts";
import { type HeldProfit, heldProfit } from "./held-profit.ts";
import "./profit.css";
import { BalanceText } from "../../shell/wallets/balance-text.tsx";
import { ValueText } from "../../shell/wallets/value-text.tsx";
import type { Holding } from "../../shell/wallets/valued-wallets.ts";
import { useAppStore } from "../../state/app-store.ts";

/** Returns the profit of a wallet's coin at the price that the wallet shows; null if there is none to show. */
export function profitOfHolding(
  { balance, price }: Holding,
  costs: readonly WireProfitHolding[],
): HeldProfit | null {
  const own = costs.find(({ asset, wallet }) => asset === balance.asset && wallet === balance.wallet);
  return own === undefined ? null : heldProfit(own, price);
}

const CENTS_FROM = 1_000;

/** Decimals of an average cost: cents suffice for large ones. */
const priceDecimals = (price: string | null) => ({
  minDecimals: 2,
  maxDecimals: Number(price) >= CENTS_FROM ? 2 : 8,
});

/** Average cost in USDT. */
export function AverageCost({ profit }: { readonly profit: HeldProfit | null }) {
  const price = profit?.averagePrice ?? null;
  return <BalanceText value={price} {...priceDecimals(price)} />;
}

interface TextProps {
  readonly asset: string;
  readonly profit: HeldProfit | null;
  readonly onOpen: () => void;
}

/** Unrealized profit as amount and percentage; opens its calculation. */
export function HoldingProfitText({ asset, profit, onOpen }: TextProps) {
  const t = useT();
  const isHidden = useAppStore((state) => state.balancesHidden);
  if (profit === null) return null;
  return (
    <button type="button" className="held-profit" onClick={onOpen}>
      <span className="vh">{t("profit.holdingOf", { asset })}</span>
      <ValueText value={profit.unrealized} sign="always" toned />
      {!isHidden && profit.percent !== null && <Percent value={profit.percent} inParentheses />}
    </button>
  );
}

/** A coin with its profit; null if there is none to show. */
export interface CostedHolding {
  readonly holding: Holding;
  readonly profit: HeldProfit | null;
}

/** Columns of average cost and unrealized profit. */
export function useProfitColumns(onOpen: (holding: Holding) => void): readonly Column<CostedHolding>[] {
  const t = useT();
  return [
    {
      key: "cost",
      header: t("profit.averageCost"),
      align: "right",
      joins: true,
      renderCell: ({ profit }) => <AverageCost profit={profit} />,
    },
    {
      key: "profit",
      header: t("contract.unrealized"),
      align: "right",
      renderCell: ({ holding, profit }) => (
        <HoldingProfitText asset={holding.balance.asset} profit={profit} onOpen={() => onOpen(holding)} />
      ),
    },
  ];
}

interface SheetProps {
  readonly holding: Holding | null;
  readonly costs: readonly WireProfitHolding[];
  readonly onClose: () => void;
}

/** How a holding's unrealized profit is calculated. */
export function HoldingSheet({ holding, costs, onClose }: SheetProps) {
  const profit = holding === null ? null : profitOfHolding(holding, costs);
  const asset = holding?.balance.asset ?? "";
  return (
    <Sheet
      open={holding !== null && profit !== null}
      onOpenChange={onClose}
      title={
        <span className="row">
          <CoinIcon symbol={asset} size="m" />
          {asset}
        </span>
      }
    >
      {holding !== null && profit !== null && <Calculation holding={holding} profit={profit} />}
    </Sheet>
  );
}

interface CalculationProps {
  readonly holding: Holding;
  readonly profit: HeldProfit;
}

function Calculation({ holding: { amount, price, value, balance }, profit }: CalculationProps) {
  const t = useT();
  const isHidden = useAppStore((state) => state.balancesHidden);
  const usdt = (figure: string | null) => <BalanceText value={figure} decimals={2} asset="USDT" />;
  return (
    <div className="stack-4">
      <KeyValue
        lines={[
          {
            key: "amount",
            label: t("wallet.amount"),
            value: <BalanceText value={amount} asset={balance.asset} minDecimals={2} />,
          },
          ...(signOfDecimal(balance.frozen) === 0
            ? []
            : [
                {
                  key: "frozen",
                  label: t("wallet.frozen"),
                  value: <BalanceText value={balance.frozen} asset={balance.asset} minDecimals={2} />,
                },
              ]),
          {
            key: "average",
            label: t("profit.averageCost"),
            value: (
              <BalanceText value={profit.averagePrice} asset="USDT" {...priceDecimals(profit.averagePrice)} />
            ),
          },
          {
            key: "price",
            label: t("wallet.price"),
            value: <FinancialText value={price} asset="USDT" minDecimals={2} />,
          },
          { key: "cost", label: t("profit.cost"), value: usdt(profit.cost) },
          { key: "value", label: t("wallet.value"), value: usdt(value) },
          {
            key: "profit",
            label: t("contract.unrealized"),
            value: (
              <span className="row">
                <BalanceText value={profit.unrealized} decimals={2} asset="USDT" sign="always" toned />
                {!isHidden && profit.percent !== null && <Percent value={profit.percent} inParentheses />}
              </span>
            ),
            total: true,
          },
        ]}
      />
      <p className="small muted">{t("profit.holdingNote")}</p>
    </div>
  );
}
