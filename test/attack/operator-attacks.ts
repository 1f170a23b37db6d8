import { ConsoleSession } from "../support/console/console-session.ts";
import type { Arena } from "./arena.ts";
import { type Attack, expectAttackFails } from "./attack.ts";

const STOLEN = "100";

/** Signs up the exchange's owner, who is dishonest from here on, for the first attack. */
async function ownerOf(arena: Arena): Promise<ConsoleSession> {
  arena.owner ??= (async () => {
    const owner = new ConsoleSession(arena.url);
    await owner.join(arena.foundingLink(), "alice");
    return owner;
  })();
  return await arena.owner;
}

const oneOwnerTwoPeople: Attack = {
  name: "one-owner-two-people",
  goal: "confirm one's own correction as an operator that one has invited oneself",
  async run(arena) {
    const victim = await arena.person();
    const { id } = await victim.ok("/User/profile");
    const alice = await ownerOf(arena);
    const invited = await alice.command("operator invite", "frank", { input: { roles: ["finance"] } });
    const link = invited.body.rows?.[0]?.link;
    if (link === undefined)
      return `no link for the inviter: ${invited.body.error?.message ?? invited.body.note}`;
    const frank = new ConsoleSession(arena.url);
    await frank.join(link, "frank");
    const correction = { asset: "USDT", wallet: "main", amount: STOLEN, account: "insurance" };
    const proposed = await alice.command("correction propose", id, { input: correction });
    const proposal = /Proposal ([0-9]+)/.exec(proposed.body.note ?? "")?.[1];
    if (proposal !== undefined) await frank.command("correction confirm", proposal);
    const got = await victim.balance("main", "USDT");
    expectAttackFails(got === 0, `${got} USDT left the insurance fund`);
    return proposal === undefined
      ? `not even proposed: ${firstSentence(proposed.body.error?.message ?? proposed.body.note ?? "")}`
      : "proposed, and the confirmation was refused";
  },
};

/** Sets a setting with one operator only; @returns the console's reply */
async function setAlone(arena: Arena, setting: string, input: object): Promise<string> {
  const alice = await ownerOf(arena);
  const { body } = await alice.command("setting set", setting, { input });
  return firstSentence(body.error?.message ?? body.note ?? "");
}

/** Returns the console's error without its advice. */
const firstSentence = (message: string): string => message.split(/(?<=[.]) /)[0] ?? "";

const minesTheReserve: Attack = {
  name: "mining-plan-alone",
  goal: "sell a machine for 1 USDT that pays a million, as one operator",
  async run(arena) {
    const [buyer] = await arena.traders(1, "main", "100");
    const before = await buyer.ok("/Mining/index");
    const plan = before.list[0];
    const input = {
      name: "Free lunch",
      asset: "USDT",
      price: "1",
      totalOutput: "1000000",
      durationDays: 1,
      hashRateGhs: 1,
      stock: 1,
      limitPerUser: 1,
      refundPpm: 0,
    };
    const errors = [
      await setAlone(arena, "mining-plan.0", input),
      await setAlone(arena, "mining-plan.5", input),
    ];
    const after = await buyer.ok("/Mining/index");
    expectAttackFails(after.list.length === before.list.length, "a new plan is on sale");
    expectAttackFails(
      JSON.stringify(after.list[0]?.totalOutput) === JSON.stringify(plan?.totalOutput),
      "the plan's output was raised",
    );
    return [...new Set(errors)].join(" ");
  },
};

export const OPERATOR_ATTACKS: readonly Attack[] = [oneOwnerTwoPeople, minesTheReserve];
