import type { LeverSpec } from "@candor/domain/specs/lever-listing";
import type { Units } from "@candor/money/brand";
import { formatDecimal, parseDecimal } from "@candor/money/decimal";
import { CALLS, type CallReply } from "@candor/wire/calls";
import { type Outcome, Rejected, reject, rejectFields } from "@candor/wire/rejection";
import type { ListedAsset, ListedMarket, Listings } from "../../../market/market-data/listings.ts";
import { leverIn, toWireLeverAccount } from "../../../market/wire-objects/lever-account.ts";
import { balanceOf } from "../../../market/wire-objects/wallet-views.ts";
import { type CallHandler, userOf } from "../call-context.ts";
import type { Ports } from "../dependencies.ts";
import { coreRejection } from "./core-rejection.ts";
import { MIN_SEQ_WAIT_MS } from "./min-seq-wait.ts";

/** Amount of repay-loan that means everything possible. */
const ALL = 0 as Units;

/** A pair with margin trading, and one of its coins. */
interface LoanTarget {
  readonly market: ListedMarket;
  readonly lever: LeverSpec;
  readonly coin: ListedAsset;
}

/** Repays a loan; omitted fields mean as much as possible. */
export function leverRepay(ports: Ports<"engine" | "listings" | "readModels">): CallHandler<"leverRepay"> {
  const { engine, listings, readModels } = ports;
  return async (request, context): Promise<Outcome<CallReply<"leverRepay">>> => {
    const meant = meantCoin(listings, request);
    if (meant instanceof Rejected) return meant;
    const { market, coin, lever } = meant;
    const units = request.amount === undefined ? ALL : unitsOf(request.amount, coin);
    if (typeof units !== "number") return units;
    const userId = userOf(context);
    const { executed, events } = await engine.execute({
      kind: "repay-loan",
      userId,
      marketId: market.marketId,
      assetId: coin.assetId,
      amountUnits: units,
      key: request.requestId ?? "",
    });
    const refused = coreRejection(executed, CALLS.leverRepay.path, listings, market);
    if (refused !== undefined) return refused;
    const seq = executed.replayedSeq || executed.seq;
    if (executed.replayedSeq > 0 && (await readModels.waitFor(seq, MIN_SEQ_WAIT_MS)) < seq)
      return reject("system.unavailable");
    const loans =
      executed.replayedSeq > 0
        ? await readModels.loansOfCommand(userId, seq)
        : events.filter((event) => event.kind === "loan-changed");
    const paid = loans.find(({ loanKind, assetId }) => loanKind === "repay" && assetId === coin.assetId);
    if (paid === undefined) throw new Error(`command ${seq} was accepted but repaid nothing`);
    const view = await engine.accountView(userId);
    const write = (value: number): string => formatDecimal(value, coin.spec.scale);
    return {
      repaid: { interest: write(paid.interestUnits), principal: write(paid.amountUnits) },
      account: toWireLeverAccount(leverIn(view, market.marketId), market, lever),
      ...(executed.replayedSeq > 0 ? { replayed: true } : {}),
      asOfSeq: seq,
    };
  };
}

/**
 * Transfers between the spot wallet and a margin account. Needs no payment password, because the money stays within the
 * same wallet.
 */
export function leverTransfer(
  ports: Ports<"engine" | "listings" | "readModels">,
): CallHandler<"leverTransfer"> {
  const { engine, listings, readModels } = ports;
  return async (request, context): Promise<Outcome<CallReply<"leverTransfer">>> => {
    const meant = meantCoin(listings, request);
    if (meant instanceof Rejected) return meant;
    const { market, coin, lever } = meant;
    const units = unitsOf(request.amount, coin);
    if (typeof units !== "number") return units;
    const userId = userOf(context);
    const { executed } = await engine.execute({
      kind: "move-lever-funds",
      userId,
      marketId: market.marketId,
      assetId: coin.assetId,
      direction: request.direction,
      amountUnits: units,
      key: request.requestId ?? "",
    });
    const refused = coreRejection(executed, CALLS.leverTransfer.path, listings, market);
    if (refused !== undefined) return refused;
    const seq = executed.replayedSeq || executed.seq;
    const view = await engine.accountView(userId);
    const account = toWireLeverAccount(leverIn(view, market.marketId), market, lever);
    if (executed.replayedSeq === 0)
      return {
        account,
        available: balanceOf(view, "coin", coin.assetId, listings).available,
        asOfSeq: seq,
      };
    if ((await readModels.waitFor(seq, MIN_SEQ_WAIT_MS)) < seq) return reject("system.unavailable");
    const outcomes = await readModels.answeredBalances(userId, seq);
    const after = outcomes.find(({ assetId }) => assetId === coin.assetId);
    if (after === undefined) throw new Error(`transfer ${seq} has no balance in the read models`);
    return {
      account,
      available: formatDecimal(after.availableUnits, coin.spec.scale),
      replayed: true,
      asOfSeq: seq,
    };
  };
}

function meantCoin(
  listings: Listings,
  { asset, symbol }: { readonly asset: string; readonly symbol: string },
): Outcome<LoanTarget> {
  const market = listings.marketBySymbol(symbol);
  const lever = market && listings.lever(market.marketId);
  if (market === undefined || lever === undefined)
    return rejectFields("trade.invalidParameters", { path: "symbol", reason: "range" });
  const coin = [market.base, market.quote].find(({ spec }) => spec.symbol === asset);
  if (coin === undefined) return rejectFields("trade.invalidParameters", { path: "asset", reason: "range" });
  return { market, lever, coin };
}

function unitsOf(text: string, { spec }: ListedAsset): Units | Rejected {
  const units = parseDecimal(text, spec.scale);
  return typeof units === "string" || units === 0
    ? rejectFields("trade.invalidParameters", { path: "amount", reason: "range" })
    : (units as Units);
}
