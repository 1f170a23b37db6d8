import { POSITION_ENDS, PROFIT_SOURCES, PROFIT_WALLETS } from "@candor/domain/enumerations";
import { FLOW_KINDS, STATEMENT_KINDS } from "@candor/domain/statement-kinds";
import { z } from "zod";
import { defineCall, HISTORY_WEIGHT } from "./call.ts";
import {
  amount,
  asset,
  count,
  id,
  MIN_SEQ,
  marginMode,
  milliseconds,
  nextCursor,
  PAGE,
  positionSide,
  price,
  quantity,
  seq,
  signedAmount,
  signedRate,
  symbol,
  TIME_RANGE,
  url,
} from "./primitives.ts";

const group = "Profit and loss";
const DATE = /^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$/;

/** It reads every record of the month. */
const STATEMENT_WEIGHT = 4 * HISTORY_WEIGHT;
const MONTH = /^[0-9]{4}-(0[1-9]|1[0-2])$/;

const date = z.string().regex(DATE).meta({ id: "Date", description: "A day in UTC, `2026-01-31`." });
const value = signedAmount.meta({
  id: "Value",
  description: "USDT with 16 decimals, exact: values add up without rounding.",
});
const profitWallet = z.enum(PROFIT_WALLETS).meta({
  id: "ProfitWallet",
  description: "A wallet, or `lever` for all margin accounts.",
});
const values = z
  .strictObject({ main: value, coin: value, contract: value, option: value, lever: value, total: value })
  .meta({ id: "WalletValues", description: "By wallet; `total` is their sum." });

const realized = z
  .strictObject({
    source: z.enum(PROFIT_SOURCES),
    symbol: symbol.nullable().meta({ description: "null where there is no market." }),
    profit: value.meta({ description: "After fees and funding." }),
  })
  .meta({ id: "RealizedProfit", description: "What one product realized in one market." });

const profitDay = z
  .strictObject({
    date,
    equity: values.meta({ description: "At the end of the day; of the current day, now." }),
    flow: values.meta({
      description: "Deposits, play money and corrections, minus withdrawals; each at its value then.",
    }),
    transfer: values.meta({ description: "From own other wallets, minus to them; `total` is 0." }),
    profit: values.meta({
      description: "Equity − equity of the day before − flow − transfer.",
    }),
    realized: z.array(realized),
    unrealized: value.meta({
      description: "Change of unrealized profit: `profit.total` is this plus everything realized.",
    }),
  })
  .meta({ id: "ProfitDay" });

const profitHolding = z
  .strictObject({
    wallet: profitWallet,
    symbol: symbol.nullable().meta({ description: "Pair of a margin account; else null." }),
    asset,
    amount: signedAmount.meta({
      description:
        "Balance minus debt and interest, plus stakes of open timed options and the unearned price of machines. Negative if more is owed than held.",
    }),
    cost: value.meta({ description: "By average cost, including the fees of purchases." }),
    averagePrice: signedAmount.nullable().meta({
      description: "Cost ÷ amount in USDT, eight decimals, rounded down; null for USDT.",
    }),
    price: signedAmount.meta({ description: "The index in USDT; 0 if there was none yet." }),
    value,
    unrealized: value.meta({ description: "Value − cost." }),
  })
  .meta({ id: "ProfitHolding" });

const fifoHolding = z
  .strictObject({
    asset,
    amount: signedAmount.meta({ description: "In all wallets, without margin accounts." }),
    cost: value,
    lots: count.meta({ description: "Number of purchases it consists of." }),
    oldestAtMs: milliseconds.meta({ description: "When its oldest part was acquired." }),
    unrealized: value,
  })
  .meta({ id: "FifoHolding", description: "A coin's cost if the oldest leave first." });

const closedPosition = z
  .strictObject({
    id: id.meta({ description: "Unique among closed positions." }),
    positionId: id.nullable().meta({
      description: "As in positions; null if it began and ended within one command.",
    }),
    symbol,
    side: positionSide,
    hedged: z.boolean().meta({ description: "Whether it was one of two positions of hedge mode." }),
    marginMode,
    leverage: count.meta({ description: "The last that it had." }),
    openedAtMs: milliseconds,
    closedAtMs: milliseconds,
    endedBy: z.enum(POSITION_ENDS),
    quantity: quantity.meta({ description: "All that was opened, and closed." }),
    maxQuantity: quantity.meta({ description: "Its largest size." }),
    entryPrice: price.meta({ description: "Average, rounded to the nearest tick." }),
    exitPrice: price.meta({ description: "Average, rounded to the nearest tick." }),
    entryValue: signedAmount,
    exitValue: signedAmount,
    realizedProfit: signedAmount.meta({ description: "Without fees and funding." }),
    fee: signedAmount,
    funding: signedAmount.meta({ description: "Positive when received." }),
    netProfit: signedAmount.meta({ description: "Realized − fee + funding." }),
    margin: signedAmount.meta({ description: "Initial margin of its largest size at `leverage`." }),
    roe: signedRate.meta({ description: "Net profit ÷ margin, rounded down." }),
  })
  .meta({ id: "ClosedPosition" });

const month = z
  .string()
  .regex(MONTH)
  .meta({ id: "Month", description: "A calendar month in UTC, `2026-01`." });
const sums = z
  .strictObject({
    opening: values,
    flow: values.meta({ description: "Deposits, play money and corrections, minus withdrawals." }),
    transfer: values.meta({ description: "Between own wallets; `total` is 0." }),
    profit: values,
    closing: values.meta({ description: "Opening + flow + transfer + profit." }),
  })
  .meta({ id: "StatementSums", description: "Equity by wallet, and why it changed." });
const balance = z
  .strictObject({
    amount: signedAmount.meta({ description: "As in holdings. Negative if more is owed than held." }),
    price: signedAmount.meta({ description: "The index in USDT; 0 if there was none yet." }),
    value,
  })
  .meta({ id: "StatementBalance" });
const entry = z
  .strictObject({
    kind: z.enum(STATEMENT_KINDS).meta({
      description:
        "`transfer`: between own wallets and margin accounts. `trade`: what trades brought and cost, before fees. `option`: payouts − stakes of options that ended. `mining`: income minus the share of the price that it earned back. `interest`: when it was charged.",
    }),
    received: amount,
    paid: amount,
  })
  .meta({ id: "StatementEntry", description: "In the account's coin, both without a sign." });
const statementAccount = z
  .strictObject({
    wallet: profitWallet,
    symbol: symbol.nullable().meta({ description: "Pair of a margin account; else null." }),
    asset,
    opening: balance,
    closing: balance.meta({ description: "Its amount is that of `opening` + all received − all paid." }),
    entries: z.array(entry),
  })
  .meta({ id: "StatementAccount" });
const openPosition = z
  .strictObject({
    symbol,
    side: positionSide,
    quantity,
    unrealized: value.meta({ description: "At the mark." }),
  })
  .meta({ id: "OpenPositionValue" });
const openPositions = z.array(openPosition);

export const PROFIT_CALLS = {
  profitHoldings: defineCall({
    call: "POST /Profit/holdings",
    marks: "L R other +",
    group,
    summary: "What the caller holds: average cost, FIFO cost and unrealized profit.",
    weight: HISTORY_WEIGHT,
    request: z.object({ ...MIN_SEQ }),
    reply: z.strictObject({
      holdings: z.array(profitHolding),
      fifo: z.array(fifoHolding),
      positions: openPositions.meta({
        description: "Open contract positions, whose unrealized profit is part of equity.",
      }),
      equity: value,
      asOfSeq: seq,
    }),
    rejects: ["request.parameterError"],
  }),
  profitDays: defineCall({
    call: "POST /Profit/days",
    marks: "L R other +",
    group,
    summary: "The caller's equity, flows and profit by day, product and market.",
    weight: HISTORY_WEIGHT,
    request: z.object({
      from: date.optional().meta({ description: "First day; without it, 29 days before the last." }),
      to: date.optional().meta({ description: "Last day, at most 366 days in all; without it, today." }),
      days: z
        .int()
        .min(1)
        .max(366)
        .optional()
        .meta({ description: "Number of days up to the last, instead of `from`." }),
      ...MIN_SEQ,
    }),
    reply: z.strictObject({
      opening: values.meta({ description: "Equity before the first day." }),
      days: z.array(profitDay).meta({ description: "Every day, oldest first." }),
      asOfSeq: seq,
    }),
    rejects: ["request.parameterError"],
  }),
  profitStatement: defineCall({
    call: "POST /Profit/statement",
    marks: "L R other +",
    group,
    summary: "The caller's calendar month: every coin of every account, and what changed it.",
    weight: STATEMENT_WEIGHT,
    request: z.object({
      month: month.optional().meta({ description: "Without it, the current one." }),
      ...MIN_SEQ,
    }),
    reply: z.strictObject({
      month,
      from: date,
      to: date.meta({ description: "Its last day; of the current month, today." }),
      complete: z.boolean().meta({ description: "Whether the month is over." }),
      asOfMs: milliseconds.meta({ description: "End of the month, or now." }),
      equity: sums,
      flows: z
        .array(z.strictObject({ kind: z.enum(FLOW_KINDS), value }))
        .meta({ description: "Add up to `equity.flow.total`. Withdrawals are negative." }),
      realized: z.array(realized).meta({ description: "By product and market." }),
      unrealized: value.meta({
        description: "Change of unrealized profit: `equity.profit.total` is this plus everything realized.",
      }),
      accounts: z.array(statementAccount),
      openingPositions: openPositions,
      closingPositions: openPositions.meta({
        description: "With `accounts`, they add up to `equity.closing.total`.",
      }),
      asOfSeq: seq,
    }),
    rejects: ["request.parameterError"],
  }),
  profitPositions: defineCall({
    call: "POST /Profit/positions",
    marks: "L R other +",
    group,
    summary: "The caller's closed contract positions with their results, the last end first.",
    weight: HISTORY_WEIGHT,
    request: z.object({ symbol: symbol.optional(), ...TIME_RANGE, ...PAGE, ...MIN_SEQ }),
    reply: z.strictObject({ list: z.array(closedPosition), nextCursor, asOfSeq: seq }),
    rejects: ["request.parameterError"],
  }),
  profitExport: defineCall({
    call: "POST /Profit/export",
    marks: "L R other +",
    group,
    summary:
      "A link to a CSV file, valid for five minutes without a token. One row is one fact, with ISO times.",
    rateClass: "export",
    request: z.object({
      file: z.enum(["profit", "positions", "trades", "orders", "tax"]).meta({
        description:
          "`profit`: equity, flows and profit of every day; `positions`: closed contract positions; `trades`: trades of every product; `orders`: orders of spot, margin and contracts by the time of their acceptance; `tax`: what each coin cost and brought when it left, the oldest first, and results of all other products.",
      }),
      from: date.optional().meta({ description: "First day; without it, 29 days before the last." }),
      to: date.optional().meta({ description: "Last day, at most 366 days in all; without it, today." }),
      ...MIN_SEQ,
    }),
    reply: z.strictObject({ url, fullurl: url, fileName: z.string(), asOfSeq: seq }),
    rejects: ["request.parameterError"],
  }),
} as const;

export type WireOpenPosition = z.output<typeof openPosition>;
export type WireStatementAccount = z.output<typeof statementAccount>;
export type WireProfitValues = z.output<typeof values>;
export type WireClosedPosition = z.output<typeof closedPosition>;
export type WireProfitDay = z.output<typeof profitDay>;
export type WireProfitHolding = z.output<typeof profitHolding>;
