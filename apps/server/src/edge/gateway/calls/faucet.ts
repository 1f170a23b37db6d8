import type { Units } from "@candor/money/brand";
import { formatDecimal, parseDecimal } from "@candor/money/decimal";
import { CALLS, type CallReply } from "@candor/wire/calls";
import { type Outcome, Rejected, reject, rejectFields } from "@candor/wire/rejection";
import type { FaucetSending } from "../../../custody/chain/chain-port.ts";
import { keyedRequest } from "../../../custody/withdrawals/withdrawal-service.ts";
import type { ListedAsset } from "../../../market/market-data/listings.ts";
import { type CallHandler, userOf } from "../call-context.ts";
import type { GatewayOptions, Ports } from "../dependencies.ts";
import { fingerprintOf, ReplayCache } from "../replay-cache.ts";
import { coreRejection } from "./core-rejection.ts";
import { DAY_MS, type FaucetDays } from "./faucet-days.ts";
import { walletAsset } from "./find-market.ts";

type Reply = CallReply<"faucet">;

/** A validated request. */
interface Wish {
  readonly asset: ListedAsset;
  readonly units: Units;
  readonly userId: number;
  readonly requestId: string | undefined;
  readonly fingerprint: string;
  readonly nowMs: number;
}

/**
 * Sends play money on the development chain to the user's deposit address, where it is credited like any deposit. An
 * asset on no development chain is a journaled deposit from the sandbox treasury.
 */
export function faucet(
  ports: Ports<"engine" | "funding" | "listings">,
  { mode }: Pick<GatewayOptions, "mode">,
  days: FaucetDays,
): CallHandler<"faucet"> {
  const { listings } = ports;
  const { path } = CALLS.faucet;
  const replays = new ReplayCache<Reply>(path);
  return async (request, context): Promise<Outcome<Reply>> => {
    if (mode !== "sandbox") return reject("request.featureOff");
    const asset = walletAsset(listings, request.asset);
    if (asset instanceof Rejected) return asset;
    const most = days.dailyLimit(asset);
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
    const first = replays.find(userId, requestId, fingerprint, nowMs) ?? findEarlierReply(ports, wish);
    if (first !== undefined) return first;
    const day = await days.of(userId, nowMs);
    const given = day.given.get(asset.assetId) ?? 0;
    if (given + units > most)
      return reject("request.tooFast", { retryAfterMs: day.startMs + DAY_MS - nowMs });
    // Counted before the money moves, so that concurrent calls cannot get more.
    day.given.set(asset.assetId, given + units);
    let reply: Outcome<Reply> | undefined;
    try {
      reply = (await sendOnChain(ports, wish)) ?? (await deposit(ports, wish));
    } finally {
      if (reply === undefined || reply instanceof Rejected || reply.replayed === true)
        day.given.set(asset.assetId, (day.given.get(asset.assetId) ?? 0) - units);
    }
    if (!(reply instanceof Rejected) && reply.replayed !== true)
      replays.keep(userId, requestId, fingerprint, reply, nowMs);
    return reply;
  };
}

/** Returns how much of today's amount is left, and when it resets. */
export function faucetState(
  { listings }: Ports<"listings">,
  { mode }: Pick<GatewayOptions, "mode">,
  days: FaucetDays,
): CallHandler<"faucetState"> {
  return async (request, context): Promise<Outcome<CallReply<"faucetState">>> => {
    if (mode !== "sandbox") return reject("request.featureOff");
    const asset = walletAsset(listings, request.asset);
    if (asset instanceof Rejected) return asset;
    const most = days.dailyLimit(asset);
    const { given, startMs } = await days.of(userOf(context), context.nowMs);
    const left = Math.max(0, most - (given.get(asset.assetId) ?? 0));
    const { symbol, scale } = asset.spec;
    return {
      asset: symbol,
      most: formatDecimal(most, scale),
      left: formatDecimal(left, scale),
      nextAtMs: startMs + DAY_MS,
    };
  };
}

/** Returns `undefined` if the asset is on no development chain. */
async function sendOnChain({ funding }: Ports<"funding">, wish: Wish): Promise<Reply | undefined> {
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

/** Returns the answer that an earlier process gave for the same key. */
function findEarlierReply({ funding }: Ports<"funding">, wish: Wish): Outcome<Reply> | undefined {
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

async function deposit(
  { engine, listings }: Ports<"engine" | "listings">,
  wish: Wish,
): Promise<Outcome<Reply>> {
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
