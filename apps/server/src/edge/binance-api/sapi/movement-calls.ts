import type { DepositStatus, WithdrawalStatus } from "@candor/domain/enumerations";
import type { WireDeposit, WireWithdrawal } from "@candor/wire/chain-objects";
import type { SignedCall } from "../binance-call.ts";
import { BINANCE } from "../binance-error.ts";
import type { BinancePorts } from "../binance-ports.ts";
import { catchUp } from "../own-orders.ts";
import type { Parameters } from "../parameters.ts";
import { readCall } from "../signed-calls.ts";
import { distributions } from "./distributions.ts";
import { timeRange, writtenTime } from "./time-range.ts";
import { transfers } from "./transfers.ts";

const DAYS = 90;
const ROWS = 1_000;
/** How far a client may page into a list. */
const MAX_OFFSET = 10_000;
/** Binance's funding wallet is our `main`, for deposits and withdrawals. */
const FUNDING_WALLET = 1;
const EXTERNAL = 0;

const DEPOSIT_STATUSES: Readonly<Record<DepositStatus, number>> = {
  seen: 0,
  confirmed: 0,
  /** "Wrong deposit": an operator must review it. */
  held: 7,
  credited: 1,
  ignored: 2,
};
const COMPLETED = 6;
const WITHDRAWAL_STATUSES: Readonly<Record<WithdrawalStatus, number>> = {
  frozen: 2,
  reviewing: 2,
  approved: 4,
  signed: 4,
  broadcast: 4,
  confirmed: COMPLETED,
  returned: 3,
};

/** Deposits, withdrawals and transfers between the user's wallets. */
export function movementCalls(ports: BinancePorts): readonly SignedCall[] {
  return [
    readCall("/v1/capital/deposit/hisrec", (parameters, { session }) =>
      deposits(ports, parameters, session.userId),
    ),
    readCall("/v1/capital/withdraw/history", (parameters, { session }) =>
      withdrawals(ports, parameters, session.userId),
    ),
    readCall("/v1/asset/transfer", (parameters, { session }) => transfers(ports, parameters, session.userId)),
    readCall("/v1/asset/assetDividend", (parameters, { session }) =>
      distributions(ports, parameters, session.userId),
    ),
  ];
}

function pageOf(parameters: Parameters) {
  const offset = parameters.integer("offset") ?? 0;
  if (offset > MAX_OFFSET) throw BINANCE.range("offset");
  return { offset, limit: parameters.limit(ROWS, ROWS) };
}

/** Filters a list by coin and status. */
function filtersOf(parameters: Parameters) {
  const coin = parameters.text("coin")?.toUpperCase();
  const status = parameters.integer("status");
  return (row: { readonly coin: string; readonly status: number }): boolean =>
    (coin ?? row.coin) === row.coin && (status ?? row.status) === row.status;
}

function deposits({ funding, nowMs }: BinancePorts, parameters: Parameters, userId: number) {
  const { sinceMs, untilMs } = timeRange(parameters, nowMs(), DAYS);
  const { offset, limit } = pageOf(parameters);
  const txId = parameters.text("txId");
  return funding.chains
    .depositsOf(userId, Number.MAX_SAFE_INTEGER)
    .filter(({ createdAtMs }) => createdAtMs >= sinceMs && createdAtMs < untilMs)
    .filter(({ txHash }) => (txId ?? txHash) === txHash)
    .map((deposit) => depositView(funding.movements.deposit(deposit)))
    .filter(filtersOf(parameters))
    .slice(offset, offset + limit);
}

function depositView(deposit: WireDeposit) {
  const { confirmations, confirmationsRequired: required, status, updatedAtMs } = deposit;
  return {
    id: deposit.depositId,
    amount: deposit.amount,
    coin: deposit.asset,
    network: deposit.chain,
    status: DEPOSIT_STATUSES[status],
    address: deposit.address,
    addressTag: "",
    txId: deposit.txHash,
    insertTime: deposit.createdAtMs,
    ...(status === "credited" ? { completeTime: updatedAtMs } : {}),
    transferType: EXTERNAL,
    confirmTimes: `${Math.min(confirmations, required)}/${required}`,
    unlockConfirm: required,
    walletType: FUNDING_WALLET,
  };
}

async function withdrawals(ports: BinancePorts, parameters: Parameters, userId: number) {
  const { funding, nowMs, readModels } = ports;
  const { offset, limit } = pageOf(parameters);
  const range = timeRange(parameters, nowMs(), DAYS);
  // The client's own withdrawal id. Keys cannot request withdrawals, so none has one.
  if (parameters.text("withdrawOrderId") !== undefined) return [];
  const ids = parameters.text("idList")?.split(",");
  await catchUp(ports);
  const records = await readModels.withdrawals({ userId, ...range }, MAX_OFFSET + ROWS);
  return records
    .map((record) => withdrawalView(funding.movements.describe({ state: record, steps: record.steps })))
    .filter(({ id }) => ids?.includes(id) !== false)
    .filter(filtersOf(parameters))
    .slice(offset, offset + limit);
}

/** The amount is net of the fee, which was taken in addition. */
function withdrawalView(withdrawal: WireWithdrawal) {
  const { reason, status, txHash } = withdrawal;
  return {
    id: withdrawal.withdrawalId,
    amount: withdrawal.net,
    transactionFee: withdrawal.fee,
    coin: withdrawal.asset,
    status: WITHDRAWAL_STATUSES[status],
    address: withdrawal.address,
    txId: txHash ?? "",
    applyTime: writtenTime(withdrawal.createdAtMs),
    network: withdrawal.chain,
    transferType: EXTERNAL,
    info: reason ?? "",
    confirmNo: withdrawal.confirmations,
    walletType: FUNDING_WALLET,
    txKey: "",
    ...(status === "confirmed" ? { completeTime: writtenTime(withdrawal.updatedAtMs) } : {}),
  };
}
