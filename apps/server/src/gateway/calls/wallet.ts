import type { Units } from "@candor/money/brand";
import { formatDecimal, parseDecimal } from "@candor/money/decimal";
import { CALLS, type CallReply } from "@candor/protocol/wire/calls";
import { type Outcome, Rejected, reject, rejectFields } from "@candor/protocol/wire/rejection";
import { BAD_CURSOR } from "../../projections/queries/cursor.ts";
import type { FundRecord } from "../../projections/queries/fund-records.ts";
import { toWireBalance } from "../../wire-objects/balance.ts";
import { type CallHandler, userOf } from "../call-context.ts";
import type { GatewayDependencies } from "../dependencies.ts";
import { fingerprintOf, ReplayCache } from "../replay-cache.ts";
import { coreRejection } from "./core-rejection.ts";
import { customerService } from "./customer-service.ts";
import { walletAsset } from "./find-market.ts";
import { MIN_SEQ_WAIT_MS } from "./order-records.ts";
import { balanceOf, balanceSums, totalEquity, walletsOf } from "./wallet-views.ts";

const NOTHING_YET = formatDecimal(0, 6);

/** All that the caller owns. The exchange answers itself, so this is never late. */
export function walletIndex(
  { engine, identity, listings, mirror, verification }: GatewayDependencies,
  supportEmail: string,
): CallHandler<"walletIndex"> {
  return async (_request, context): Promise<CallReply<"walletIndex">> => {
    const view = await engine.accountView(userOf(context));
    const { main, contract, allBalance, money } = balanceSums(view, listings);
    return {
      main: { ...main, contract },
      allBalance,
      money,
      contract,
      u_address: null,
      ...verification.view(userOf(context), context.language),
      kefu: customerService(supportEmail),
      wallets: walletsOf(view, listings),
      totalEquity: totalEquity(view, listings, mirror),
      earnings: { miningToday: NOTHING_YET, miningTotal: NOTHING_YET, referralTotal: NOTHING_YET },
      frozen: identity.frozenAccounts(userOf(context)),
      asOfSeq: view.asOfSeq,
    };
  };
}

export function marketBalance({ engine, listings }: GatewayDependencies): CallHandler<"marketBalance"> {
  return async (request, context): Promise<Outcome<CallReply<"marketBalance">>> => {
    const asset = walletAsset(listings, request.asset);
    if (asset instanceof Rejected) return asset;
    const view = await engine.accountView(userOf(context));
    const funds = (wallet: "main" | "coin" | "contract" | "option") => {
      const { available, frozen } = balanceOf(view, wallet, asset.assetId, listings);
      return { available, frozen, transferable: available };
    };
    return {
      asset: asset.spec.symbol,
      minTransfer: minTransfer(asset.spec),
      fee: "0",
      wallets: {
        main: funds("main"),
        coin: funds("coin"),
        contract: funds("contract"),
        option: funds("option"),
      },
      asOfSeq: view.asOfSeq,
    };
  };
}

export function minTransfer(spec: { readonly minTransfer: string; readonly scale: number }): string {
  return formatDecimal(minUnits(spec), spec.scale);
}

function minUnits({
  minTransfer: text,
  scale,
}: {
  readonly minTransfer: string;
  readonly scale: number;
}): number {
  const units = parseDecimal(text, scale);
  if (typeof units === "string") throw new Error(`minTransfer ${text} was listed`);
  return units;
}

/** Moves money between the caller's wallets; the payment password is asked for before the exchange is. */
export function transfer({ engine, identity, listings }: GatewayDependencies): CallHandler<"transfer"> {
  const { path, secrets } = CALLS.transfer;
  const replays = new ReplayCache<CallReply<"transfer">>(path);
  return async (request, context): Promise<Outcome<CallReply<"transfer">>> => {
    const asset = walletAsset(listings, request.asset);
    if (asset instanceof Rejected) return asset;
    const { from, to, requestId } = request;
    if (from === to) return rejectFields("request.parameterError", { path: "to", reason: "conflict" });
    const { scale, symbol } = asset.spec;
    const userId = userOf(context);
    const units = parseDecimal(request.amount ?? "", scale);
    if (typeof units === "string" || units === 0) return reject("wallet.amountError");
    const fingerprint = fingerprintOf(path, { ...request, amount: units }, secrets);
    const first = replays.find(userId, requestId, fingerprint, context.nowMs);
    if (first !== undefined) return first;
    if (units < minUnits(asset.spec))
      return reject("wallet.belowMinimumTransfer", { min: minTransfer(asset.spec), asset: symbol });
    const unpaid = await identity.checkPaymentPassword(userId, request.paymentPassword);
    if (unpaid !== undefined) return unpaid;
    const { executed, events } = await engine.execute({
      kind: "transfer",
      userId,
      assetId: asset.assetId,
      from,
      to,
      amountUnits: units as Units,
      key: requestId ?? "",
    });
    const refused = coreRejection(executed, path, listings);
    if (refused !== undefined) return refused;
    const seq = executed.replayedSeq > 0 ? executed.replayedSeq : executed.seq;
    const common = { transferId: String(seq), asset: symbol, from, to, amount: formatDecimal(units, scale) };
    if (executed.replayedSeq > 0) {
      // The first reply is no longer remembered: the balances are those of now, and say so.
      const view = await engine.accountView(userId);
      const balances = [from, to].map((wallet) => balanceOf(view, wallet, asset.assetId, listings));
      return { ...common, balances, replayed: true, asOfSeq: view.asOfSeq };
    }
    const balances = [from, to].map((wallet) => {
      const changed = events.find(
        (event) => event.kind === "balance-changed" && event.userId === userId && event.wallet === wallet,
      );
      if (changed?.kind !== "balance-changed")
        throw new Error(`transfer ${seq} told no balance of ${wallet}`);
      return toWireBalance(changed, asset);
    });
    const reply = { ...common, balances, asOfSeq: seq };
    replays.keep(userId, requestId, fingerprint, reply, context.nowMs);
    return reply;
  };
}

export function moneyLog({ listings, readModels }: GatewayDependencies): CallHandler<"moneyLog"> {
  return async (request, context): Promise<Outcome<CallReply<"moneyLog">>> => {
    const asset = request.asset === undefined ? undefined : listings.assetBySymbol(request.asset);
    if (request.minSeq !== undefined) await readModels.waitFor(request.minSeq, MIN_SEQ_WAIT_MS);
    const asOfSeq = readModels.reachedSeq;
    // Every entry so far is a success; an asset that is not listed has none.
    const isUnknownAsset = request.asset !== undefined && asset === undefined;
    if (isUnknownAsset || (request.result !== undefined && request.result !== "success"))
      return { list: [], nextCursor: null, asOfSeq };
    const filter = {
      userId: userOf(context),
      wallet: request.wallet,
      assetId: asset?.assetId,
      kinds: request.kind,
      sinceMs: request.sinceMs,
      untilMs: request.untilMs,
    };
    const page = await readModels.fundRecords(filter, request.limit, request.cursor);
    if (page === BAD_CURSOR)
      return rejectFields("request.parameterError", { path: "cursor", reason: "conflict" });
    return {
      list: page.rows.map((record) => toWireFundRecord(record, listings.asset(record.assetId).spec)),
      nextCursor: page.nextCursor ?? null,
      asOfSeq,
    };
  };
}

function toWireFundRecord(record: FundRecord, asset: { readonly symbol: string; readonly scale: number }) {
  return {
    recordId: String(record.recordId),
    kind: record.kind,
    wallet: record.wallet,
    asset: asset.symbol,
    timeMs: record.timeMs,
    seq: record.seq,
    amount: formatDecimal(record.amountUnits, asset.scale),
    balanceAfter: formatDecimal(record.afterUnits, asset.scale),
    fee: formatDecimal(record.feeUnits, asset.scale),
    result: "success" as const,
    refId: record.refId === 0 ? null : String(record.refId),
    note: null,
  };
}
