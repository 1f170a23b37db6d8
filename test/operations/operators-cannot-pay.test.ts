import { randomInt } from "node:crypto";
import { COMMAND_TEXTS } from "@candor/server/operators/protocol/command-texts";
import { ROLES } from "@candor/server/operators/protocol/roles";
import { SETTING_FORMS } from "@candor/server/operators/settings/setting-forms";
import { mulberry32, type RandomSource } from "@candor/simulator/order-flow-random";
import type { CallReply } from "@candor/wire/calls";
import { expect, test } from "vitest";
import { accepted } from "../support/wire/gateway-under-test.ts";
import { LEVER, OperatorsWorld, PLAN, TERMS } from "./operators-world.ts";

const SEED = Number(process.env.OPS_SEED ?? randomInt(2 ** 31));
console.log(`what operators can pay: OPS_SEED=${SEED}`);
const COMMANDS = 250;
const HOUR_MS = 3_600_000;
const USDT_UNITS = 1_000_000;

const WORDS = Object.keys(COMMAND_TEXTS);
/** Commands that give access or funds or confirm them: tried as often as all others together. */
const GREEDY = [
  "setting set",
  "setting set",
  "setting set",
  "setting confirm",
  "operator invite",
  "operator reset",
  "operator roles",
  "operator confirm",
  "correction propose",
  "correction confirm",
];

const pick = <T>(random: RandomSource, list: readonly T[]): T => list[random.below(list.length)] as T;

const amount = (random: RandomSource): string =>
  pick(random, ["0", "0.01", "1", "5", "20", "99.9", "101", "125", "1000", "1000000", "999999999999"]);
const ppm = (random: RandomSource): number => pick(random, [0, 1, 10_000, 250_000, 850_000, 1_000_000]);
const count = (random: RandomSource): number => pick(random, [0, 1, 5, 50, 200, 10_000, 86_400_000]);

/** A value for each setting's form, close to or far from the current one. */
const VALUES: Readonly<
  Record<keyof typeof SETTING_FORMS, (random: RandomSource) => readonly [string, object]>
> = {
  status: (random) => ["status.spot.BTCUSDT", { status: pick(random, ["trading", "cancel-only", "halted"]) }],
  fees: (random) => {
    const fee = () => pick(random, [0, 500, 1_000, 2_000, 10_000, 10_001]);
    return ["fees.spot.BTCUSDT", { makerFeePpm: fee(), takerFeePpm: fee() }];
  },
  funding: (random) => ["funding.BTCUSDT", { interestPpm: count(random), fundingCapPpm: ppm(random) }],
  "withdrawal-fee": (random) => ["withdrawal-fee.evm-1.USDT", { fee: amount(random) }],
  lever: (random) => {
    const limit = () => amount(random);
    const changed = {
      leverages: pick(random, [[2], [2, 3], [2, 3, 5, 10]]),
      baseHourlyPpm: pick(random, [0, 10, 200]),
      quoteUserLimit: limit(),
      quotePairLimit: limit(),
    };
    return ["lever.BTCUSDT", { ...LEVER, ...(random.chance(0.7) ? changed : {}) }];
  },
  "mining-plan": (random) => {
    const changed: Record<string, unknown> = {
      price: amount(random),
      totalOutput: amount(random),
      durationDays: count(random),
      stock: count(random),
      limitPerUser: pick(random, [1, 20, 200]),
      refundPpm: ppm(random),
    };
    const fields = Object.entries(changed).filter(() => random.chance(0.2));
    const price = 1 + random.below(200);
    const yielding = {
      price: String(price),
      totalOutput: String(price * pick(random, [1, 1.01, 1.1, 1.25, 1.5])),
    };
    const terms = random.chance(0.7) ? yielding : {};
    return [`mining-plan.${random.below(3)}`, { ...PLAN, ...terms, ...Object.fromEntries(fields) }];
  },
  "option-terms": (random) => {
    const durations = [5, 60].map((durationSeconds) => ({ durationSeconds, payoutPpm: ppm(random) }));
    const offers = [{ symbol: "BTCUSDT", durations: random.chance(0.5) ? durations : durations.slice(1) }];
    const caps = { maxStake: amount(random), userCap: amount(random), poolCap: amount(random) };
    return ["option-terms", { ...TERMS, ...(random.chance(0.5) ? caps : {}), offers }];
  },
  "referral-rate": (random) => ["referral-rate", { ratePpm: ppm(random) }],
  "withdrawal-rules": (random) => [
    "withdrawal-rules",
    Object.fromEntries(
      Object.keys(SETTING_FORMS["withdrawal-rules"].shape).map((name) => [name, count(random)]),
    ),
  ],
  endowment: (random) => [
    `endowment.${pick(random, ["insurance", "option-pool", "mining-reserve", "lending-pool"])}.USDT`,
    { total: amount(random) },
  ],
};

/** Runs a random command; its target and input are usually valid. */
async function tryCommand(world: OperatorsWorld, random: RandomSource): Promise<void> {
  const words = random.chance(0.5) ? pick(random, GREEDY) : pick(random, WORDS);
  // Site and content commands are out of scope: this world has no site.
  if (words.startsWith("content ") || words === "site close") return;
  const [kind] = words.split(" ");
  if (words === "setting set") {
    const [setting, value] = pick(random, Object.values(VALUES))(random);
    return await world.ask(words, setting, value);
  }
  if (kind === "operator" && words !== "operator confirm") {
    // An operator who is locked out stops trying.
    const name = pick(random, ["pip", "pup", "honor", "honor"]);
    const roles = pick(random, [["finance"], ["owner"], ["risk", "finance"], ["owner", "finance"]]);
    const input = { "operator invite": { roles }, "operator roles": { roles }, "operator reset": {} }[words];
    return await world.ask(words, name, input);
  }
  const user = String(pick(random, world.userIds));
  if (words === "correction propose") {
    const account = pick(random, ["insurance", "fees", "outside-world", "option-pool"]);
    const wallet = pick(random, ["main", "coin", "option"]);
    const input = { wallet, asset: "USDT", amount: pick(random, ["100", "100000", "-5"]), account };
    return await world.ask(words, user, input);
  }
  const isDecision = words.endsWith(" confirm") || words === "proposal refuse";
  const newest = world.office.exchange.settings.proposals.all().length;
  const target = isDecision
    ? String(newest - random.below(Math.min(newest, 12)))
    : pick(random, [user, `${user}/coin`, ""]);
  await world.ask(words, target, undefined);
}

async function run(world: OperatorsWorld, random: RandomSource): Promise<void> {
  for (let n = 0; n < COMMANDS; n++) {
    await tryCommand(world, random);
    if (random.chance(0.3)) await world.act();
    if (random.chance(0.08)) await world.pass(random.below(30) * HOUR_MS);
  }
  await world.pass(48 * HOUR_MS);
  for (let n = 0; n < 60; n++) await world.act();
  // Pay out what machines have mined by then.
  await world.pass(20 * 24 * HOUR_MS);
  for (const userId of world.userIds)
    await world.office.exchange.engine.execute({ kind: "claim-mining", userId, minerId: 0, key: "" });
}

/** @returns each user's excess over the maximum, in USDT; negative if below */
async function excess(world: OperatorsWorld): Promise<readonly number[]> {
  const found: number[] = [];
  for (const userId of world.userIds)
    found.push(((await world.wealthUnits(userId)) - world.mostUnits(userId)) / USDT_UNITS);
  return found;
}

/** Whether an honest operator, who confirms nothing, is also an owner, or could only confirm financial changes. */
const HONEST = [
  ["an honest owner", ["owner", "risk", "finance"]],
  ["an honest colleague", ["risk", "finance"]],
] as const;

test.each(ROLES.flatMap((role) => HONEST.map(([who, roles]) => [role, who, roles] as const)))(
  "OPS-05 one operator with the role %s next to %s, with any attempts and invitations, gives no user more than the terms allow",
  async (role, who, roles) => {
    const random = mulberry32(SEED + ROLES.indexOf(role) * 2 + Number(who === HONEST[0][0]));
    const world = await OperatorsWorld.found(random);
    try {
      await world.seat("rogue", role);
      await world.office.operator("honor", ...roles);
      await run(world, random);
      const log = `seed ${SEED}:\n${world.done.join("\n")}`;
      expect(world.better, log).toEqual([]);
      expect(Math.max(...(await excess(world))), log).toBeLessThan(0.01);
      const { proposals } = world.office.exchange.settings;
      const confirmed = proposals.all().filter(({ decided }) => decided?.decision === "confirmed");
      expect(confirmed, log).toEqual([]);
    } finally {
      await world.office.close();
    }
  },
  120_000,
);

test("OPS-05 two colluding operators gain within the core's bounds or by corrections, and all of it is published with both names", async () => {
  const random = mulberry32(SEED + ROLES.length);
  const world = await OperatorsWorld.found(random);
  try {
    await world.seat("eve", "owner", "risk", "finance");
    await world.seat("dan", "owner", "risk", "finance");
    await run(world, random);
    const visitor = world.office.exchange.client();
    const { proposals } = world.office.exchange.settings;
    const confirmed = proposals.all().filter(({ decided }) => decided?.decision === "confirmed");
    const log = `seed ${SEED}:\n${world.done.join("\n")}`;
    const published: number[] = [];
    for (let before: number | null | undefined; before !== null; ) {
      const page: CallReply<"decisions"> = accepted(
        await visitor.call("decisions", { limit: 100, ...(before !== undefined && { before }) }),
      );
      for (const { decision, proposedBy, confirmedBy } of page.list) {
        published.push(decision);
        expect(proposedBy, log).not.toBe("");
        expect(confirmedBy.toLowerCase(), log).not.toBe(proposedBy.toLowerCase());
      }
      before = page.next;
    }
    expect(published.length, log).toBeGreaterThan(0);
    expect(published).toEqual(confirmed.map(({ proposalId }) => proposalId));
    // Whatever they raised: no machine sold yields more than 1.25 times its price, and no option was better than even
    // odds.
    for (const userId of world.userIds) {
      const { miners } = await world.office.exchange.engine.miningView(userId);
      for (const { priceUnits, totalOutputUnits } of miners)
        expect(totalOutputUnits, log).toBeLessThanOrEqual(priceUnits * 1.25);
    }
  } finally {
    await world.office.close();
  }
}, 120_000);
