import { LIQUIDATION_METHODS } from "@candor/domain/enumerations";
import { z } from "zod";
import { defineCall, HISTORY_WEIGHT } from "./call.ts";
import { bracket, fundingPayment, liquidation } from "./contract-objects.ts";
import { direction, optionOrder, optionStatus } from "./option-objects.ts";
import {
  amount,
  asset,
  count,
  id,
  marginMode,
  milliseconds,
  positionSide,
  price,
  quantity,
  rate,
  seq,
  signedAmount,
  signedRate,
} from "./primitives.ts";

/** The rounding steps of a contract: with them every decimal below turns into the integers of the formulas. */
const terms = z
  .strictObject({ tick: price, lot: quantity, quoteDecimals: count, baseDecimals: count })
  .meta({ id: "ContractTerms" });
/** Prices with 8 decimals, finer than a tick. */
const markTerms = z
  .strictObject({
    indexPrice: price,
    fundingTerm: price,
    basisTerm: price,
    lastTerm: price,
    markPrice: price,
  })
  .meta({ id: "MarkTerms" });

const fundingInputs = z
  .strictObject({
    kind: z.literal("funding"),
    terms,
    premiums: z.array(signedRate).meta({ description: "One a minute of the interval." }),
    interestRate: rate,
    capRate: rate,
    indexPrice: price,
    markPrice: price,
    positionSide,
    quantity,
    dueAtMs: milliseconds,
  })
  .meta({ id: "FundingInputs" });
const fundingResult = z
  .strictObject({
    kind: z.literal("funding"),
    meanPremium: signedRate,
    fundingRate: signedRate,
    amount: signedAmount,
    missing: amount.meta({ description: "What the payer could not pay; the exchange has." }),
    remainder: signedAmount
      .nullable()
      .meta({ description: "Of the whole round, to the rounding account; null: not all have paid yet." }),
    payment: fundingPayment,
  })
  .meta({ id: "FundingResult" });

const accountPosition = z
  .strictObject({
    symbol: z.string(),
    marginMode,
    side: positionSide,
    quantity,
    entryCost: amount,
    margin: amount,
    mark: markTerms,
  })
  .meta({ id: "AccountPosition" });
const step = z
  .strictObject({
    seq,
    method: z.enum(LIQUIDATION_METHODS).meta({
      description:
        "`orders`: it was decided, and the open orders were canceled. `insurance-fund` without fills: the fund has " +
        "taken the lots over at the bankruptcy price.",
    }),
    side: positionSide,
    quantity: quantity.meta({ description: "Of the position before the step, as all down to `tier`." }),
    entryCost: amount,
    margin: amount,
    equity: signedAmount.meta({ description: "The account's with cross margin, else the position's." }),
    maintenanceMargin: amount,
    walletBalance: amount.meta({ description: "All that the contract wallet held before the step." }),
    positions: z.array(accountPosition).meta({
      description:
        "Cross margin: all that the account had open, this one included. Equity = walletBalance − margins of isolated " +
        "positions + profits of cross ones at their marks; maintenance = that of the cross ones.",
    }),
    tier: z.int().min(1),
    mark: markTerms,
    closedQuantity: quantity,
    closedQuote: amount,
    price: price
      .nullable()
      .meta({ description: "The worst accepted (book), the bankruptcy price (insurance-fund, adl)." }),
    fills: z.array(
      z
        .strictObject({
          tradeId: id,
          price,
          quantity,
          quote: amount,
          realizedProfit: signedAmount.meta({
            description: "What the user could bear of a loss; without the fee.",
          }),
          fee: amount,
          loss: amount.meta({ description: "The rest of the loss, paid by the insurance fund." }),
        })
        .meta({ id: "LiquidationFill" }),
    ),
    fee: amount,
    loss: amount.meta({ description: "Paid by the insurance fund." }),
    fundAfter: amount,
    fundHolds: z
      .strictObject({ side: positionSide.nullable(), quantity, entryCost: amount })
      .meta({ id: "FundHolds", description: "What the insurance fund has of this contract afterwards." }),
    counterpartyRealized: signedAmount.nullable().meta({ description: "adl: what the other side realized." }),
    timeMs: milliseconds,
  })
  .meta({ id: "LiquidationStep" });
const liquidationInputs = z
  .strictObject({
    kind: z.literal("liquidation"),
    terms,
    positionId: id,
    marginMode,
    brackets: z.array(bracket),
    liquidationFeeRate: rate,
    takerFeeRate: rate,
    contracts: z
      .array(
        z
          .strictObject({ symbol: z.string(), terms, brackets: z.array(bracket) })
          .meta({ id: "ContractOfStep" }),
      )
      .meta({ description: "Of all contracts that the steps' accounts have positions in." }),
    steps: z.array(step).meta({ description: "All steps of the liquidation, in their order." }),
  })
  .meta({ id: "LiquidationInputs" });
const liquidationResult = z
  .strictObject({ kind: z.literal("liquidation"), loss: amount, fee: amount, liquidation })
  .meta({ id: "LiquidationResult" });

const miningInputs = z
  .strictObject({
    kind: z.literal("mining"),
    minerId: id,
    asset,
    decimals: count.meta({ description: "Of the asset: what is rounded down is a unit of it." }),
    record: z
      .enum(["mining-income", "mining-refund"])
      .meta({ description: "Which of the payments of this command was asked for." }),
    price: amount,
    totalOutput: amount,
    durationDays: z.int().min(1),
    releaseRefundRate: rate,
    boughtAtMs: milliseconds,
    earlierClaims: amount.meta({ description: "The sum of all that was paid before." }),
    released: z.boolean().meta({ description: "The machine ended with this payment." }),
    timeMs: milliseconds,
  })
  .meta({ id: "MiningInputs" });
const miningResult = z
  .strictObject({ kind: z.literal("mining"), accrued: amount, paid: amount, refund: amount })
  .meta({ id: "MiningResult" });
/** Prices with 8 decimals: what decides is finer than what is shown of it. */
const tick = z
  .strictObject({
    seq,
    timeMs: milliseconds,
    price,
    sources: z.array(
      z
        .strictObject({
          name: z.string(),
          price,
          timeMs: milliseconds,
          used: z.boolean().meta({ description: "Part of the index: fresh at the tick, and no outlier." }),
          outlier: z.boolean().nullable().meta({
            description:
              "Fresh, and cut because it was too far from the others; null: before rules that cut outliers.",
          }),
        })
        .meta({ id: "TickSource" }),
    ),
  })
  .meta({ id: "Tick" });
const optionInputs = z
  .strictObject({
    kind: z.literal("option"),
    strikeTick: tick.nullable().meta({ description: "null: no such tick came in time." }),
    waitTicks: z.array(tick).meta({
      description:
        "Those between order and strike, when a fresh source had not reported after the order yet.",
    }),
    sourceDeviationRate: rate.meta({
      description: "How far sources may be from the others before they are cut.",
    }),
    ticks: z.array(tick).meta({ description: "All of the last three seconds before the expiry." }),
    amount,
    payoutRate: rate,
    direction,
    orderTimeMs: milliseconds,
    durationSeconds: count,
    quoteDecimals: count,
  })
  .meta({ id: "OptionInputs" });
const optionResult = z
  .strictObject({
    kind: z.literal("option"),
    sellPrice: price.nullable().meta({ description: "The median of the ticks; null: there is none." }),
    status: optionStatus,
    payout: amount,
    option: optionOrder,
  })
  .meta({ id: "OptionResult" });

const leverInterestInputs = z
  .strictObject({
    kind: z.literal("lever-interest"),
    symbol: z.string(),
    asset,
    decimals: count.meta({ description: "Of the asset: what is rounded up is a unit of it." }),
    debt: amount.meta({ description: "The principal that was charged." }),
    hourlyRate: rate,
    hours: z.int().min(1),
    timeMs: milliseconds,
  })
  .meta({ id: "LeverInterestInputs" });
const leverInterestResult = z
  .strictObject({ kind: z.literal("lever-interest"), interest: amount })
  .meta({ id: "LeverInterestResult" });

const leverLiquidationInputs = z
  .strictObject({
    kind: z.literal("lever-liquidation"),
    terms,
    symbol: z.string(),
    indexPrice: price,
    baseAssets: amount,
    quoteAssets: amount,
    baseOwed: amount.meta({ description: "Principal and interest." }),
    quoteOwed: amount,
    threshold: z.string().meta({ description: "Liquidated at or below this level." }),
    fills: z.array(
      z
        .strictObject({ tradeId: id, price, quantity, quote: amount, fee: amount })
        .meta({ id: "LeverLiquidationFill" }),
    ),
    timeMs: milliseconds,
  })
  .meta({ id: "LeverLiquidationInputs" });
const paidBy = (what: string) => z.strictObject({ base: amount, quote: amount }).meta({ description: what });
const leverLiquidationResult = z
  .strictObject({
    kind: z.literal("lever-liquidation"),
    marginLevel: z.string().meta({ description: "Assets ÷ debt, four decimals, down." }),
    repaid: paidBy("Out of the account."),
    fundPaid: paidBy("By the insurance fund."),
    lost: paidBy("By the lending pool."),
    left: paidBy("Still owed afterwards."),
  })
  .meta({ id: "LeverLiquidationResult" });

const hash = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ id: "Hash", description: "sha-256 in lower-case hexadecimal." });
const treeId = id.meta({ id: "TreeId", description: "Of a published tree of liabilities." });
const assetAmount = z.strictObject({ asset, amount }).meta({ id: "AssetAmount" });

export const EVIDENCE_CALLS = {
  evidence: defineCall({
    call: "POST /Evidence/index",
    marks: "L R other +",
    group: "Evidence",
    summary: "All that decided a settlement of the caller, to compute it again.",
    weight: HISTORY_WEIGHT,
    request: z.object({
      kind: z.enum(["option", "liquidation", "funding", "mining", "lever-interest"]),
      id,
    }),
    reply: z.strictObject({
      kind: z.enum(["option", "liquidation", "funding", "mining", "lever-interest"]),
      id,
      seq: seq.meta({ description: "The command that settled." }),
      frame: z
        .strictObject({ seq, previousHash: z.string(), hash: z.string() })
        .meta({ id: "Frame", description: "The journal's frame with that command; `seq` is its first." }),
      inputs: z.discriminatedUnion("kind", [
        fundingInputs,
        liquidationInputs,
        miningInputs,
        optionInputs,
        leverInterestInputs,
        leverLiquidationInputs,
      ]),
      formula: z.string(),
      result: z.discriminatedUnion("kind", [
        fundingResult,
        liquidationResult,
        miningResult,
        optionResult,
        leverInterestResult,
        leverLiquidationResult,
      ]),
      asOfSeq: seq,
    }),
    rejects: ["request.parameterError", "request.unknownId", "evidence.notSettled"],
  }),
  liabilities: defineCall({
    call: "POST /Evidence/liabilities",
    marks: "- R C other +",
    group: "Evidence",
    summary: "The root of the tree of all that users are owed, with a total an asset.",
    request: z.object({
      treeId: treeId.optional().meta({ description: "One that is still kept; absent: the latest." }),
    }),
    reply: z.strictObject({
      treeId,
      atSeq: seq.meta({ description: "All that users were owed after this command." }),
      atMs: milliseconds,
      rootHash: hash,
      leaves: z
        .int()
        .min(1)
        .meta({ description: "A power of two: those of users, filled up with empty ones." }),
      totals: z.array(
        z
          .strictObject({
            asset,
            liabilities: amount,
            reserves: amount.meta({
              description:
                "What lies on chains in the exchange's addresses, and the play money that was issued.",
            }),
            playMoney: amount.meta({ description: "Of the reserves; 0 but in the sandbox." }),
          })
          .meta({ id: "AssetTotal" }),
      ),
      nextAtMs: milliseconds.meta({
        description:
          "When the next tree is made; sooner than an hour when users came whom the latest does not hold.",
      }),
      kept: z
        .array(z.strictObject({ treeId, atMs: milliseconds }).meta({ id: "KeptTree" }))
        .meta({ description: "All that can be asked for, newest first." }),
    }),
    rejects: ["request.parameterError", "request.unknownId"],
  }),
  liabilityLeaf: defineCall({
    call: "POST /Evidence/leaf",
    marks: "L R other +",
    group: "Evidence",
    summary: "The caller's leaf in a tree of liabilities and the way from it to the root.",
    weight: HISTORY_WEIGHT,
    request: z.object({ treeId: treeId.optional().meta({ description: "Absent: the latest." }) }),
    reply: z.strictObject({
      treeId,
      leaf: z
        .strictObject({ index: count, nonce: hash, balances: z.array(assetAmount), hash })
        .meta({ id: "LiabilityLeaf" }),
      path: z
        .array(
          z
            .strictObject({ side: z.enum(["left", "right"]), hash, sums: z.array(assetAmount) })
            .meta({ id: "LiabilitySibling" }),
        )
        .meta({ description: "What stands beside the way, lowest first." }),
      rootHash: hash,
    }),
    rejects: ["request.parameterError", "request.unknownId"],
  }),
} as const;
