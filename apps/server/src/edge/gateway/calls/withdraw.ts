import type { RequestWithdrawal } from "@candor/domain/commands/fund-commands";
import type { Units } from "@candor/money/brand";
import { parseDecimal } from "@candor/money/decimal";
import { CALLS, type CallReply, type CallRequest } from "@candor/wire/calls";
import { type Outcome, Rejected, reject, rejectFields } from "@candor/wire/rejection";
import { keyedRequest } from "../../../custody/withdrawals/withdrawal-service.ts";
import { toWireBalance } from "../../../market/wire-objects/balance.ts";
import { plainDecimal } from "../../../people/notices/notice-sources.ts";
import { type CallContext, type CallHandler, userOf } from "../call-context.ts";
import type { Ports } from "../dependencies.ts";
import { fingerprintOf } from "../replay-cache.ts";
import { type ChainAsset, chainAsset, sharedDecimals } from "./chain-assets.ts";
import { coreRejection } from "./core-rejection.ts";
import { MIN_SEQ_WAIT_MS } from "./min-seq-wait.ts";
import { checkWithdrawalSecrets } from "./withdrawal-secrets.ts";

type Reply = CallReply<"withdraw">;

/** A validated request. */
interface Wish {
  readonly asset: ChainAsset;
  readonly amountUnits: Units;
  readonly request: CallRequest<"withdraw">;
  readonly context: CallContext;
  readonly userId: number;
  /** Hash of the request without its secrets. */
  readonly fingerprint: string;
}

/** Sends money to an address on a chain. The user cannot cancel it. */
export function withdraw(
  ports: Ports<"engine" | "funding" | "identity" | "listings" | "readModels">,
): CallHandler<"withdraw"> {
  const { funding, listings } = ports;
  const { path, secrets } = CALLS.withdraw;
  return async (request, context): Promise<Outcome<Reply>> => {
    const asset = chainAsset(funding, listings, request.asset, request.chain);
    if (asset instanceof Rejected) return asset;
    const units = parseDecimal(request.amount, sharedDecimals(asset));
    if (typeof units === "string") {
      const reason = units === "format" ? "format" : "range";
      return rejectFields("request.parameterError", { path: "amount", reason });
    }
    const amountUnits = scaled(units, asset);
    // The fee is only a check of what was shown and is left out: a repeated request may have been shown a different
    // one.
    const { fee: _shown, ...asked } = request;
    const said = { ...asked, chain: asset.chain.chain, amount: amountUnits };
    const fingerprint = fingerprintOf(path, said, secrets);
    const wish: Wish = { asset, amountUnits, request, context, userId: userOf(context), fingerprint };
    const first = await findEarlierReply(ports, wish);
    if (first !== undefined) return first;
    const refused =
      refuseRequest(ports, wish) ??
      (await checkWithdrawalSecrets(
        funding.accounts,
        context,
        request.paymentPassword,
        request.secondFactor,
      )) ??
      refuseHold(ports, wish);
    return refused ?? (await submit(ports, wish));
  };
}

/** Step 9: checks address, limits, chain and address book. */
function refuseRequest({ funding }: Ports<"funding">, wish: Wish): Rejected | undefined {
  const { amountUnits, context, userId } = wish;
  const { chain, onChain, listed, write } = wish.asset;
  const { address } = wish.request;
  const { addresses, chains } = funding;
  if (!chains.isValidAddress(chain.chain, address) || chains.isOwnAddress(address))
    return reject("withdrawal.addressInvalid", { chain: chain.chainName });
  const asset = listed.spec.symbol;
  if (amountUnits < onChain.minWithdrawalUnits)
    return reject("withdrawal.belowMinimum", { min: write(onChain.minWithdrawalUnits), asset });
  if (amountUnits > onChain.maxWithdrawalUnits)
    return reject("withdrawal.aboveMaximum", { max: write(onChain.maxWithdrawalUnits), asset });
  const feeRefusal = refuseFee(wish);
  if (feeRefusal !== undefined) return feeRefusal;
  if (chain.paused !== undefined) return reject("withdrawal.chainPaused", { chain: chain.chainName });
  const bound = addresses.refusalOf(userId, chain.chain, address);
  if (bound !== undefined) return bound;
  const site = addresses.find(userId, chain.chain, address);
  if (site === undefined && addresses.isOnlySource) return reject("withdrawal.addressBound");
  if (site !== undefined && site.usableAtMs > context.nowMs)
    return reject("withdrawal.addressLocked", { untilMs: site.usableAtMs });
  return undefined;
}

/** The user never pays more than the fee they were shown. */
function refuseFee({ asset, request }: Wish): Rejected | undefined {
  if (request.fee === undefined) return undefined;
  const { feeUnits, listed, write } = asset;
  const shown = parseDecimal(request.fee, listed.spec.scale);
  if (typeof shown === "string")
    return rejectFields("request.parameterError", { path: "fee", reason: "format" });
  return feeUnits <= shown
    ? undefined
    : reject("withdrawal.feeChanged", { fee: write(feeUnits), asset: listed.spec.symbol });
}

function refuseHold({ funding }: Ports<"funding">, { userId }: Wish): Rejected | undefined {
  // The owner may have frozen the account while the secrets were checked.
  if (funding.accounts.isBanned(userId)) return reject("user.banned");
  const hold = funding.accounts.withdrawalHold(userId);
  return hold === undefined
    ? undefined
    : reject("withdrawal.hold", { reason: hold.reason, untilMs: hold.untilMs });
}

async function submit(
  ports: Ports<"funding" | "identity" | "listings" | "readModels">,
  wish: Wish,
): Promise<Outcome<Reply>> {
  const { funding, identity, listings } = ports;
  const { asset, context, fingerprint, request } = wish;
  const { requestId } = request;
  const { executed, events } = await funding.withdrawals.request({
    command: commandOf(wish),
    sessionId: context.session?.sessionId ?? "",
    chain: asset.chain.chain,
    request: requestId === undefined ? undefined : keyedRequest(requestId, fingerprint, context.nowMs),
  });
  const refused = coreRejection(executed, CALLS.withdraw.path, listings);
  // The exchange accepts no more pending withdrawals.
  if (refused?.error === "withdrawal.chainPaused")
    return reject("withdrawal.chainPaused", { chain: asset.chain.chainName });
  if (refused !== undefined) return refused;
  // The same request was processed concurrently.
  if (executed.replayedSeq > 0) return await firstReply(ports, wish, executed.replayedSeq);
  const steps = events.filter((event) => event.kind === "withdrawal-changed");
  const state = steps.at(-1);
  const balance = events.find((event) => event.kind === "balance-changed");
  if (state === undefined || balance === undefined)
    throw new Error(`withdrawal ${executed.seq} was accepted but emitted no event`);
  const { address } = request;
  identity.sendSecurityNotice(wish.userId, {
    kind: "withdrawalRequested",
    amount: plainDecimal(wish.amountUnits, asset.listed.spec.scale),
    asset: asset.listed.spec.symbol,
    address,
    chain: asset.chain.chainName,
  });
  return {
    withdrawal: funding.movements.describe({
      state,
      steps: steps.map(({ status, updatedAtMs }) => ({ status, timeMs: updatedAtMs })),
    }),
    balance: toWireBalance(balance, asset.listed),
    asOfSeq: executed.seq,
  };
}

/**
 * Step 8: the exchange keeps the withdrawal accepted for each key across restarts; the address book stores its own
 * keys. No secret is needed.
 */
async function findEarlierReply(
  ports: Ports<"engine" | "funding" | "readModels">,
  wish: Wish,
): Promise<Outcome<Reply> | undefined> {
  const { engine, funding } = ports;
  const { context, request, userId } = wish;
  if (request.requestId === undefined) return undefined;
  const { path } = CALLS.withdraw;
  const kept = funding.withdrawals.book.answeredRequest(userId, request.requestId, context.nowMs);
  if (kept !== undefined && kept.result.kind !== "withdrawal")
    return reject("request.keyConflict", { call: path });
  const { boundSeq, conflicts } = await engine.keyedAnswer(commandOf(wish));
  if (conflicts) return reject("request.keyConflict", { call: path });
  return boundSeq === 0 ? undefined : await firstReply(ports, wish, boundSeq);
}

/** Returns the answer to the first request, ignoring what has happened to the withdrawal since. */
async function firstReply(
  { funding, readModels }: Ports<"funding" | "readModels">,
  { asset, userId }: Wish,
  seq: number,
): Promise<Outcome<Reply>> {
  if ((await readModels.waitFor(seq, MIN_SEQ_WAIT_MS)) < seq) return reject("system.unavailable");
  const withdrawal = await funding.find(userId, seq);
  const balance = (await readModels.answeredBalances(userId, seq)).find(({ wallet }) => wallet === "main");
  if (withdrawal === undefined || balance === undefined)
    throw new Error(`withdrawal ${seq} has a known key but no record`);
  return {
    withdrawal: funding.movements.describeRequest(withdrawal),
    balance: toWireBalance(balance, asset.listed),
    replayed: true,
    asOfSeq: seq,
  };
}

function commandOf({ amountUnits, asset, request, userId }: Wish): RequestWithdrawal {
  return {
    kind: "request-withdrawal",
    userId,
    assetId: asset.listed.assetId,
    chainIndex: asset.chain.chainIndex,
    address: request.address,
    amountUnits,
    feeUnits: asset.feeUnits,
    needsReview: false,
    key: request.requestId ?? "",
  };
}

/** The shared decimals may be fewer than the asset's own. */
function scaled(units: number, asset: ChainAsset): Units {
  return (units * 10 ** (asset.listed.spec.scale - sharedDecimals(asset))) as Units;
}
