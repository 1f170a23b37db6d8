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

/** A contract's rounding steps, which convert the decimals below to the formulas' integers. */
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
    premiums: z.array(signedRate).meta({ description: "One per minute of the interval." }),
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
    missing: amount.meta({ description: "The part the payer could not pay, paid by the exchange." }),
    remainder: signedAmount
      .nullable()
      .meta({ description: "Of the whole round, to the rounding account; null until all have paid." }),
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
        "`orders`: the liquidation started and open orders were canceled. `insurance-fund` without fills: the fund " +
        "took over the lots at the bankruptcy price.",
    }),
    side: positionSide,
    quantity: quantity.meta({
      description: "Of the position before the step, like all fields down to `tier`.",
    }),
    entryCost: amount,
    margin: amount,
    equity: signedAmount.meta({ description: "The account's for cross margin, otherwise the position's." }),
    maintenanceMargin: amount,
    walletBalance: amount.meta({ description: "Total contract wallet balance before the step." }),
    positions: z.array(accountPosition).meta({
      description:
        "Cross margin: all open positions of the account, including this one. Equity = walletBalance − margins of isolated " +
        "positions + profits of cross positions at their marks; maintenance = sum over the cross positions.",
    }),
    tier: z.int().min(1),
    mark: markTerms,
    closedQuantity: quantity,
    closedQuote: amount,
    price: price.nullable().meta({
      description: "The worst accepted price (book), or the bankruptcy price (insurance-fund, adl).",
    }),
    fills: z.array(
      z
        .strictObject({
          tradeId: id,
          price,
          quantity,
          quote: amount,
          realizedProfit: signedAmount.meta({
            description: "The part of a loss the user could bear; without the fee.",
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
      .meta({ id: "FundHolds", description: "The insurance fund's holdings of this contract afterwards." }),
    counterpartyRealized: signedAmount
      .nullable()
      .meta({ description: "adl: profit realized by the other side." }),
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
      .meta({ description: "Of all contracts in which the steps' accounts have positions." }),
    steps: z.array(step).meta({ description: "All steps of the liquidation, in order." }),
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
    decimals: count.meta({
      description: "Decimals of the asset; amounts are rounded down to its smallest unit.",
    }),
    record: z
      .enum(["mining-income", "mining-refund"])
      .meta({ description: "Kind of the requested payment among those of this command." }),
    price: amount,
    totalOutput: amount,
    durationDays: z.int().min(1),
    releaseRefundRate: rate,
    boughtAtMs: milliseconds,
    earlierClaims: amount.meta({ description: "Sum of all earlier payments." }),
    released: z.boolean().meta({ description: "The machine was released with this payment." }),
    timeMs: milliseconds,
  })
  .meta({ id: "MiningInputs" });
const miningResult = z
  .strictObject({ kind: z.literal("mining"), accrued: amount, paid: amount, refund: amount })
  .meta({ id: "MiningResult" });
/** Prices with 8 decimals: decisions use a finer precision than the display. */
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
          used: z
            .boolean()
            .meta({ description: "Part of the index: fresh at the tick, and not an outlier." }),
          outlier: z.boolean().nullable().meta({
            description: "Fresh, but cut as an outlier; null under rules that did not cut outliers.",
          }),
        })
        .meta({ id: "TickSource" }),
    ),
  })
  .meta({ id: "Tick" });
const optionInputs = z
  .strictObject({
    kind: z.literal("option"),
    strikeTick: tick.nullable().meta({ description: "null if no such tick came in time." }),
    waitTicks: z.array(tick).meta({
      description:
        "Ticks between order and strike at which a fresh source had not yet reported after the order.",
    }),
    sourceDeviationRate: rate.meta({
      description: "Maximum distance of a source from the others before it is cut.",
    }),
    ticks: z.array(tick).meta({ description: "All ticks of the last three seconds before the expiry." }),
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
    sellPrice: price.nullable().meta({ description: "Median of the ticks; null without ticks." }),
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
    decimals: count.meta({
      description: "Decimals of the asset; amounts are rounded up to its smallest unit.",
    }),
    debt: amount.meta({ description: "Principal that bore the interest." }),
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
    threshold: z.string().meta({ description: "Liquidated at or below this margin level." }),
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
    repaid: paidBy("Paid from the account."),
    fundPaid: paidBy("Paid by the insurance fund."),
    lost: paidBy("Lost by the lending pool."),
    left: paidBy("Debt remaining afterwards."),
  })
  .meta({ id: "LeverLiquidationResult" });

const hash = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ id: "Hash", description: "sha-256 in lower-case hexadecimal." });
const treeId = id.meta({ id: "TreeId", description: "Id of a published tree of liabilities." });
const assetAmount = z.strictObject({ asset, amount }).meta({ id: "AssetAmount" });

export const EVIDENCE_CALLS = {
  evidence: defineCall({
    call: "POST /Evidence/index",
    marks: "L R other +",
    group: "Evidence",
    summary: "All inputs of one of the caller's settlements, to recompute it.",
    weight: HISTORY_WEIGHT,
    request: z.object({
      kind: z.enum(["option", "liquidation", "funding", "mining", "lever-interest"]),
      id,
    }),
    reply: z.strictObject({
      kind: z.enum(["option", "liquidation", "funding", "mining", "lever-interest"]),
      id,
      seq: seq.meta({ description: "The command that settled." }),
      frame: z.strictObject({ seq, previousHash: z.string(), hash: z.string() }).meta({
        id: "Frame",
        description: "The journal frame with that command; `seq` is its first command.",
      }),
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
    summary: "The root of the tree of all user balances, with a total per asset.",
    request: z.object({
      treeId: treeId.optional().meta({ description: "A tree that is still kept; absent: the latest." }),
    }),
    reply: z.strictObject({
      treeId,
      atSeq: seq.meta({ description: "All user balances after this command." }),
      atMs: milliseconds,
      rootHash: hash,
      leaves: z.int().min(1).meta({ description: "A power of two: users' leaves, padded with empty ones." }),
      totals: z.array(
        z
          .strictObject({
            asset,
            liabilities: amount,
            reserves: amount.meta({
              description: "On-chain balances of the exchange's addresses, and issued play money.",
            }),
            playMoney: amount.meta({ description: "Part of the reserves; 0 except in the sandbox." }),
          })
          .meta({ id: "AssetTotal" }),
      ),
      nextAtMs: milliseconds.meta({
        description:
          "When the next tree is due; earlier than an hour if there are users missing in the latest.",
      }),
      kept: z
        .array(z.strictObject({ treeId, atMs: milliseconds }).meta({ id: "KeptTree" }))
        .meta({ description: "All available trees, newest first." }),
    }),
    rejects: ["request.parameterError", "request.unknownId"],
  }),
  liabilityLeaf: defineCall({
    call: "POST /Evidence/leaf",
    marks: "L R other +",
    group: "Evidence",
    summary: "The caller's leaf in a tree of liabilities and its path to the root.",
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
        .meta({ description: "Siblings on the path, lowest first." }),
      rootHash: hash,
    }),
    rejects: ["request.parameterError", "request.unknownId"],
  }),
} as const;
