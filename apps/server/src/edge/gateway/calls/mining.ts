import type { MiningCommand, ShownMiner } from "@candor/domain/commands/mining-commands";
import type { MinerChanged, MinerState } from "@candor/domain/events/mining-events";
import { LIMITS } from "@candor/domain/limits";
import { minerNumberOf, planNumberOf } from "@candor/domain/mining-ids";
import { accruedUnitsOf } from "@candor/formulas/mining/accrual";
import { formatDecimal, parseDecimal } from "@candor/money/decimal";
import { add } from "@candor/money/integer";
import { CALLS, type CallReply, type CallRequest } from "@candor/wire/calls";
import { type Outcome, Rejected, reject, rejectFields } from "@candor/wire/rejection";
import { computingPower, toWireMiner, toWirePlan } from "../../../market/wire-objects/miner.ts";
import { BAD_CURSOR } from "../../../records/projections/queries/cursor.ts";
import { type CallHandler, userOf } from "../call-context.ts";
import type { GatewayOptions, Ports } from "../dependencies.ts";
import { coreRejection } from "./core-rejection.ts";
import { MIN_SEQ_WAIT_MS } from "./min-seq-wait.ts";
import { miningAsset } from "./mining-asset.ts";

const ALL_MINERS = 0;
const ANY_REFUND = 0;
const RATE_DECIMALS = 6;

/** Returns the shop. Reads from the exchange itself, so it is always current. */
export function miningIndex(
  { engine, listings }: Ports<"engine" | "listings">,
  mode: GatewayOptions["mode"],
): CallHandler<"miningIndex"> {
  return async (_request, context): Promise<CallReply<"miningIndex">> => {
    const userId = context.session?.userId;
    const [view, account] = await Promise.all([
      engine.miningView(userId),
      userId === undefined ? undefined : engine.accountView(userId),
    ]);
    const { assetId, spec } = miningAsset(listings);
    const write = (units: number): string => formatDecimal(units, spec.scale);
    const reserve = view.reserves.find((each) => each.assetId === assetId);
    const balance = account?.balances.find((each) => each.wallet === "main" && each.assetId === assetId);
    return {
      list: view.plans
        .filter((plan) => plan.assetId === assetId)
        .map((plan) => {
          const owned = view.miners.filter(({ planId }) => planId === plan.planId).length;
          return toWirePlan(plan, owned, mode === "sandbox", listings);
        }),
      balance: account === undefined ? null : write(balance?.availableUnits ?? 0),
      reserve: { locked: write(reserve?.lockedUnits ?? 0), free: write(reserve?.freeUnits ?? 0) },
      asOfSeq: view.asOfSeq,
    };
  };
}

/** Machines that an accepted command changed, and the main wallet after it. */
interface Done {
  readonly changes: readonly Omit<MinerChanged, "kind">[];
  readonly timeMs: number;
  readonly balance: string;
  readonly replayed: { readonly replayed?: true };
  /** Sequence number of the answered command: the first one with the same key. */
  readonly asOfSeq: number;
}

async function execute(
  ports: Ports<"engine" | "listings" | "readModels">,
  command: Exclude<MiningCommand, { readonly kind: "set-mining-plan" }>,
  path: string,
): Promise<Outcome<Done>> {
  const { engine, listings } = ports;
  const { executed, events } = await engine.execute(command);
  const refused = coreRejection(executed, path, listings);
  if (refused !== undefined) return refused;
  if (executed.replayedSeq > 0) return await firstOutcome(ports, command.userId, executed.replayedSeq);
  const { assetId, spec } = miningAsset(listings);
  const after = events.find((event) => event.kind === "balance-changed" && event.assetId === assetId);
  if (after?.kind !== "balance-changed") throw new Error(`${command.kind} ${executed.seq} told no balance`);
  return {
    changes: events.filter((event) => event.kind === "miner-changed"),
    timeMs: executed.timeMs,
    balance: formatDecimal(after.availableUnits, spec.scale),
    replayed: {},
    asOfSeq: executed.seq,
  };
}

/** Returns what the command that first used the key did, from the read models. */
async function firstOutcome(
  { listings, readModels }: Ports<"listings" | "readModels">,
  userId: number,
  seq: number,
): Promise<Outcome<Done>> {
  if ((await readModels.waitFor(seq, MIN_SEQ_WAIT_MS)) < seq) return reject("system.unavailable");
  const [changes, balances] = await Promise.all([
    readModels.minerChanges(userId, seq),
    readModels.answeredBalances(userId, seq),
  ]);
  const { assetId, spec } = miningAsset(listings);
  const after = balances.find((balance) => balance.assetId === assetId);
  const [first] = changes;
  if (first === undefined || after === undefined)
    throw new Error(`command ${seq} has no machines in the read models`);
  return {
    changes: changes.map(({ change }) => change),
    timeMs: first.timeMs,
    balance: formatDecimal(after.availableUnits, spec.scale),
    replayed: { replayed: true },
    asOfSeq: seq,
  };
}

export function miningBuy(ports: Ports<"engine" | "listings" | "readModels">): CallHandler<"miningBuy"> {
  const { listings } = ports;
  return async (request, context): Promise<Outcome<CallReply<"miningBuy">>> => {
    const shown = readShown(request, miningAsset(listings).spec.scale);
    if (shown instanceof Rejected) return shown;
    const command = {
      kind: "buy-miners",
      userId: userOf(context),
      // Not a valid plan: the exchange rejects it in its own order, after checking the key.
      planId: planNumberOf(request.planId) ?? LIMITS.maxMiningPlans,
      quantity: request.quantity,
      ...(Object.keys(shown).length > 0 && { shown }),
      key: request.requestId ?? "",
    } as const;
    const done = await execute(ports, command, CALLS.miningBuy.path);
    if (done instanceof Rejected) return done;
    const { changes, timeMs, balance, replayed, asOfSeq } = done;
    return {
      miners: changes.map((miner) => toWireMiner(miner, timeMs, listings)),
      paid: writeSum(ports, changes, ({ priceUnits }) => priceUnits),
      balance,
      ...replayed,
      asOfSeq,
    };
  };
}

type ShownFields = Pick<
  CallRequest<"miningBuy">,
  "price" | "totalOutput" | "durationDays" | "releaseRefundRate"
>;

/** Converts the terms shown to the buyer to integers. */
function readShown(request: ShownFields, scale: number): ShownMiner | Rejected {
  const { price, totalOutput, durationDays, releaseRefundRate } = request;
  const shown: { -readonly [Field in keyof ShownMiner]: ShownMiner[Field] } = {};
  for (const [path, text, field, decimals] of [
    ["price", price, "priceUnits", scale],
    ["totalOutput", totalOutput, "totalOutputUnits", scale],
    ["releaseRefundRate", releaseRefundRate, "refundPpm", RATE_DECIMALS],
  ] as const) {
    if (text === undefined) continue;
    const value = parseDecimal(text, decimals);
    if (typeof value === "string") return rejectFields("request.parameterError", { path, reason: "range" });
    shown[field] = value;
  }
  return durationDays === undefined ? shown : { ...shown, durationDays };
}

export function miningClaim(ports: Ports<"engine" | "listings" | "readModels">): CallHandler<"miningClaim"> {
  const { listings } = ports;
  return async (request, context): Promise<Outcome<CallReply<"miningClaim">>> => {
    const { minerId } = request;
    const command = {
      kind: "claim-mining",
      userId: userOf(context),
      minerId: minerId === undefined ? ALL_MINERS : (minerNumberOf(minerId) ?? NO_MINER),
      key: request.requestId ?? "",
    } as const;
    const done = await execute(ports, command, CALLS.miningClaim.path);
    if (done instanceof Rejected) return done;
    const { changes, timeMs, balance, replayed, asOfSeq } = done;
    return {
      amount: writeSum(ports, changes, ({ incomeUnits }) => incomeUnits),
      miners: changes.map((miner) => toWireMiner(miner, timeMs, listings)),
      balance,
      success: "mining.incomeReceived",
      ...replayed,
      asOfSeq,
    };
  };
}

export function miningRecycle(
  ports: Ports<"engine" | "listings" | "readModels">,
): CallHandler<"miningRecycle"> {
  const { listings } = ports;
  return async (request, context): Promise<Outcome<CallReply<"miningRecycle">>> => {
    const { scale } = miningAsset(listings).spec;
    const expected =
      request.expectedRefund === undefined ? ANY_REFUND : parseDecimal(request.expectedRefund, scale);
    if (typeof expected === "string")
      return rejectFields("request.parameterError", { path: "expectedRefund", reason: "range" });
    const command = {
      kind: "recycle-miner",
      userId: userOf(context),
      minerId: minerNumberOf(request.minerId) ?? NO_MINER,
      expectedRefundUnits: expected,
      key: request.requestId ?? "",
    } as const;
    const done = await execute(ports, command, CALLS.miningRecycle.path);
    // The exchange has no other form error left to report.
    if (done instanceof Rejected && done.error === "request.parameterError")
      return rejectFields("request.parameterError", { path: "expectedRefund", reason: "conflict" });
    if (done instanceof Rejected) return done;
    const { changes, timeMs, balance, replayed, asOfSeq } = done;
    const [miner] = changes;
    if (miner === undefined) throw new Error(`release ${asOfSeq} changed no machine`);
    return {
      miner: toWireMiner(miner, timeMs, listings),
      income: writeSum(ports, changes, ({ incomeUnits }) => incomeUnits),
      refund: writeSum(ports, changes, ({ refundUnits }) => refundUnits),
      balance,
      success: "mining.minerReleased",
      ...replayed,
      asOfSeq,
    };
  };
}

/** Matches no machine; the exchange rejects it after checking the key. */
const NO_MINER = Number.MAX_SAFE_INTEGER;

function writeSum<Change>(
  { listings }: Ports<"listings">,
  changes: readonly Change[],
  unitsOf: (change: Change) => number,
): string {
  const units = changes.reduce((sum, change) => add(sum, unitsOf(change)), 0);
  return formatDecimal(units, miningAsset(listings).spec.scale);
}

/** Returns the caller's machines with what they have mined so far. */
export function miningRecord(
  ports: Ports<"exchangeMs" | "listings" | "readModels">,
): CallHandler<"miningRecord"> {
  const { listings, readModels } = ports;
  return async (request, context): Promise<Outcome<CallReply<"miningRecord">>> => {
    const userId = userOf(context);
    if (request.minSeq !== undefined) await readModels.waitFor(request.minSeq, MIN_SEQ_WAIT_MS);
    const asOfSeq = readModels.reachedSeq;
    const filter = { userId, status: request.status };
    const page = await readModels.miners(filter, request.limit, request.cursor);
    if (page === BAD_CURSOR)
      return rejectFields("request.parameterError", { path: "cursor", reason: "conflict" });
    // The time at which a claim would be settled; it does not advance while the clock is held.
    const nowMs = ports.exchangeMs?.() ?? context.nowMs;
    return {
      list: page.rows.map((miner) => toWireMiner(miner, nowMs, listings)),
      totals: await totalsOf(ports, filter, nowMs),
      asOfMs: nowMs,
      nextCursor: page.nextCursor ?? null,
      asOfSeq,
    };
  };
}

/** Totals over everything that the filter matches, not only the page. */
async function totalsOf(
  { listings, readModels }: Ports<"listings" | "readModels">,
  { userId, status }: { readonly userId: number; readonly status?: string | undefined },
  nowMs: number,
): Promise<CallReply<"miningRecord">["totals"]> {
  const { assetId, spec } = miningAsset(listings);
  const running = status === "released" ? [] : await readModels.runningMiners(userId);
  const released =
    status === "in-production"
      ? { priceUnits: 0, claimedUnits: 0 }
      : await readModels.releasedMinerSums(userId, assetId);
  const sum = (first: number, of: (miner: MinerState) => number): number =>
    running.filter((miner) => miner.assetId === assetId).reduce((all, miner) => add(all, of(miner)), first);
  const accrued = sum(released.claimedUnits, (miner) => accruedUnitsOf(miner, nowMs));
  const claimed = sum(released.claimedUnits, ({ claimedUnits }) => claimedUnits);
  const write = (units: number): string => formatDecimal(units, spec.scale);
  return {
    price: write(sum(released.priceUnits, ({ priceUnits }) => priceUnits)),
    accrued: write(accrued),
    claimed: write(claimed),
    claimable: write(accrued - claimed),
    computingPower: computingPower(sum(0, ({ hashRateGhs }) => hashRateGhs)),
  };
}
