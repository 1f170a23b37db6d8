import { Exchange } from "@candor/core/exchange/exchange";
import type { LimitCommand } from "@candor/domain/commands/setting-commands";
import { NEWEST_RULES, RULES } from "@candor/domain/rules";
import { BY_CONFIGURATION, NOTICE_MS } from "@candor/domain/setting-limits";
import type { Units } from "@candor/money/brand";
import { expect, test } from "vitest";
import { MiningWorld, PLAN } from "../../support/scenario/mining-world.ts";

const GENEROUS = { ...PLAN, price: "1", totalOutput: "1000000", durationDays: 1, stock: 9, limitPerUser: 9 };

function world(rules: number = NEWEST_RULES): MiningWorld {
  const s = new MiningWorld("5000000");
  s.execute({ kind: "set-site", isOpen: true, message: "" });
  s.adoptRules(rules);
  s.execute(rate(200_000));
  return s.saver("ana", "1000");
}

const plan = (fields: Partial<typeof PLAN>, planId = 0): LimitCommand => ({
  kind: "set-mining-plan",
  planId,
  plan: { ...PLAN, ...fields },
});
const rate = (ratePpm: number): LimitCommand => ({ kind: "set-referral-rate", ratePpm });

const announce = (s: MiningWorld, command: LimitCommand, proposedBy = "ann", confirmedBy = "bob") =>
  s.execute({
    kind: "announce-setting",
    command,
    proposalId: 1,
    reason: "tariff of May",
    proposedBy,
    confirmedBy,
  });

const inForce = (s: MiningWorld) => s.exchange.miningView().plans.map(({ spec }) => spec);
const eventKinds = ({ events }: { readonly events: readonly { readonly kind: string }[] }) =>
  events.map((event) =>
    event.kind === "announcement-ended" && "end" in event ? `${event.kind} ${String(event.end)}` : event.kind,
  );

test("OPS-12 under the older rules a plan that pays a million a day for 1 is on sale with one command", () => {
  const s = world(RULES.announcedRaises - 1);
  expect(s.execute(plan(GENEROUS)).error).toBeUndefined();
  expect(s.execute(plan(GENEROUS, 1)).error).toBeUndefined();
  expect(s.execute(rate(1_000_000)).error).toBeUndefined();
  expect(inForce(s)).toHaveLength(2);
});

test("OPS-12 the core rejects immediate changes that pay out more, and applies stricter ones at once", () => {
  const s = world();
  for (const raise of [
    plan({ totalOutput: "102" }),
    plan({ price: "99" }),
    plan({ durationDays: PLAN.durationDays - 1 }),
    plan({ stock: PLAN.stock + 1 }),
    plan({ limitPerUser: PLAN.limitPerUser + 1 }),
    plan({ refundPpm: PLAN.refundPpm + 1 }),
    plan({}, 1),
    rate(200_001),
    { kind: "set-market-fees", marketId: 0, makerFeePpm: 9_999, takerFeePpm: 9_999 },
    { kind: "endow-pool", pool: "mining-reserve", assetId: 0, totalUnits: 5_000_001_000_000 as Units },
  ] as const)
    expect(s.execute(raise).error, JSON.stringify(raise)).toBe("request.parameterError");
  expect(s.execute(plan({ stock: 1, limitPerUser: 1, name: "Two" })).error).toBeUndefined();
});

const WORSE = [
  plan({ price: "100.000001" }),
  plan({ price: "9999", totalOutput: "100", durationDays: 3_650, refundPpm: 0 }),
  plan({ totalOutput: "100.999999" }),
  plan({ durationDays: PLAN.durationDays + 1 }),
  plan({ refundPpm: PLAN.refundPpm - 1 }),
  rate(199_999),
];

test("OPS-12 terms that give people less for their money do not count at once: a purchase meanwhile gets the shown terms", () => {
  for (const worse of WORSE) {
    const s = world();
    const name = JSON.stringify(worse);
    expect(s.execute(worse).error, name).toBe("request.parameterError");
    expect(announce(s, worse).error, name).toBeUndefined();
    s.wait(NOTICE_MS - 1);
    expect(s.buy("ana").error).toBeUndefined();
    s.expectBalances({ ana: { "main USDT": "900 + 0" } });
    s.recycle("ana", 1);
    s.expectBalances({ ana: { "main USDT": "990 + 0" } });
    expect(eventKinds(s.wait(1)), name).toContain("announcement-ended in-force");
  }
});

test("OPS-12 under the older rules worse terms count at once", () => {
  const s = world(RULES.announcedRaises - 1);
  for (const worse of WORSE) expect(s.execute(worse).error).toBeUndefined();
});

test("OPS-12 an announcement by two people takes effect a day later, with the first command of that moment, and never before", () => {
  const s = world();
  const announced = announce(s, plan({ totalOutput: "120" }));
  expect(eventKinds(announced)).toEqual(["executed", "setting-announced"]);
  expect(s.exchange.settingsView().announced).toMatchObject([
    { setting: "mining-plan.0", fromMs: s.timeMs + NOTICE_MS, proposedBy: "ann", confirmedBy: "bob" },
  ]);
  expect(eventKinds(s.wait(NOTICE_MS - 1))).not.toContain("setting-changed");
  expect(inForce(s)).toMatchObject([{ totalOutput: "101" }]);
  s.timeMs += 1;
  // A purchase at that time gets the announced terms.
  const bought = s.buy("ana");
  expect(eventKinds(bought).slice(0, 4)).toEqual([
    "executed",
    "mining-plan-changed",
    "setting-changed",
    "announcement-ended in-force",
  ]);
  expect(s.exchange.settingsView().announced).toEqual([]);
  expect(inForce(s)).toMatchObject([{ totalOutput: "120" }]);
});

test("OPS-12 an announcement needs two names, and ends when it is withdrawn, replaced, or its setting is set in between", () => {
  const s = world();
  for (const [first, second] of [
    ["ann", "Ann"],
    ["", "bob"],
  ] as const)
    expect(announce(s, rate(300_000), first, second).error).toBe("request.parameterError");
  expect(announce(s, rate(300_000), BY_CONFIGURATION, BY_CONFIGURATION).error).toBeUndefined();
  expect(eventKinds(announce(s, rate(300_000)))).toEqual(["executed"]);
  s.wait(NOTICE_MS / 2);
  // A different change: its notice period restarts.
  expect(eventKinds(announce(s, rate(400_000)))).toEqual([
    "executed",
    "announcement-ended replaced",
    "setting-announced",
  ]);
  s.wait(NOTICE_MS - 1);
  expect(s.execute({ kind: "withdraw-announcement", setting: "referral-rate" }).error).toBeUndefined();
  expect(s.execute({ kind: "withdraw-announcement", setting: "referral-rate" }).error).toBe(
    "request.parameterError",
  );
  announce(s, plan({ totalOutput: "120" }));
  expect(eventKinds(s.execute(plan({ stock: 1 })))).toContain("announcement-ended dropped");
  expect(eventKinds(s.wait(2 * NOTICE_MS))).not.toContain("setting-changed");
  expect(s.exchange.exchangeView().referralRatePpm).toBe(200_000);
  expect(inForce(s)).toMatchObject([{ totalOutput: "101", stock: 1 }]);
});

test("OPS-13 a plan that pays out more than a fixed multiple of its price is always rejected", () => {
  const s = world();
  for (const excess of [
    plan(GENEROUS),
    plan({ price: "100", totalOutput: "125.000001" }),
    plan({ price: "1", totalOutput: "2" }, 1),
    rate(500_001),
  ]) {
    expect(announce(s, excess).error, JSON.stringify(excess)).toBe("request.parameterError");
    expect(s.execute(excess).error).toBe("request.parameterError");
  }
  expect(announce(s, plan({ price: "100", totalOutput: "125" })).error).toBeUndefined();
  expect(announce(s, rate(500_000)).error).toBeUndefined();
});

test("OPS-12 announcements are in the snapshot, and take effect after it at the same moment", () => {
  const s = world();
  announce(s, rate(300_000));
  announce(s, plan({ totalOutput: "120" }));
  const restored = Exchange.restore(s.exchange.snapshot());
  expect(restored.settingsView()).toEqual(s.exchange.settingsView());
  expect(restored.settingsView().announced.map(({ setting }) => setting)).toEqual([
    "referral-rate",
    "mining-plan.0",
  ]);
});

test("OPS-12 before the first trade an exchange is being founded, and its configuration counts at once", () => {
  const s = new MiningWorld("100");
  s.adoptRules(NEWEST_RULES);
  expect(s.plan(1).error).toBeUndefined();
  s.saver("ana", "1000");
  expect(s.plan(2).error).toBe("request.parameterError");
});

test("OPS-15 the core takes no name of a plan and no reason that hides something; under the older rules it does", () => {
  for (const hiding of ["S\u202exyz", "A\u200bB", "A\nB", "A\u0000B", "A\u2066B\u2069", "A\ud800"]) {
    const s = world();
    const name = JSON.stringify(hiding);
    expect(s.execute(plan({ name: hiding })).error, name).toBe("request.parameterError");
    expect(announce(s, plan({ name: hiding, stock: 9 })).error, name).toBe("request.parameterError");
    const announcement = {
      command: plan({ stock: 9 }),
      proposalId: 1,
      proposedBy: "ann",
      confirmedBy: "bob",
    };
    const hidden = s.execute({ kind: "announce-setting", ...announcement, reason: hiding });
    expect(hidden.error, name).toBe("request.parameterError");
    const correction = {
      kind: "correct-balance",
      proposalId: 1,
      userId: s.id("ana"),
      wallet: "main",
      assetId: 0,
      amountUnits: -1 as Units,
      account: "insurance",
      reason: hiding,
      proposedBy: "ann",
      confirmedBy: "bob",
    } as const;
    expect(s.execute(correction).error, name).toBe("request.parameterError");
    s.expectBalances({ ana: { "main USDT": "1000 + 0" } });
    const before = world(RULES.visibleTexts - 1);
    expect(before.execute(plan({ name: hiding })).error, name).toBeUndefined();
    expect(before.execute({ ...correction, userId: before.id("ana") }).error, name).toBeUndefined();
  }
  const s = world();
  for (const name of ["👩‍👩‍👧 ❤️", "Αδα 陳大文 Ада"]) expect(s.execute(plan({ name })).error).toBeUndefined();
});
