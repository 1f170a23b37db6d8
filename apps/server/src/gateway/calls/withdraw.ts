import type { Units } from "@candor/money/brand";
import { parseDecimal } from "@candor/money/decimal";
import { CALLS, type CallReply, type CallRequest } from "@candor/protocol/wire/calls";
import { type Outcome, Rejected, reject, rejectFields } from "@candor/protocol/wire/rejection";
import { toWireBalance } from "../../wire-objects/balance.ts";
import { keyedRequest } from "../../withdrawals/withdrawal-service.ts";
import { type CallContext, type CallHandler, userOf } from "../call-context.ts";
import type { GatewayDependencies } from "../dependencies.ts";
import { fingerprintOf, ReplayCache } from "../replay-cache.ts";
import { type ChainAsset, chainAsset, sharedDecimals } from "./chain-assets.ts";
import { coreRejection } from "./core-rejection.ts";
import { balanceOf } from "./wallet-views.ts";
import { checkWithdrawalSecrets } from "./withdrawal-secrets.ts";

type Reply = CallReply<"withdraw">;

/** Sends money to an address on a chain. The user cannot take it back. */
export function withdraw(dependencies: GatewayDependencies): CallHandler<"withdraw"> {
  const { path, secrets } = CALLS.withdraw;
  const replays = new ReplayCache<Reply>(path);
  return async (request, context): Promise<Outcome<Reply>> => {
    const { funding, listings } = dependencies;
    const asset = chainAsset(funding.chains, listings, request.asset, request.chain);
    if (asset instanceof Rejected) return asset;
    const units = parseDecimal(request.amount, sharedDecimals(asset));
    if (typeof units === "string")
      return rejectFields("request.parameterError", {
        path: "amount",
        reason: units === "format" ? "format" : "range",
      });
    const amountUnits = scaled(units, asset);
    const said = { ...request, chain: asset.chain.chain, amount: amountUnits };
    const fingerprint = fingerprintOf(path, said, secrets);
    const { requestId } = request;
    const first =
      replays.find(userOf(context), requestId, fingerprint, context.nowMs) ??
      (await answeredBefore(dependencies, asset, requestId, context, fingerprint));
    if (first !== undefined) return first;
    const refused =
      refuseRequest(dependencies, asset, request.address, amountUnits, context) ??
      (await checkWithdrawalSecrets(
        funding.accounts,
        context,
        request.paymentPassword,
        request.secondFactor,
      )) ??
      refuseHold(dependencies, context);
    if (refused !== undefined) return refused;
    const reply = await submit(dependencies, asset, request, amountUnits, fingerprint, context);
    if (!(reply instanceof Rejected) && reply.replayed !== true)
      replays.keep(userOf(context), requestId, fingerprint, reply, context.nowMs);
    return reply;
  };
}

/** Steps 9: address, limits, chain, book. */
function refuseRequest(
  { funding }: GatewayDependencies,
  { chain, onChain, listed, write }: ChainAsset,
  address: string,
  amountUnits: number,
  context: CallContext,
): Rejected | undefined {
  const { addresses, chains } = funding;
  const userId = userOf(context);
  if (!chains.isValidAddress(chain.chain, address) || chains.isOwnAddress(address))
    return reject("withdrawal.addressInvalid", { chain: chain.chainName });
  const asset = listed.spec.symbol;
  if (amountUnits < onChain.minWithdrawalUnits)
    return reject("withdrawal.belowMinimum", { min: write(onChain.minWithdrawalUnits), asset });
  if (amountUnits > onChain.maxWithdrawalUnits)
    return reject("withdrawal.aboveMaximum", { max: write(onChain.maxWithdrawalUnits), asset });
  if (chain.paused !== undefined) return reject("withdrawal.chainPaused", { chain: chain.chainName });
  const bound = addresses.refusalOf(userId, chain.chain, address);
  if (bound !== undefined) return bound;
  const site = addresses.find(userId, chain.chain, address);
  if (site === undefined && addresses.isOnlySource) return reject("withdrawal.addressBound");
  if (site !== undefined && site.usableAtMs > context.nowMs)
    return reject("withdrawal.addressLocked", { untilMs: site.usableAtMs });
  return undefined;
}

function refuseHold({ funding }: GatewayDependencies, context: CallContext): Rejected | undefined {
  const hold = funding.accounts.withdrawalHold(userOf(context));
  return hold === undefined
    ? undefined
    : reject("withdrawal.hold", { reason: hold.reason, untilMs: hold.untilMs });
}

async function submit(
  dependencies: GatewayDependencies,
  asset: ChainAsset,
  request: CallRequest<"withdraw">,
  amountUnits: Units,
  fingerprint: string,
  context: CallContext,
): Promise<Outcome<Reply>> {
  const { funding, listings } = dependencies;
  const { path } = CALLS.withdraw;
  const userId = userOf(context);
  const { requestId } = request;
  const { executed, events } = await funding.withdrawals.request({
    userId,
    sessionId: context.session?.sessionId ?? "",
    assetId: asset.listed.assetId,
    chain: asset.chain.chain,
    chainIndex: asset.chain.chainIndex,
    address: request.address,
    amountUnits,
    feeUnits: asset.onChain.withdrawalFeeUnits,
    key: requestId ?? "",
    request: requestId === undefined ? undefined : keyedRequest(requestId, fingerprint, context.nowMs),
  });
  const refused = coreRejection(executed, path, listings);
  // More under way than the exchange takes on.
  if (refused?.error === "withdrawal.chainPaused")
    return reject("withdrawal.chainPaused", { chain: asset.chain.chainName });
  if (refused !== undefined) return refused;
  // The exchange knows the key from a process that ended before it could remember the request.
  if (executed.replayedSeq > 0) return replayed(dependencies, asset, executed.replayedSeq, userId);
  const states = events.filter((event) => event.kind === "withdrawal-changed");
  const state = states.at(-1);
  const balance = events.find((event) => event.kind === "balance-changed");
  if (state === undefined || balance === undefined)
    throw new Error(`withdrawal ${executed.seq} told nothing of itself`);
  const steps = states.map(({ status, updatedAtMs }) => ({ status, timeMs: updatedAtMs }));
  return {
    withdrawal: funding.movements.describe({ state, steps }),
    balance: toWireBalance(balance, asset.listed),
    asOfSeq: executed.seq,
  };
}

/** Step 8, after a restart: the same key has been answered by a process that ended. */
async function answeredBefore(
  dependencies: GatewayDependencies,
  asset: ChainAsset,
  requestId: string | undefined,
  context: CallContext,
  fingerprint: string,
): Promise<Outcome<Reply> | undefined> {
  if (requestId === undefined) return undefined;
  const userId = userOf(context);
  const { book } = dependencies.funding.withdrawals;
  const first = book.answeredRequest(userId, requestId, context.nowMs);
  if (first === undefined) return undefined;
  if (first.fingerprint !== fingerprint || first.result.kind !== "withdrawal")
    return reject("request.keyConflict", { call: CALLS.withdraw.path });
  return await replayed(dependencies, asset, first.result.withdrawalId, userId);
}

/** The withdrawal of an earlier request, as it stands now, with the balance of now. */
async function replayed(
  dependencies: GatewayDependencies,
  asset: ChainAsset,
  withdrawalId: number,
  userId: number,
): Promise<Reply> {
  const { engine, funding, listings } = dependencies;
  const view = await engine.accountView(userId);
  const withdrawal = await funding.find(userId, withdrawalId);
  if (withdrawal === undefined) throw new Error(`withdrawal ${withdrawalId} of a known key is unknown`);
  return {
    withdrawal: funding.movements.describe(withdrawal),
    balance: balanceOf(view, "main", asset.listed.assetId, listings),
    replayed: true,
    asOfSeq: view.asOfSeq,
  };
}

/** The shared decimals may be fewer than the asset's own. */
function scaled(units: number, asset: ChainAsset): Units {
  return (units * 10 ** (asset.listed.spec.scale - sharedDecimals(asset))) as Units;
}
