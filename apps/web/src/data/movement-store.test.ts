import type { WireDeposit, WireWithdrawal } from "@candor/wire/chain-objects";
import { expect, test } from "vitest";
import { MovementStore, mergeDeposits, newerOf, type ReceivedValue } from "./movement-store.ts";
import { Pulse } from "./pulse.ts";
import type { BoundMessage, PrivateMessage } from "./socket-messages.ts";

const DEPOSIT: WireDeposit = {
  depositId: "d-1",
  asset: "USDT",
  chain: "evm-31337",
  chainName: "Development chain",
  amount: "500.000000",
  address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  txHash: `0x${"4c".repeat(32)}`,
  status: "seen",
  result: "in-progress",
  confirmations: 0,
  confirmationsRequired: 3,
  reason: null,
  note: null,
  createdAtMs: 1_000,
  updatedAtMs: 1_000,
};

const WITHDRAWAL: WireWithdrawal = {
  withdrawalId: "w-204",
  asset: "USDT",
  chain: "evm-31337",
  chainName: "Development chain",
  amount: "100.000000",
  fee: "1.000000",
  net: "99.000000",
  address: "0x52908400098527886E0F7030069857D2E4169EE7",
  txHash: null,
  status: "frozen",
  result: "in-progress",
  confirmations: 0,
  confirmationsRequired: 3,
  reason: null,
  holdReason: null,
  holdUntilMs: null,
  promisedByMs: 28_801_000,
  createdAtMs: 1_000,
  updatedAtMs: 1_000,
  steps: [{ status: "frozen", timeMs: 1_000 }],
};

/** A store with a fake socket and a settable clock. */
function listening() {
  let nowMs = 0;
  let tell: (message: PrivateMessage) => void = () => undefined;
  let bind: (message: BoundMessage) => void = () => undefined;
  const client = {
    onPrivate: (listener: typeof tell) => {
      tell = listener;
      return () => true;
    },
    onBound: (listener: typeof bind) => {
      bind = listener;
      return () => true;
    },
  };
  let isCurrent = true;
  const store = new MovementStore(
    client,
    new Pulse(),
    () => isCurrent,
    () => nowMs,
  );
  return {
    deposit: (atMs: number, asOfSeq: number, change: Partial<WireDeposit>) => {
      nowMs = atMs;
      tell({ type: "deposit", data: { deposit: { ...DEPOSIT, ...change }, asOfSeq, timeMs: atMs } });
    },
    withdrawal: (atMs: number, asOfSeq: number, change: Partial<WireWithdrawal>) => {
      nowMs = atMs;
      tell({ type: "withdrawal", data: { withdrawal: { ...WITHDRAWAL, ...change }, asOfSeq, timeMs: atMs } });
    },
    bind: (isPrivate: boolean) =>
      bind({ uid: "7", private: isPrivate, error: null, channels: [], asOfSeq: 1, serverTimeMs: 1 }),
    leave: () => {
      isCurrent = false;
    },
    view: () => {
      store.publish();
      return store.getSnapshot();
    },
  };
}

const counted = (deposits: readonly WireDeposit[]) =>
  deposits.map(({ depositId, confirmations }) => `${depositId} ${confirmations}`);

test("WEB-62 confirmations move a listed deposit although the journal stands still; what the list already knew moves nothing", () => {
  const socket = listening();
  const list = { value: [{ ...DEPOSIT, confirmations: 1 }], asOfSeq: 0, requestedAtMs: 100 };
  socket.deposit(90, 20, { confirmations: 0 });
  expect(counted(mergeDeposits(list, socket.view().deposits))).toEqual(["d-1 1"]);
  socket.deposit(110, 20, { confirmations: 2 });
  expect(counted(mergeDeposits(list, socket.view().deposits))).toEqual(["d-1 2"]);
  socket.deposit(120, 20, { confirmations: 3, status: "confirmed" });
  expect(counted(mergeDeposits(list, socket.view().deposits))).toEqual(["d-1 3"]);
});

test("WEB-62 a deposit that is seen after the list was asked for stands above it; an older one that the list lacks is gone", () => {
  const socket = listening();
  const list = { value: [DEPOSIT], asOfSeq: 0, requestedAtMs: 100 };
  socket.deposit(50, 10, { depositId: "d-reorganised", createdAtMs: 900 });
  socket.deposit(150, 11, { depositId: "d-2", createdAtMs: 2_000 });
  expect(counted(mergeDeposits(list, socket.view().deposits))).toEqual(["d-2 0", "d-1 0"]);
});

test("WEB-62 of a withdrawal the higher sequence number stands, whichever came first", () => {
  const socket = listening();
  const answered = { value: WITHDRAWAL, asOfSeq: 30, requestedAtMs: 100 };
  const latest = () => newerOf(answered, socket.view().withdrawals.get("w-204")).status;
  socket.withdrawal(200, 29, { status: "reviewing" });
  expect(latest()).toBe("frozen");
  socket.withdrawal(210, 31, { status: "approved" });
  expect(latest()).toBe("approved");
  socket.withdrawal(220, 30, { status: "frozen" });
  expect(latest()).toBe("approved");
  const before: ReceivedValue<WireWithdrawal> = { value: WITHDRAWAL, asOfSeq: 31, receivedAtMs: 50 };
  expect(
    newerOf({ value: { ...WITHDRAWAL, status: "signed" }, asOfSeq: 40, requestedAtMs: 60 }, before).status,
  ).toBe("signed");
});

test("WEB-62 only a private bind means that something may have been missed; what comes for another user is not this one's", () => {
  const socket = listening();
  socket.bind(false);
  expect(socket.view().binds).toBe(0);
  socket.bind(true);
  expect(socket.view().binds).toBe(1);
  socket.leave();
  socket.bind(true);
  socket.deposit(10, 5, {});
  socket.withdrawal(10, 5, {});
  expect(socket.view().binds).toBe(1);
  expect(socket.view().deposits.size + socket.view().withdrawals.size).toBe(0);
});
