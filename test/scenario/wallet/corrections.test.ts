import type { Command } from "@candor/domain/commands/commands";
import type { CorrectBalance } from "@candor/domain/commands/correction-commands";
import { LIMITS } from "@candor/domain/limits";
import type { Units } from "@candor/money/brand";
import { expect, test } from "vitest";
import { type Outcome } from "../../support/scenario/exchange-world.ts";
import { SpotWorld } from "../../support/scenario/spot-world.ts";

let nextProposal = 1;

function correct(s: SpotWorld, name: string, fields: Partial<CorrectBalance>): Outcome {
  return s.execute({
    kind: "correct-balance",
    proposalId: nextProposal++,
    userId: s.id(name),
    wallet: "main",
    assetId: 0,
    amountUnits: 1_000_000 as Units,
    account: "fees",
    reason: "A deposit that the node did not show.",
    proposedBy: "ann",
    confirmedBy: "bob",
    ...fields,
  });
}

/** Ana and Ben have traded, so there are fees of 2 USDT and 0.001 BTC. */
function traded(): SpotWorld {
  const s = new SpotWorld();
  s.user("ana", { USDT: "5000" }).user("ben", { BTC: "5" });
  s.limit("ana", "buy", "1", "1000");
  s.market("ben", "sell", "1");
  return s;
}

test("OPS-03 two people pay a user out of fees, and the user's fund record has the reason", () => {
  const s = traded();
  s.expectBalances({
    ana: { USDT: "4000 + 0", BTC: "0.999 + 0" },
    ben: { USDT: "998 + 0", BTC: "4 + 0" },
    fees: { USDT: "2", BTC: "0.001" },
  });
  const given = correct(s, "ana", { amountUnits: 1_500_000 as Units });
  expect(given.events.slice(1, 3)).toEqual([
    {
      kind: "balance-corrected",
      correctionId: given.seq,
      proposalId: nextProposal - 1,
      userId: s.id("ana"),
      wallet: "main",
      assetId: 0,
      amountUnits: 1_500_000,
      account: "fees",
      reason: "A deposit that the node did not show.",
      proposedBy: "ann",
      confirmedBy: "bob",
    },
    {
      kind: "funds-posted",
      userId: s.id("ana"),
      wallet: "main",
      assetId: 0,
      amountUnits: 1_500_000,
      afterUnits: 1_500_000,
      record: "adjustment",
      refId: given.seq,
    },
  ]);
  s.expectBalances({
    ana: { "main USDT": "1.5 + 0", USDT: "4000 + 0", BTC: "0.999 + 0" },
    ben: { USDT: "998 + 0", BTC: "4 + 0" },
    fees: { USDT: "0.5", BTC: "0.001" },
  });
});

test("OPS-03 a wrong credit is taken back from where it is, and never from held or missing money", () => {
  const s = traded();
  s.limit("ana", "buy", "1", "990");
  const taken = (amount: number): Outcome =>
    correct(s, "ana", { wallet: "coin", account: "outside-world", amountUnits: amount as Units });
  expect(taken(-3_010_000_001)).toMatchObject({
    error: "wallet.insufficientBalance",
    params: [3_010_000_000, 0, 0],
  });
  expect(taken(-3_010_000_000).error).toBeUndefined();
  s.expectBalances({
    ana: { USDT: "0 + 990", BTC: "0.999 + 0" },
    ben: { USDT: "998 + 0", BTC: "4 + 0" },
    fees: { USDT: "2", BTC: "0.001" },
  });
  expect(s.exchange.solvencyView().assets[0]).toMatchObject({ outsideWorldUnits: 3_010_000_000 });
});

test("OPS-03 a pool can receive an account's real money, and pays none to anybody", () => {
  const s = traded();
  correct(s, "ben", { wallet: "coin", account: "option-pool", amountUnits: -900_000_000 as Units });
  correct(s, "ben", { wallet: "coin", account: "insurance", amountUnits: -50_000_000 as Units });
  expect(s.exchange.systemBalance("option-pool", 0)).toBe(900_000_000);
  expect(correct(s, "ana", { account: "option-pool", amountUnits: 1 as Units }).error).toBe(
    "wallet.amountError",
  );
  expect(correct(s, "ana", { account: "insurance", amountUnits: 50_000_001 as Units }).error).toBe(
    "wallet.amountError",
  );
  expect(correct(s, "ana", { account: "insurance", amountUnits: 50_000_000 as Units }).error).toBeUndefined();
  expect(correct(s, "ana", { account: "fees", amountUnits: 2_000_001 as Units }).error).toBe(
    "wallet.amountError",
  );
  s.expectBalances({
    ana: { "main USDT": "50 + 0", USDT: "4000 + 0", BTC: "0.999 + 0" },
    ben: { USDT: "48 + 0", BTC: "4 + 0" },
    fees: { USDT: "2", BTC: "0.001" },
  });
});

test("OPS-03 a proposal is executed once forever, also after a restart", () => {
  const s = traded();
  const proposalId = nextProposal++;
  const first = correct(s, "ana", { proposalId });
  s.restart();
  expect(correct(s, "ana", { proposalId })).toMatchObject({ error: undefined, replayedSeq: first.seq });
  expect(s.balances("ana")["main USDT"]).toBe("1 + 0");
});

test("OPS-03 the exchange itself rejects a single person, margin, bots, and corrections without a reason", () => {
  const s = traded();
  s.user("bot", {}, "labelled");
  const wrong: readonly (readonly [string, object])[] = [
    ["ana", { confirmedBy: "ann" }],
    ["ana", { confirmedBy: " ANN " }],
    ["ana", { confirmedBy: "" }],
    ["ana", { proposedBy: "a".repeat(41) }],
    ["ana", { reason: " " }],
    ["ana", { reason: "x".repeat(LIMITS.maxReasonLength + 1) }],
    ["ana", { wallet: "contract" }],
    ["ana", { account: "sandbox-treasury" }],
    ["ana", { assetId: 7 }],
    ["ana", { proposalId: 0 }],
    ["ana", { userId: 99_999 }],
    ["bot", {}],
  ];
  for (const [name, fields] of wrong)
    expect(correct(s, name, fields).error, JSON.stringify(fields)).toBe("request.parameterError");
  for (const amountUnits of [0, 0.5, LIMITS.maxUnits + 1])
    expect(correct(s, "ana", { amountUnits: amountUnits as Units }).error).toBe("wallet.amountError");
  s.expectBalances({
    ana: { USDT: "4000 + 0", BTC: "0.999 + 0" },
    ben: { USDT: "998 + 0", BTC: "4 + 0" },
    bot: {},
    fees: { USDT: "2", BTC: "0.001" },
  });
});

test("OPS-05 fees count from their command on, also for resting orders, and are emitted with their version", () => {
  const s = traded();
  s.execute({ kind: "set-site", isOpen: true, message: "" });
  s.limit("ana", "buy", "1", "1000");
  const set = s.execute({ kind: "set-market-fees", marketId: 0, makerFeePpm: 0, takerFeePpm: 10_000 });
  expect(set.events.slice(1)).toEqual([
    { kind: "market-fees-set", marketId: 0, makerFeePpm: 0, takerFeePpm: 10_000 },
    {
      kind: "setting-changed",
      setting: "fees.spot.BTCUSDT",
      version: 2,
      value: { makerFeePpm: 0, takerFeePpm: 10_000 },
    },
  ]);
  s.market("ben", "sell", "1");
  s.expectBalances({
    ana: { USDT: "3000 + 0", BTC: "1.999 + 0" },
    ben: { USDT: "1988 + 0", BTC: "3 + 0" },
    fees: { USDT: "12", BTC: "0.001" },
  });
  const again = s.execute({ kind: "set-market-fees", marketId: 0, makerFeePpm: 0, takerFeePpm: 10_000 });
  expect(again.events).toHaveLength(1);
  for (const makerFeePpm of [-1, 1_000_000, 0.5])
    expect(s.execute({ kind: "set-market-fees", marketId: 0, makerFeePpm, takerFeePpm: 0 }).error).toBe(
      "request.parameterError",
    );
});

test("OPS-05 settings keep version, value and sequence number over a restart, and replay to the same state", () => {
  const s = traded();
  // No such event before the first site setting, so that older journals replay identically.
  expect(s.status("cancel-only").events.map(({ kind }) => kind)).not.toContain("setting-changed");
  const commands: readonly Command[] = [
    { kind: "set-site", isOpen: false, message: "Zurück um 12 Uhr" },
    { kind: "set-site", isOpen: true, message: "" },
    { kind: "set-referral-rate", ratePpm: 300_000 },
    { kind: "set-market-status", marketId: 0, status: "halted" },
    { kind: "endow-pool", pool: "insurance", assetId: 0, totalUnits: 5 as Units },
  ];
  const seqs = commands.map((command) => s.execute(command).seq);
  const { settings } = s.exchange.settingsView();
  const rows = settings.map(({ setting, version, seq, value }) => [setting, version, seq, value]);
  expect(rows).toEqual([
    ["endowment.insurance.USDT", 1, seqs[4], { totalUnits: 5 }],
    ["fees.spot.BTCUSDT", 1, 3, { makerFeePpm: 1_000, takerFeePpm: 2_000 }],
    ["referral-rate", 1, seqs[2], { ratePpm: 300_000 }],
    ["site", 2, seqs[1], { isOpen: true, message: "" }],
    ["status.spot.BTCUSDT", 3, seqs[3], { status: "halted" }],
  ]);
  const before = Buffer.from(s.exchange.snapshot()).toString("hex");
  s.restart();
  expect(Buffer.from(s.exchange.snapshot()).toString("hex")).toBe(before);
  expect(s.exchange.settingsView().settings).toEqual(settings);
});
