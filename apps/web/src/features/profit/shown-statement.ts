import { PROFIT_WALLETS } from "@candor/domain/enumerations";
import { addDecimals, cutDecimals, subtractDecimals } from "@candor/ui/decimal-math";
import { shownParts } from "../../shell/wallets/shown-sums.ts";
import type { Statement } from "./statement-words.ts";

type Equity = Statement["equity"];
type Sums = Equity["opening"];

/** Values are amounts times prices: nobody reads the 16 decimals of some. */
const DECIMALS = 8;
const SHOWN = { convert: (value: string) => value, decimals: DECIMALS };

const cut = (value: string): string => cutDecimals(value, DECIMALS);

/** Values that add up to `total`, which is cut already. */
const partsOf = (values: readonly string[], total: string): readonly string[] =>
  shownParts(values, total, SHOWN) ?? values;

function shownSums(exact: Sums): Sums {
  const total = cut(exact.total);
  const parts = partsOf(
    PROFIT_WALLETS.map((wallet) => exact[wallet]),
    total,
  );
  const wallets = PROFIT_WALLETS.map((wallet, index) => [wallet, parts[index] ?? exact[wallet]] as const);
  return { ...exact, ...Object.fromEntries(wallets), total };
}

/** What the other shown figures leave. */
function shownProfit({ opening, flow, transfer, closing }: Omit<Equity, "profit">, exact: Sums): Sums {
  const left = ([...PROFIT_WALLETS, "total"] as const).map((wallet) => [
    wallet,
    subtractDecimals(closing[wallet], addDecimals(opening[wallet], flow[wallet], transfer[wallet])),
  ]);
  return { ...exact, ...Object.fromEntries(left) };
}

/** Returns a statement whose values in USDT have at most eight decimals; its sums still add up. */
export function shownStatement(exact: Statement): Statement {
  const sums = {
    opening: shownSums(exact.equity.opening),
    flow: shownSums(exact.equity.flow),
    transfer: shownSums(exact.equity.transfer),
    closing: shownSums(exact.equity.closing),
  };
  const profit = shownProfit(sums, exact.equity.profit);
  const results = partsOf([...exact.realized.map((row) => row.profit), exact.unrealized], profit.total);
  const flows = partsOf(
    exact.flows.map(({ value }) => value),
    sums.flow.total,
  );
  return {
    ...exact,
    equity: { ...exact.equity, ...sums, profit },
    flows: exact.flows.map((flow, index) => ({ ...flow, value: flows[index] ?? flow.value })),
    realized: exact.realized.map((row, index) => ({ ...row, profit: results[index] ?? row.profit })),
    unrealized: results.at(-1) ?? exact.unrealized,
    accounts: exact.accounts.map((account) => ({
      ...account,
      opening: { ...account.opening, value: cut(account.opening.value) },
      closing: { ...account.closing, value: cut(account.closing.value) },
    })),
  };
}
