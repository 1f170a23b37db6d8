import type { Units } from "@candor/money/brand";
import { formatDecimal, parseDecimal } from "@candor/money/decimal";
import type { AssetSpec } from "@candor/protocol/listing";
import { CALLS, type CallReply } from "@candor/protocol/wire/calls";
import { type Outcome, Rejected, reject, rejectFields } from "@candor/protocol/wire/rejection";
import type { FaucetSending } from "../../chain/chain-port.ts";
import { BoundedMap } from "../../identity/bounded-map.ts";
import type { ListedAsset } from "../../market-data/listings.ts";
import { keyedRequest } from "../../withdrawals/withdrawal-service.ts";
import { type CallHandler, userOf } from "../call-context.ts";
import type { GatewayDependencies, GatewayOptions } from "../dependencies.ts";
import { fingerprintOf, ReplayCache } from "../replay-cache.ts";
import { coreRejection } from "./core-rejection.ts";
import { walletAsset } from "./find-market.ts";

/** What one user gets of an asset in a day (UTC), and at once when no amount is asked for. */
const DAILY_GIFTS: Readonly<Record<string, string>> = {
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
const DAILY_GIFT_OF_OTHERS = "100";
const DAY_MS = 86_400_000;
/** Users whose day is remembered; the others' is looked up. */
const MAX_REMEMBERED = 20_000;
const READ_WAIT_MS = 1_000;

type Reply = CallReply<"faucet">;

interface Day {
  readonly startMs: number;
  /** Units by asset. */
  readonly given: Map<number, number>;
}

/** One request that has passed its form. */
interface Wish {
  readonly asset: ListedAsset;
  readonly units: Units;
  readonly userId: number;
  readonly requestId: string | undefined;
  readonly fingerprint: string;
  readonly nowMs: number;
}

/**
 * Play money: sent on the development chain to the user's deposit address, where it is credited like any deposit. What
 * no development chain carries is a journaled deposit from the sandbox treasury.
 */
export function faucet(
  dependencies: GatewayDependencies,
  { mode, dailyGifts }: Pick<GatewayOptions, "mode" | "dailyGifts">,
): CallHandler<"faucet"> {
  const { listings } = dependencies;
  const gifts = { ...DAILY_GIFTS, ...dailyGifts };
  const { path } = CALLS.faucet;
  const days = new BoundedMap<number, Day>(MAX_REMEMBERED);
  const replays = new ReplayCache<Reply>(path);
  return async (request, context): Promise<Outcome<Reply>> => {
    if (mode !== "sandbox") return reject("request.featureOff");
    const asset = walletAsset(listings, request.asset);
    if (asset instanceof Rejected) return asset;
    const most = dailyUnits(asset.spec, gifts);
    const units = request.amount === undefined ? most : parseDecimal(request.amount, asset.spec.scale);
    if (typeof units === "string" || units === 0 || units > most) {
      const reason = units === "format" ? "format" : "range";
      return rejectFields("request.parameterError", { path: "amount", reason });
    }
    const userId = userOf(context);
    const { nowMs } = context;
    const { requestId } = request;
    const fingerprint = fingerprintOf(path, { ...request, amount: units }, []);
    const wish: Wish = { asset, units: units as Units, userId, requestId, fingerprint, nowMs };
    const first = replays.find(userId, requestId, fingerprint, nowMs) ?? sentBefore(dependencies, wish);
    if (first !== undefined) return first;
    const day = await dayOf(dependencies, days, userId, nowMs);
    const given = day.given.get(asset.assetId) ?? 0;
    if (given + units > most)
      return reject("request.tooFast", { retryAfterMs: day.startMs + DAY_MS - nowMs });
    // Taken before the money moves, so that calls side by side cannot get more.
    day.given.set(asset.assetId, given + units);
    let reply: Outcome<Reply> | undefined;
    try {
      reply = (await sendOnChain(dependencies, wish)) ?? (await deposit(dependencies, wish));
    } finally {
      if (reply === undefined || reply instanceof Rejected || reply.replayed === true)
        day.given.set(asset.assetId, (day.given.get(asset.assetId) ?? 0) - units);
    }
    if (!(reply instanceof Rejected) && reply.replayed !== true)
      replays.keep(userId, requestId, fingerprint, reply, nowMs);
    return reply;
  };
}

/** undefined: the asset is on no development chain. */
async function sendOnChain({ funding }: GatewayDependencies, wish: Wish): Promise<Reply | undefined> {
  const { asset, units, userId, requestId, fingerprint, nowMs } = wish;
  const sent = await funding.chains.sendFromFaucet(userId, asset.assetId, units);
  if (sent === undefined) return undefined;
  await funding.gifts.commit({
    userId,
    assetId: asset.assetId,
    units,
    atMs: nowMs,
    ...sent,
    ...(requestId === undefined ? {} : { request: keyedRequest(requestId, fingerprint, nowMs) }),
  });
  return sentReply(asset, units, sent);
}

/** The answer to the same key from a process that has ended. */
function sentBefore({ funding }: GatewayDependencies, wish: Wish): Outcome<Reply> | undefined {
  const { asset, requestId, fingerprint, userId, nowMs } = wish;
  const gift = requestId === undefined ? undefined : funding.gifts.state.ofKey(userId, requestId, nowMs);
  if (gift === undefined) return undefined;
  return gift.request?.fingerprint === fingerprint
    ? { ...sentReply(asset, gift.units, gift), replayed: true }
    : reject("request.keyConflict", { call: CALLS.faucet.path });
}

function sentReply({ spec }: ListedAsset, units: number, { chain, txHash, address }: FaucetSending): Reply {
  return { txHash, asset: spec.symbol, amount: formatDecimal(units, spec.scale), chain, address };
}

async function deposit({ engine, listings }: GatewayDependencies, wish: Wish): Promise<Outcome<Reply>> {
  const { asset, units, userId, requestId } = wish;
  const { executed } = await engine.execute({
    kind: "deposit",
    userId,
    assetId: asset.assetId,
    amountUnits: units,
    origin: "faucet",
    key: requestId ?? "",
  });
  const refused = coreRejection(executed, CALLS.faucet.path, listings);
  if (refused !== undefined) return refused;
  const isReplayed = executed.replayedSeq > 0;
  const seq = isReplayed ? executed.replayedSeq : executed.seq;
  return {
    depositId: String(seq),
    asset: asset.spec.symbol,
    amount: formatDecimal(units, asset.spec.scale),
    wallet: "main",
    ...(isReplayed ? { replayed: true } : {}),
    asOfSeq: seq,
  };
}

function dailyUnits(spec: AssetSpec, gifts: Readonly<Record<string, string>>): number {
  const units = parseDecimal(gifts[spec.symbol] ?? DAILY_GIFT_OF_OTHERS, spec.scale);
  if (typeof units === "string") throw new Error(`the faucet's amount of ${spec.symbol}: ${units}`);
  return units;
}

/** What the user got today. After a start it is read once from where it is kept. */
async function dayOf(
  { engine, funding, listings, readModels }: GatewayDependencies,
  days: BoundedMap<number, Day>,
  userId: number,
  nowMs: number,
): Promise<Day> {
  const startMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
  const known = days.get(userId);
  if (known?.startMs === startMs) return known;
  await readModels.waitFor(engine.durableSeq, READ_WAIT_MS);
  const given = new Map(await readModels.faucetGivenSince(userId, startMs));
  for (const { assetId } of listings.assets) {
    const sent = funding.gifts.state.givenSince(userId, assetId, startMs);
    if (sent > 0) given.set(assetId, (given.get(assetId) ?? 0) + sent);
  }
  const meanwhile = days.get(userId);
  if (meanwhile?.startMs === startMs) return meanwhile;
  const day = { startMs, given };
  days.set(userId, day);
  return day;
}
