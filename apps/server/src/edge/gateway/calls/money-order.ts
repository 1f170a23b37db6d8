import { withdrawalSeqOf } from "@candor/domain/fund-ids";
import { formatDecimal } from "@candor/money/decimal";
import type { CallReply, CallRequest } from "@candor/wire/calls";
import type { WireDeposit } from "@candor/wire/chain-objects";
import { type Outcome, reject } from "@candor/wire/rejection";
import type { Listings } from "../../../market/market-data/listings.ts";
import type { FundRecord } from "../../../records/projections/queries/fund-records.ts";
import { type CallHandler, userOf } from "../call-context.ts";
import type { Ports } from "../dependencies.ts";
import { describeRecords } from "./describe-records.ts";
import { MIN_SEQ_WAIT_MS } from "./min-seq-wait.ts";

const MAX_RECORDS = 20;
/** Id of something that a command of the exchange did: the command's sequence number. */
const SEQ = /^[1-9][0-9]{0,15}$/;
/** Source of play money for assets on no chain. */
const TREASURY = { chain: "sandbox", chainName: "Sandbox", address: "sandbox-treasury" } as const;

type Order = CallReply<"getOrder">["order"];

interface Found {
  readonly order: Order;
  readonly records: readonly FundRecord[];
}

/**
 * Returns one deposit, withdrawal, transfer or conversion of the caller, with its ledger entries. The order itself
 * comes from chain and exchange, which are ahead of the read models; its entries are read once those have caught up.
 */
export function moneyOrder(
  ports: Ports<"engine" | "funding" | "listings" | "readModels">,
): CallHandler<"getOrder"> {
  const { engine, readModels } = ports;
  return async (request, context): Promise<Outcome<CallReply<"getOrder">>> => {
    const userId = userOf(context);
    const asOfSeq = await readModels.waitFor(
      Math.max(request.minSeq ?? 0, engine.durableSeq),
      MIN_SEQ_WAIT_MS,
    );
    const found = await findMoneyOrder(ports, userId, request);
    if (found === undefined) return reject("request.unknownId");
    const { order, records } = found;
    const shown = records.slice(0, MAX_RECORDS);
    return {
      order,
      records: await describeRecords(ports, userId, shown, context.language),
      asOfSeq,
    };
  };
}

/** Returns one movement of the caller's money, or `undefined` if there is none of this kind with this number. */
export async function findMoneyOrder(
  ports: Ports<"engine" | "funding" | "listings" | "readModels">,
  userId: number,
  { kind, id }: CallRequest<"getOrder">,
): Promise<Found | undefined> {
  switch (kind) {
    case "deposit":
      return SEQ.test(id) ? treasuryDeposit(ports, userId, Number(id)) : depositOf(ports, userId, id);
    case "withdrawal":
      return withdrawalOf(ports, userId, id);
    case "transfer":
      return SEQ.test(id) ? transferOf(ports, userId, Number(id)) : undefined;
    case "convert":
      return SEQ.test(id) ? conversionOf(ports, userId, Number(id)) : undefined;
  }
}

async function depositOf(
  { engine, funding, readModels }: Ports<"engine" | "funding" | "readModels">,
  userId: number,
  depositId: string,
): Promise<Found | undefined> {
  const deposit = funding.chains.deposit(depositId);
  if (deposit?.userId !== userId) return undefined;
  const order = funding.movements.deposit(deposit);
  const { creditSeq } = deposit;
  if (creditSeq === 0) return { order, records: [] };
  await readModels.waitFor(engine.durableSeq, MIN_SEQ_WAIT_MS);
  const records = await readModels.fundRecordsOfReference(userId, creditSeq);
  return {
    order,
    records: records.filter(({ kind }) => kind === "deposit"),
  };
}

async function withdrawalOf(
  { engine, funding, readModels }: Ports<"engine" | "funding" | "readModels">,
  userId: number,
  id: string,
): Promise<Found | undefined> {
  const seq = withdrawalSeqOf(id);
  if (seq === undefined) return undefined;
  const withdrawal = await funding.find(userId, seq);
  if (withdrawal === undefined) return undefined;
  const order = funding.movements.describe(withdrawal);
  await readModels.waitFor(engine.durableSeq, MIN_SEQ_WAIT_MS);
  const records = await readModels.fundRecordsOfReference(userId, seq);
  return {
    order,
    records: records.filter(({ kind }) => kind.startsWith("withdrawal")),
  };
}

async function transferOf(
  { listings, readModels }: Ports<"listings" | "readModels">,
  userId: number,
  seq: number,
): Promise<Found | undefined> {
  const records = await readModels.fundRecordsOfReference(userId, seq);
  const left = records.find(({ kind }) => kind === "transfer-out");
  const reached = records.find(({ kind }) => kind === "transfer-in");
  if (left === undefined || reached === undefined) return undefined;
  const { symbol, scale } = listings.asset(reached.assetId).spec;
  return {
    order: {
      transferId: String(seq),
      asset: symbol,
      from: left.wallet,
      to: reached.wallet,
      amount: formatDecimal(reached.amountUnits, scale),
      createdAtMs: reached.timeMs,
    },
    records: [left, reached],
  };
}

async function conversionOf(
  { listings, readModels }: Ports<"listings" | "readModels">,
  userId: number,
  seq: number,
): Promise<Found | undefined> {
  const found = await readModels.conversion(userId, seq);
  if (found === undefined) return undefined;
  const from = listings.asset(found.fromAssetId).spec;
  const to = listings.asset(found.toAssetId).spec;
  const records = await readModels.fundRecordsOfReference(userId, seq);
  return {
    order: {
      convertId: String(seq),
      wallet: found.wallet,
      fromAsset: from.symbol,
      fromAmount: formatDecimal(found.paidUnits, from.scale),
      toAsset: to.symbol,
      toAmount: formatDecimal(found.receivedUnits, to.scale),
      createdAtMs: found.timeMs,
    },
    records: records.filter(({ kind }) => kind === "convert"),
  };
}

/** Returns play money from the sandbox treasury as a deposit. */
async function treasuryDeposit(
  { listings, readModels }: Ports<"listings" | "readModels">,
  userId: number,
  seq: number,
): Promise<Found | undefined> {
  const records = await readModels.fundRecordsOfReference(userId, seq);
  const gift = records.find(({ kind }) => kind === "faucet");
  return gift === undefined ? undefined : { order: toWireGift(gift, listings), records: [gift] };
}

function toWireGift(gift: FundRecord, listings: Listings): WireDeposit {
  const { symbol, scale } = listings.asset(gift.assetId).spec;
  return {
    depositId: String(gift.refId),
    asset: symbol,
    ...TREASURY,
    amount: formatDecimal(gift.amountUnits, scale),
    txHash: null,
    status: "credited",
    result: "success",
    confirmations: 0,
    confirmationsRequired: 0,
    reason: null,
    note: null,
    createdAtMs: gift.timeMs,
    updatedAtMs: gift.timeMs,
  };
}
