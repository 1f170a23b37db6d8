import { legacyGrants } from "@candor/server/operators/accounts/access-grants";
import type { OperatorMail } from "@candor/server/operators/accounts/operator-mail";
import type { JsonObject } from "@candor/server/operators/protocol/operator-messages";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  type ConsoleClient,
  type ConsoleReply,
  ConsoleUnderTest,
  openAccounts,
  type ReplyBody,
  signUp,
  tokenOf,
} from "../support/console/console-under-test.ts";
import { accepted } from "../support/wire/gateway-under-test.ts";
import type { WireClient } from "../support/wire-client.ts";

const DAY_MS = 86_400_000;
const GIFT = { wallet: "coin", asset: "USDT", amount: "100", account: "outside-world" };

let office: ConsoleUnderTest;
let alice: ConsoleClient;
let user: WireClient;
let userId: string;
/** Links by mailbox, in place of a mail server. */
let mails: Map<string, string>;

beforeEach(async () => {
  mails = new Map();
  office = await ConsoleUnderTest.start();
  alice = await office.operator("alice", "owner");
  user = await office.exchange.trader("ursula@example.org", { USDT: "1000" });
  userId = accepted(await user.call("profile")).id;
});
afterEach(() => office.close());

const problemOf = ({ body }: ConsoleReply<ReplyBody>): string => body.error.message;

async function again(mail: boolean): Promise<void> {
  await office.close();
  const send: OperatorMail = (mailbox, _name, { path }) => {
    mails.set(mailbox, path);
    return Promise.resolve(undefined);
  };
  office = await ConsoleUnderTest.start({}, mail ? send : undefined);
  alice = await office.operator("alice", "owner");
  user = await office.exchange.trader("ursula@example.org", { USDT: "1000" });
  userId = accepted(await user.call("profile")).id;
}

/** Signs up with a link and signs in. */
async function joined(name: string, link: string): Promise<ConsoleClient> {
  return await office.signedIn(name, await signUp(office, office.client(), tokenOf(link), name));
}

const linkOf = ({ body }: ConsoleReply<ReplyBody>): string => String(body.rows[0]?.["link"]);

const propose = (by: ConsoleClient) =>
  by.command("correction propose", userId, { input: GIFT, reason: "booked twice" });

/** Runs a command with the server's own account. */
function onTheMachine(command: string, target: string, input?: JsonObject) {
  const request = { operator: "root", command, target, reason: "ceremony", flags: [] };
  return office.operators.desk.perform(input === undefined ? request : { ...request, input }, "command-line");
}

async function balance(): Promise<string | undefined> {
  return accepted(await user.call("walletIndex")).wallets.coin.find(({ asset }) => asset === "USDT")
    ?.available;
}

/** Sessions expire as days pass; operators from `office.operator` keep their secrets. */
function pass(ms: number): void {
  office.exchange.time.ms += ms;
}

test("OPS-11 an only owner who invites a second person and saw the link does not count as two operators, at once or later", async () => {
  const invited = await alice.command("operator invite", "frank", { input: { roles: ["finance", "owner"] } });
  expect(invited.body.note).toContain("count as one person");
  const frank = await joined("frank", linkOf(invited));
  const refused = await propose(alice);
  expect(problemOf(refused)).toContain("there is none");
  expect(problemOf(refused)).toContain("operator vouch NAME");
  expect(problemOf(await propose(frank))).toContain("there is none");
  pass(3 * DAY_MS);
  const later = await office.restored("alice");
  expect(problemOf(await propose(later))).toContain("there is none");
  expect(await balance()).toBe("1000.000000");
});

test("OPS-11 a reset does not make a second person: neither its proposer nor anyone who saw the link can confirm, in either direction", async () => {
  const bob = await office.operator("bob", "owner");
  await office.operator("fred", "finance");
  const reset = await alice.command("operator reset", "fred", { reason: "lost phone", input: {} });
  expect(reset.body.note).toContain(
    "Proposal 1 is waiting for another owner: Let fred set a new password and code.",
  );
  expect(problemOf(await alice.command("operator confirm", "1"))).toContain("You proposed this yourself");
  const link = linkOf(await bob.command("operator confirm", "1"));
  const fred = await joined("fred", link);
  expect((await propose(alice)).body.note).toContain("Proposal 2");
  expect(problemOf(await fred.command("correction confirm", "2"))).toContain("within the last 24 hours");
  pass(2 * DAY_MS);
  const [alice2, bob2, fred2] = [
    await office.restored("alice"),
    await office.restored("bob"),
    await office.restored("fred"),
  ];
  expect(problemOf(await fred2.command("correction confirm", "2"))).toContain("count as one person");
  expect((await propose(bob2)).body.note).toContain("Proposal 3");
  expect(problemOf(await fred2.command("correction confirm", "3"))).toContain("because bob");
  // In reverse: fred cannot propose anything, because neither alice nor bob could confirm it.
  expect(problemOf(await propose(fred2))).toContain("there is none");
  expect(await balance()).toBe("1000.000000");
  // Two operators who joined with separate links count as two people.
  expect((await alice2.command("correction confirm", "3")).status).toBe(200);
  expect(await balance()).toBe("1100.000000");
});

test("OPS-11 with an independent second owner, every grant of access is a proposal, and a removal is not", async () => {
  const bob = await office.operator("bob", "owner");
  await office.operator("rita", "risk");
  const reason = "other work";
  expect((await alice.command("operator disable", "rita", { reason })).status).toBe(200);
  for (const [command, target, input] of [
    ["operator invite", "eve", { roles: ["owner"] }],
    ["operator reset", "rita", {}],
    ["operator roles", "rita", { roles: ["owner"] }],
    ["operator enable", "rita", undefined],
  ] as const) {
    const asked = await alice.command(command, target, { reason, ...(input !== undefined && { input }) });
    expect(asked.body.note, command).toContain("is waiting for another owner");
    expect(asked.body.rows, command).toEqual([]);
  }
  expect(office.accounts.get("eve")).toBeUndefined();
  expect(office.accounts.get("rita")).toMatchObject({ disabled: true, roles: ["risk"] });
  const { rows } = (await bob.command("proposal list")).body;
  expect(rows.map(({ what }) => what)).toEqual([
    "Enable rita.",
    "Change the roles of rita to owner.",
    "Let rita set a new password and code.",
    "Invite eve as owner.",
  ]);
  const risk = office.accounts.get("rita");
  expect(risk?.passwordHash).not.toBeNull();
  expect((await bob.command("operator confirm", "4")).status).toBe(200);
  expect(office.accounts.get("rita")).toMatchObject({
    disabled: false,
    grants: [{ how: "founded" }, { how: "enabled", by: ["alice"] }],
  });
});

test("OPS-11 with mail the link goes to the mailbox and is not shown in the console; inviter and invited still count as one person", async () => {
  await again(true);
  const bob = await office.operator("bob", "owner");
  const without = await alice.command("operator invite", "fay", { input: { roles: ["finance"] } });
  expect(problemOf(without)).toContain("Give a mailbox");
  const input = { roles: ["finance"], mailbox: "fay@candor.example" };
  await alice.command("operator invite", "fay", { input });
  const confirmed = await bob.command("operator confirm", "1");
  expect(confirmed.body).toMatchObject({
    note: "Operator fay is invited. The link was sent to fay@candor.example.",
    rows: [],
  });
  await joined("fay", mails.get("fay@candor.example") ?? "");
  pass(2 * DAY_MS);
  const [alice2, bob2, fay2] = [
    await office.restored("alice"),
    await office.restored("bob"),
    await office.restored("fay"),
  ];
  await propose(alice2);
  expect(problemOf(await fay2.command("correction confirm", "2"))).toContain("count as one person");
  await propose(bob2);
  expect((await fay2.command("correction confirm", "3")).status).toBe(200);
  expect(await balance()).toBe("1100.000000");
});

test("OPS-11 accounts created by one owner count as one person, in any roles, and a proposal ends with its proposer", async () => {
  await again(true);
  const bob = await office.operator("bob", "owner");
  for (const [number, name] of [
    [1, "pip"],
    [2, "pup"],
  ] as const) {
    const input = { roles: ["finance", "owner"], mailbox: `${name}@evil.example` };
    await alice.command("operator invite", name, { input });
    expect((await bob.command("operator confirm", String(number))).status).toBe(200);
    await joined(name, mails.get(`${name}@evil.example`) ?? "");
  }
  pass(2 * DAY_MS);
  const [bob2, pip, pup] = [
    await office.restored("bob"),
    await office.restored("pip"),
    await office.restored("pup"),
  ];
  await propose(pip);
  expect(problemOf(await pup.command("correction confirm", "3"))).toContain("because alice");
  // A puppet reset by a puppet still belongs to alice.
  await pip.command("operator reset", "pup", { reason: "x", input: {} });
  expect(problemOf(await pup.command("operator confirm", "4"))).toContain("count as one person");
  await bob2.command("operator disable", "pip", { reason: "found out" });
  expect(problemOf(await bob2.command("correction confirm", "3"))).toContain("is no longer active");
  expect(await balance()).toBe("1000.000000");
});

test("OPS-14 joint decisions of two operators are public, with their names: a correction, a raised limit and an invitation", async () => {
  const bob = await office.operator("bob", "owner");
  await propose(alice);
  await bob.command("correction confirm", "1");
  const rate = { ratePpm: 300_000 };
  await alice.command("setting set", "referral-rate", { input: rate, reason: "spring" });
  await bob.command("setting confirm", "2");
  await bob.command("operator invite", "carl", { input: { roles: ["editor"] } });
  await alice.command("operator confirm", "3");
  await propose(alice);
  const visitor = office.exchange.client();
  const { announced, list, next } = accepted(await visitor.call("decisions", { limit: 2 }));
  expect(announced).toEqual([
    {
      setting: "referral-rate",
      value: '{"ratePpm":300000}',
      before: null,
      fromMs: office.exchange.time.ms + DAY_MS,
      reason: "spring",
      proposedBy: "alice",
      confirmedBy: "bob",
    },
  ]);
  expect(list).toMatchObject([
    { decision: 3, kind: "operator", what: "invite carl: editor", proposedBy: "bob", confirmedBy: "alice" },
    { decision: 2, kind: "setting", reason: "spring", proposedBy: "alice", confirmedBy: "bob" },
  ]);
  const rest = accepted(await visitor.call("decisions", { before: next ?? 0 }));
  expect(rest.next).toBeNull();
  expect(rest.list).toMatchObject([
    {
      decision: 1,
      what: "100.000000 USDT from outside-world to a user's spot wallet",
      reason: null,
      proposedBy: "alice",
      confirmedBy: "bob",
    },
  ]);
  // The user is not disclosed.
  expect(JSON.stringify(rest)).not.toContain(userId);
});

test("OPS-11 an operator whom the machine vouches for counts a day later, and the console cannot vouch", async () => {
  const invited = await alice.command("operator invite", "frank", { input: { roles: ["finance"] } });
  await joined("frank", linkOf(invited));
  pass(2 * DAY_MS);
  const vouching = await (await office.restored("alice")).command("operator vouch", "frank", { reason: "x" });
  expect(problemOf(vouching)).toContain("on its command line");
  await onTheMachine("operator vouch", "frank");
  const alice2 = await office.restored("alice");
  await propose(alice2);
  const frank = await office.restored("frank");
  expect(problemOf(await frank.command("correction confirm", "1"))).toContain("within the last 24 hours");
  pass(DAY_MS);
  expect((await (await office.restored("frank")).command("correction confirm", "1")).status).toBe(200);
  expect(await balance()).toBe("1100.000000");
});

test("OPS-11 links that a disabled operator has seen are void, and so is a link replaced by a newer one", async () => {
  const bob = await office.operator("bob", "owner");
  await alice.command("operator invite", "carl", { input: { roles: ["owner"] } });
  const link = linkOf(await bob.command("operator confirm", "1"));
  await onTheMachine("operator invite", "dora", { roles: ["editor"] });
  await alice.command("operator disable", "bob", { reason: "gone" });
  const tried = await office.client().call("sign-up-begin", { token: tokenOf(link) });
  expect([tried.status, problemOf(tried)]).toEqual([
    409,
    "This link was used, has expired or was replaced by a newer one.",
  ]);
  const first = await alice.command("operator reset", "carl", { reason: "another", input: {} });
  const second = await alice.command("operator reset", "carl", { reason: "another", input: {} });
  const begin = (reply: ConsoleReply<ReplyBody>) =>
    office.client().call("sign-up-begin", { token: tokenOf(linkOf(reply)) });
  expect((await begin(first)).status).toBe(409);
  expect((await begin(second)).status).toBe(200);
});

test("OPS-11 access records survive a restart, and those of older journals count against the inviter", async () => {
  const home = `${office.exchange.home}/grants`;
  const nowMs = () => office.exchange.time.ms;
  const first = openAccounts(home, nowMs);
  await first.invite("ivan", ["owner"], { how: "invited", by: ["alice", "bob"], atMs: 5 });
  await first.setRoles("ivan", ["owner", "finance"], { how: "roles", by: ["carl"], atMs: 7 });
  first.close();
  const again = openAccounts(home, nowMs);
  expect(again.get("ivan")?.grants).toEqual([
    { how: "invited", by: ["alice", "bob"], atMs: 5 },
    { how: "roles", by: ["carl"], atMs: 7 },
  ]);
  again.close();
  expect(legacyGrants({ invitedBy: "carl", signedUpAtMs: 9 })).toEqual([
    { how: "invited", by: ["carl"], atMs: 9 },
  ]);
  expect(legacyGrants({ invitedBy: "first start", signedUpAtMs: 9 })).toMatchObject([
    { how: "founded", by: [] },
  ]);
});
