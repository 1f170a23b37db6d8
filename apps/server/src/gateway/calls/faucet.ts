import type { Units } from "@candor/money/brand";
import { formatDecimal, parseDecimal } from "@candor/money/decimal";
import type { AssetSpec } from "@candor/protocol/listing";
import { CALLS, type CallReply } from "@candor/protocol/wire/calls";
import { type Outcome, Rejected, reject, rejectFields } from "@candor/protocol/wire/rejection";
import { BoundedMap } from "../../identity/bounded-map.ts";
import type { ListedAsset } from "../../market-data/listings.ts";
import { type CallHandler, userOf } from "../call-context.ts";
import type { GatewayDependencies } from "../dependencies.ts";
import { fingerprintOf, ReplayCache } from "../replay-cache.ts";
import { coreRejection } from "./core-rejection.ts";
import { walletAsset } from "./find-market.ts";

/** What one user gets of an asset in a day (UTC), and at once when no amount is asked for. */
const DAILY_AMOUNTS: Readonly<Record<string, string>> = {
  USDT: "10000",
  BTC: "0.1",
  ETH: "2",
  BNB: "10",
  SOL: "50",
  XRP: "5000",
  DOGE: "10000",
  LTC: "100",
  ADA: "10000",
  TRX: "10000",
};
const DAILY_AMOUNT_OF_OTHERS = "100";
const DAY_MS = 86_400_000;
/** Users whose day is remembered; the others' is looked up. */
const MAX_REMEMBERED = 20_000;
const READ_WAIT_MS = 1_000;

interface Day {
  readonly startMs: number;
  /** Units by asset. */
  readonly given: Map<number, number>;
}

/** Play money: a journaled deposit from the sandbox treasury into the main wallet. */
export function faucet(dependencies: GatewayDependencies, mode: "sandbox" | "live"): CallHandler<"faucet"> {
  const { engine, listings } = dependencies;
  const { path } = CALLS.faucet;
  const days = new BoundedMap<number, Day>(MAX_REMEMBERED);
  const replays = new ReplayCache<CallReply<"faucet">>(path);
  return async (request, context): Promise<Outcome<CallReply<"faucet">>> => {
    if (mode !== "sandbox") return reject("request.featureOff");
    const asset = walletAsset(listings, request.asset);
    if (asset instanceof Rejected) return asset;
    const most = dailyUnits(asset.spec);
    const units = request.amount === undefined ? most : parseDecimal(request.amount, asset.spec.scale);
    if (typeof units === "string" || units === 0 || units > most) {
      const reason = units === "format" ? "format" : "range";
      return rejectFields("request.parameterError", { path: "amount", reason });
    }
    const userId = userOf(context);
    const { requestId } = request;
    const fingerprint = fingerprintOf(path, { ...request, amount: units }, []);
    const first = replays.find(userId, requestId, fingerprint, context.nowMs);
    if (first !== undefined) return first;
    const day = await dayOf(dependencies, days, userId, context.nowMs);
    const given = day.given.get(asset.assetId) ?? 0;
    if (given + units > most)
      return reject("request.tooFast", { retryAfterMs: day.startMs + DAY_MS - context.nowMs });
    // Taken before the exchange answers, so that calls side by side cannot get more.
    day.given.set(asset.assetId, given + units);
    const giveBack = () => day.given.set(asset.assetId, (day.given.get(asset.assetId) ?? 0) - units);
    const { executed } = await engine.execute({
      kind: "deposit",
      userId,
      assetId: asset.assetId,
      amountUnits: units as Units,
      origin: "faucet",
      key: requestId ?? "",
    });
    const refused = coreRejection(executed, path, listings);
    if (refused !== undefined || executed.replayedSeq > 0) giveBack();
    if (refused !== undefined) return refused;
    const seq = executed.replayedSeq > 0 ? executed.replayedSeq : executed.seq;
    const reply = replyOf(asset, units, seq);
    replays.keep(userId, requestId, fingerprint, reply, context.nowMs);
    return executed.replayedSeq > 0 ? { ...reply, replayed: true } : reply;
  };
}

function replyOf({ spec }: ListedAsset, units: number, seq: number): CallReply<"faucet"> {
  return {
    depositId: String(seq),
    asset: spec.symbol,
    amount: formatDecimal(units, spec.scale),
    wallet: "main",
    asOfSeq: seq,
  };
}

function dailyUnits(spec: AssetSpec): number {
  const units = parseDecimal(DAILY_AMOUNTS[spec.symbol] ?? DAILY_AMOUNT_OF_OTHERS, spec.scale);
  if (typeof units === "string") throw new Error(`the faucet's amount of ${spec.symbol}: ${units}`);
  return units;
}

/** What the user got today. After a start it is read from the read models once. */
async function dayOf(
  { engine, readModels }: GatewayDependencies,
  days: BoundedMap<number, Day>,
  userId: number,
  nowMs: number,
): Promise<Day> {
  const startMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
  const known = days.get(userId);
  if (known?.startMs === startMs) return known;
  await readModels.waitFor(engine.durableSeq, READ_WAIT_MS);
  const given = new Map(await readModels.faucetGivenSince(userId, startMs));
  const meanwhile = days.get(userId);
  if (meanwhile?.startMs === startMs) return meanwhile;
  const day = { startMs, given };
  days.set(userId, day);
  return day;
}
