import { PROFIT_WALLETS } from "@candor/domain/enumerations";
import { signOfDecimal } from "@candor/text/decimal-text";
import type { ReactNode } from "react";
import { useT } from "../../i18n/use-t.ts";
import { BalanceText } from "../../shell/wallets/balance-text.tsx";
import { SOURCE_WORDS, WALLET_WORDS } from "./profit-words.ts";
import { type RowGroup, StatementTable } from "./statement-table.tsx";
import { STATEMENT_WORDS, type Statement } from "./statement-words.ts";

type Account = Statement["accounts"][number];
type Position = Statement["openingPositions"][number];

/** A value in USDT, with the digits of `shownStatement`. */
const usdt = (value: string, isChange = false) => (
  <BalanceText value={value} minDecimals={2} {...(isChange && { sign: "always" as const })} />
);
/** An amount of a coin; nothing instead of zero. */
const amount = (value: string): ReactNode =>
  signOfDecimal(value) === 0 ? null : <BalanceText value={value} />;

/** Everything below the totals. */
export function StatementParts({ statement }: { readonly statement: Statement }) {
  const t = useT();
  const { accounts, openingPositions, closingPositions } = statement;
  const places = [...new Set(accounts.map(placeOf))];
  return (
    <>
      <Results statement={statement} />
      <Wallets statement={statement} />
      {places.map((place) => (
        <Balances key={place} accounts={accounts.filter((account) => placeOf(account) === place)} />
      ))}
      <Positions title={t("profit.statementBefore")} positions={openingPositions} />
      <Positions title={t("profit.statementAfter")} positions={closingPositions} />
    </>
  );
}

const placeOf = ({ wallet, symbol }: Account): string => `${wallet} ${symbol ?? ""}`;

/** What each product realized in each market, and the change of what is not realized. */
function Results({ statement: { equity, realized, unrealized } }: { readonly statement: Statement }) {
  const t = useT();
  return (
    <StatementTable
      title={t("profit.byProduct")}
      columns={[
        { label: t("profit.product") },
        { label: t("profit.market"), isText: true },
        { label: t("profit.realizedIn", { coin: "USDT" }) },
      ]}
      groups={[
        {
          key: "all",
          rows: [
            ...realized.map(({ source, symbol, profit }) => ({
              key: `${source} ${symbol}`,
              name: t(SOURCE_WORDS[source]),
              cells: [symbol, usdt(profit, true)],
            })),
            { key: "unrealized", name: t("profit.priceChange"), cells: [null, usdt(unrealized, true)] },
            {
              key: "sum",
              name: t("profit.sum"),
              cells: [null, usdt(equity.profit.total, true)],
              isTotal: true,
            },
          ],
        },
      ]}
    />
  );
}

/** Equity of each wallet, and why it changed. */
function Wallets({ statement: { equity } }: { readonly statement: Statement }) {
  const t = useT();
  const parts = ["opening", "flow", "transfer", "profit", "closing"] as const;
  const used = PROFIT_WALLETS.filter((wallet) =>
    parts.some((part) => signOfDecimal(equity[part][wallet]) !== 0),
  );
  const row = (wallet: (typeof PROFIT_WALLETS)[number] | "total") => ({
    key: wallet,
    name: t(WALLET_WORDS[wallet]),
    cells: parts.map((part) => usdt(equity[part][wallet], part !== "opening" && part !== "closing")),
    isTotal: wallet === "total",
  });
  return (
    <StatementTable
      title={t("profit.allWallets")}
      columns={[
        { label: t("wallet.wallets") },
        { label: t("profit.opening") },
        { label: t("profit.flow") },
        { label: t("profit.transfer") },
        { label: t("profit.pnl") },
        { label: t("profit.closing") },
      ]}
      groups={[{ key: "all", rows: [...used.map(row), row("total")] }]}
    />
  );
}

/** The coins of one wallet or margin account. */
function Balances({ accounts }: { readonly accounts: readonly Account[] }) {
  const t = useT();
  const [first] = accounts;
  if (first === undefined) return null;
  const balance = ({ amount: units, price, value }: Account["opening"]): readonly ReactNode[] => [
    null,
    null,
    <BalanceText key="units" value={units} />,
    // No day of the account has a price before its first one.
    signOfDecimal(price) === 0 ? "–" : usdt(price),
    usdt(value),
  ];
  const groups = accounts.map(
    ({ asset, opening, closing, entries }): RowGroup => ({
      key: asset,
      name: asset,
      rows: [
        { key: "opening", name: t("profit.statementOpening"), cells: balance(opening) },
        ...entries.map(({ kind, received, paid }) => ({
          key: kind,
          name: t(STATEMENT_WORDS[kind]),
          cells: [amount(received), amount(paid)],
        })),
        { key: "closing", name: t("profit.statementClosing"), cells: balance(closing), isTotal: true },
      ],
    }),
  );
  return (
    <StatementTable
      title={[t(WALLET_WORDS[first.wallet]), first.symbol].filter((part) => part !== null).join(" · ")}
      columns={[
        { label: t("profit.statementChange") },
        { label: t("profit.statementIn") },
        { label: t("profit.statementOut") },
        { label: t("profit.statementBalance") },
        { label: t("profit.statementPrice") },
        { label: t("wallet.value") },
      ]}
      groups={groups}
    />
  );
}

function Positions({
  title,
  positions,
}: {
  readonly title: string;
  readonly positions: readonly Position[];
}) {
  const t = useT();
  if (positions.length === 0) return null;
  return (
    <StatementTable
      title={title}
      columns={[
        { label: t("profit.market") },
        { label: t("profit.statementSide"), isText: true },
        { label: t("profit.size") },
        { label: t("contract.unrealized") },
      ]}
      groups={[
        {
          key: "all",
          rows: positions.map(({ symbol, side, quantity, unrealized }) => ({
            key: `${symbol} ${side}`,
            name: symbol,
            cells: [
              t(side === "long" ? "profit.long" : "profit.shortSide"),
              <BalanceText key="size" value={quantity} />,
              usdt(unrealized, true),
            ],
          })),
        },
      ]}
    />
  );
}
