import type { Transfer } from "@candor/domain/commands/commands";
import type { AccountView, BalanceState } from "@candor/domain/engine-port";
import type { Wallet } from "@candor/domain/enumerations";
import type { Units } from "@candor/money/brand";
import { formatDecimal, parseDecimal } from "@candor/money/decimal";
import { CALLS, type CallReply, type CallRequest } from "@candor/wire/calls";
import { type Outcome, Rejected, reject, rejectFields } from "@candor/wire/rejection";
import type { ListedAsset, Listings } from "../../../market/market-data/listings.ts";
import { toWireBalance } from "../../../market/wire-objects/balance.ts";
import { frozenAccounts } from "../../../market/wire-objects/frozen-accounts.ts";
import { totalEquity } from "../../../market/wire-objects/total-equity.ts";
import { balanceOf, balanceSums, walletsOf } from "../../../market/wire-objects/wallet-views.ts";
import type { Identity } from "../../../people/identity/identity-service.ts";
import { type CallContext, type CallHandler, sessionOf, userOf } from "../call-context.ts";
import type { Ports } from "../dependencies.ts";
import { coreRejection } from "./core-rejection.ts";
import { customerService } from "./customer-service.ts";
import { walletAsset } from "./find-market.ts";
import { MIN_SEQ_WAIT_MS } from "./min-seq-wait.ts";
import { miningAsset } from "./mining-asset.ts";

type Reply = CallReply<"transfer">;

/** Margin asset of contracts: the part that covers their losses cannot leave the wallet. */
const MARGIN_ASSET = "USDT";
const DAY_MS = 86_400_000;

/** Start of the UTC day by wall clock, which also dates fund records. */
function startOfDay(timeMs: number): number {
  return timeMs - (timeMs % DAY_MS);
}

/** Returns all that the caller owns. Reads from the exchange itself, so balances are always current. */
export function walletIndex(
  ports: Ports<"chat" | "engine" | "funding" | "listings" | "mirror" | "readModels" | "verification">,
  supportEmail: string,
): CallHandler<"walletIndex"> {
  const { engine, funding, listings, mirror, readModels, verification } = ports;
  return async ({ minSeq }, context): Promise<CallReply<"walletIndex">> => {
    const userId = userOf(context);
    // Balances come from the exchange itself; earnings come from the read models.
    if (minSeq !== undefined) await readModels.waitFor(minSeq, MIN_SEQ_WAIT_MS);
    const { assetId, spec } = miningAsset(listings);
    const [view, mined, referralUnits] = await Promise.all([
      engine.accountView(userId),
      readModels.miningIncome(userId, assetId, startOfDay(context.nowMs)),
      readModels.referralTotal(userId),
    ]);
    const { main, contract, allBalance, money } = balanceSums(view, listings);
    return {
      main: { ...main, contract },
      allBalance,
      money,
      contract,
      u_address: funding.chains.existingDepositAddressOf(userOf(context)) ?? null,
      ...verification.view(userOf(context), context.language),
      kefu: customerService(ports, supportEmail, context.language),
      wallets: walletsOf(view, listings),
      totalEquity: totalEquity(view, listings, mirror),
      earnings: {
        miningToday: formatDecimal(mined.sinceUnits, spec.scale),
        miningTotal: formatDecimal(mined.totalUnits, spec.scale),
        referralTotal: formatDecimal(referralUnits, spec.scale),
      },
      frozen: frozenAccounts(view.frozenWallets),
      asOfSeq: view.asOfSeq,
    };
  };
}

export function marketBalance({
  engine,
  listings,
}: Ports<"engine" | "listings">): CallHandler<"marketBalance"> {
  return async (request, context): Promise<Outcome<CallReply<"marketBalance">>> => {
    const asset = walletAsset(listings, request.asset);
    if (asset instanceof Rejected) return asset;
    const view = await engine.accountView(userOf(context));
    const funds = (wallet: Wallet) => {
      const { available, frozen } = balanceOf(view, wallet, asset.assetId, listings);
      return { available, frozen, transferable: transferableOf(view, wallet, asset, listings) };
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

/** The amount that covers losses of cross positions stays in the contract wallet. */
function transferableOf(view: AccountView, wallet: Wallet, asset: ListedAsset, listings: Listings): string {
  const { spec, assetId } = asset;
  const needsCover = wallet === "contract" && spec.symbol === MARGIN_ASSET;
  const usable = needsCover ? view.contracts?.usableUnits : undefined;
  return usable === undefined
    ? balanceOf(view, wallet, assetId, listings).available
    : formatDecimal(usable, spec.scale);
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
  if (typeof units === "string") throw new Error(`listed minTransfer ${text} is not a valid amount`);
  return units;
}

/** Moves money between the caller's wallets. Checks the payment password before calling the exchange. */
export function transfer(
  ports: Ports<"engine" | "identity" | "listings" | "readModels">,
): CallHandler<"transfer"> {
  const { engine, identity, listings } = ports;
  const { path } = CALLS.transfer;
  return async (request, context): Promise<Outcome<Reply>> => {
    const asset = walletAsset(listings, request.asset);
    if (asset instanceof Rejected) return asset;
    const { from, to } = request;
    if (from === to) return rejectFields("request.parameterError", { path: "to", reason: "conflict" });
    const { scale, symbol } = asset.spec;
    const userId = userOf(context);
    const units = parseDecimal(request.amount ?? "", scale);
    if (typeof units === "string" || units === 0) return reject("wallet.amountError");
    const command: Transfer = {
      kind: "transfer",
      userId,
      assetId: asset.assetId,
      from,
      to,
      amountUnits: units as Units,
      key: request.requestId ?? "",
    };
    const first = await findEarlierReply(ports, command);
    if (first !== undefined) return first;
    if (units < minUnits(asset.spec) && !(await isWholeBalance(ports, command)))
      return reject("wallet.belowMinimumTransfer", { min: minTransfer(asset.spec), asset: symbol });
    const unpaid = await checkTransferSecret(identity, request, context);
    if (unpaid !== undefined) return unpaid;
    const { executed, events } = await engine.execute(command);
    const refused = coreRejection(executed, path, listings);
    if (refused !== undefined) return refused;
    if (executed.replayedSeq > 0) return await firstReply(ports, command, executed.replayedSeq);
    const balances = events.filter((event) => event.kind === "balance-changed");
    const reply = transferReply(ports, command, executed.seq, balances);
    const isGranted = request.wantsGrant && request.paymentPassword !== undefined;
    return isGranted ? { ...reply, grant: identity.grantTransfers(sessionOf(context)) } : reply;
  };
}

/**
 * Checks the payment password, or a grant of this session that replaces it. Rejects 313, 314, 113; `undefined` means
 * allowed.
 */
async function checkTransferSecret(
  identity: Pick<Identity, "isTransferGranted" | "checkPaymentPassword">,
  { paymentGrant, paymentPassword }: CallRequest<"transfer">,
  context: CallContext,
): Promise<Rejected | undefined> {
  const session = sessionOf(context);
  const isByGrant = paymentPassword === undefined && paymentGrant !== undefined;
  if (isByGrant && identity.isTransferGranted(session, paymentGrant)) return undefined;
  return await identity.checkPaymentPassword(session.userId, paymentPassword, context.address);
}

/**
 * Returns whether the transfer empties the wallet. That is allowed even below the minimum, because otherwise fee
 * remainders could never be moved.
 */
async function isWholeBalance(
  { engine, listings }: Ports<"engine" | "listings">,
  command: Transfer,
): Promise<boolean> {
  const view = await engine.accountView(command.userId);
  const asset = listings.asset(command.assetId);
  return (
    transferableOf(view, command.from, asset, listings) ===
    formatDecimal(command.amountUnits, asset.spec.scale)
  );
}

/**
 * Step 8: the exchange keeps the transfer accepted for each key across restarts. A repeated request gets the stored
 * answer and needs no secret.
 */
async function findEarlierReply(
  ports: Ports<"engine" | "listings" | "readModels">,
  command: Transfer,
): Promise<Outcome<Reply> | undefined> {
  if (command.key === "") return undefined;
  const { boundSeq, conflicts } = await ports.engine.keyedAnswer(command);
  if (conflicts) return reject("request.keyConflict", { call: CALLS.transfer.path });
  return boundSeq === 0 ? undefined : await firstReply(ports, command, boundSeq);
}

async function firstReply(
  ports: Ports<"listings" | "readModels">,
  command: Transfer,
  seq: number,
): Promise<Outcome<Reply>> {
  const { readModels } = ports;
  if ((await readModels.waitFor(seq, MIN_SEQ_WAIT_MS)) < seq) return reject("system.unavailable");
  const balances = await readModels.answeredBalances(command.userId, seq);
  return { ...transferReply(ports, command, seq, balances), replayed: true };
}

function transferReply(
  { listings }: Ports<"listings">,
  { assetId, from, to, amountUnits }: Transfer,
  seq: number,
  after: readonly BalanceState[],
): Reply {
  const asset = listings.asset(assetId);
  const balances = [from, to].map((wallet) => {
    const balance = after.find((state) => state.wallet === wallet && state.assetId === assetId);
    if (balance === undefined) throw new Error(`transfer ${seq} has no balance of ${wallet}`);
    return toWireBalance(balance, asset);
  });
  const { symbol, scale } = asset.spec;
  return {
    transferId: String(seq),
    asset: symbol,
    from,
    to,
    amount: formatDecimal(amountUnits, scale),
    balances,
    asOfSeq: seq,
  };
}
