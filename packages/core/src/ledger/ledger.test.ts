import { LAYOUT } from "@candor/codec/event-layouts";
import { EventCursor } from "@candor/codec/event-reader";
import { EventWriter } from "@candor/codec/event-writer";
import { LIMITS } from "@candor/domain/limits";
import { expect, test } from "vitest";
import { COIN, MAIN } from "./account-number.ts";
import { Ledger } from "./ledger.ts";
import { LedgerError } from "./ledger-error.ts";
import { forEachAccount, sumOf } from "./ledger-totals.ts";
import { UserTable } from "./user-table.ts";

const ALICE = LIMITS.firstUserId;
const BOB = LIMITS.firstUserId + 5_000;

function ledger(): Ledger {
  const users = new UserTable();
  users.open(ALICE, 0);
  users.open(BOB, 1);
  return new Ledger(users);
}

/** The accounts that the ledger emits as changed. */
function touchedAccounts(books: Ledger): number[] {
  const out = new EventWriter();
  books.emitBalanceChanges(out);
  const cursor = new EventCursor(out.words, 0, out.length);
  const accounts: number[] = [];
  const { at } = LAYOUT.balanceChanged;
  while (cursor.next())
    accounts.push(books.account(cursor.field(at.userId), cursor.field(at.wallet), cursor.field(at.assetId)));
  return accounts;
}

test("CORE-09 an account's number encodes its owner, for every wallet and asset", () => {
  const books = ledger();
  for (const userId of [ALICE, BOB])
    for (let wallet = 0; wallet < 4; wallet++)
      for (let assetId = 0; assetId < LIMITS.maxAssets; assetId++) {
        const account = books.account(userId, wallet, assetId);
        expect([books.ownerOf(account), books.walletOf(account), books.assetOf(account)]).toEqual([
          userId,
          wallet,
          assetId,
        ]);
        expect(books.total(account)).toBe(0);
        books.issue(account, 1 + wallet + assetId);
      }
  let accounts = 0;
  forEachAccount(books, (account, _user, wallet, assetId) => {
    accounts++;
    expect(books.available(account)).toBe(1 + wallet + assetId);
  });
  expect(accounts).toBe(2 * 4 * LIMITS.maxAssets);
  for (let assetId = 0; assetId < LIMITS.maxAssets; assetId++) expect(sumOf(books, assetId)).toBe(0n);
});

test("CORE-09 every posting keeps the sum of the asset at zero", () => {
  const books = ledger();
  const main = books.account(ALICE, MAIN, 3);
  const coin = books.account(ALICE, COIN, 3);
  books.issue(main, 1_000);
  books.move(main, coin, 600);
  books.hold(coin, 500);
  books.release(coin, 100);
  expect([books.available(main), books.available(coin), books.frozen(coin)]).toEqual([400, 200, 400]);
  expect(books.systemBalance("sandbox-treasury", 3)).toBe(-1_000);
  books.takeFrozen(coin, 400);
  books.give(books.account(BOB, COIN, 3), 399);
  books.giveFees(3, 1);
  expect(sumOf(books, 3)).toBe(0n);
});

test("CORE-09 a fill frees margin, freezes other, and pays or receives, all in one posting", () => {
  const books = ledger();
  const account = books.account(ALICE, COIN, 0);
  books.issue(account, 1_000);
  books.hold(account, 400);
  expect(books.settleFill(account, 300, 100, -250)).toBe(750);
  books.shiftClearing(0, 245);
  books.giveFees(0, 5);
  expect([books.available(account), books.frozen(account), sumOf(books, 0)]).toEqual([550, 200, 0n]);
  expect(books.systemBalance("clearing", 0)).toBe(245);
});

test("CORE-09 a hold of the available amount takes at most all of it, and does nothing when it is zero", () => {
  const books = ledger();
  const account = books.account(ALICE, COIN, 0);
  expect(books.holdAtMost(account, 5)).toBe(0);
  expect(touchedAccounts(books)).toEqual([]);
  books.issue(account, 10);
  expect([books.holdAtMost(account, 4), books.available(account), books.frozen(account)]).toEqual([4, 6, 4]);
  expect([books.holdAtMost(account, 7), books.available(account), books.frozen(account)]).toEqual([6, 0, 10]);
  expect(touchedAccounts(books)).toEqual([account]);
  expect([books.holdAtMost(account, 1), books.frozen(account), sumOf(books, 0)]).toEqual([0, 10, 0n]);
  expect(touchedAccounts(books)).toEqual([]);
});

test("CORE-09 a posting that would make an account negative is a broken invariant and moves nothing", () => {
  const books = ledger();
  const account = books.account(ALICE, MAIN, 0);
  const other = books.account(BOB, MAIN, 0);
  books.issue(account, 10);
  for (const posting of [
    () => books.hold(account, 11),
    () => books.hold(account, -1),
    () => books.release(account, 1),
    () => books.takeFrozen(account, 1),
    () => books.move(account, other, 11),
    () => books.give(account, -1),
    () => books.giveFees(0, -1),
    () => books.issue(account, LIMITS.maxUnits),
    () => books.hold(account, Number.NaN),
    () => books.holdAtMost(account, -1),
    () => books.holdAtMost(account, Number.NaN),
    () => books.settleFill(account, 1, 0, 0),
    () => books.settleFill(account, 0, 5, -6),
    () => books.settleFill(account, 0, -1, 0),
  ])
    expect(posting).toThrow(LedgerError);
  expect([books.available(account), books.frozen(account), sumOf(books, 0)]).toEqual([10, 0, 0n]);
});

test("CORE-09 each account that a command changed is listed once, however many there are", () => {
  const books = ledger();
  const accounts = Array.from({ length: LIMITS.maxAssets }, (_, assetId) =>
    books.account(ALICE, COIN, assetId),
  );
  for (let round = 0; round < 3; round++) for (const account of accounts) books.issue(account, 1);
  expect(touchedAccounts(books)).toEqual(accounts);
  expect(touchedAccounts(books)).toEqual([]);
  books.issue(accounts[5] as number, 1);
  expect(touchedAccounts(books)).toEqual([accounts[5]]);
});

test("CORE-09 the list of changed accounts is cleared with its command, also when exactly full", () => {
  const books = ledger();
  const accounts = Array.from({ length: 20 }, (_, assetId) => books.account(ALICE, COIN, assetId));
  for (const account of [...accounts.slice(0, 16), accounts[0] as number]) books.issue(account, 1);
  expect(touchedAccounts(books)).toEqual(accounts.slice(0, 16));
  const again = [...accounts.slice(4), ...accounts.slice(0, 4)];
  for (const account of again) books.issue(account, 1);
  expect(touchedAccounts(books)).toEqual(again);
});
