import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { usersNamed } from "@candor/server/edge/console-api/calls/user-calls";
import { RecordStore } from "@candor/server/kit/durable/record-store";
import { findUser } from "@candor/server/operators/desk/find-user";
import { Refusal } from "@candor/server/operators/protocol/operator-messages";
import { ClosingGate } from "@candor/server/people/closing/closing-gate";
import { IdentityState } from "@candor/server/people/identity/identity-state";
import { generateSync } from "otplib";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { sendForm } from "../../support/uploads/multipart.ts";
import { picture } from "../../support/uploads/pictures.ts";
import { accepted, GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";
import type { WireClient } from "../../support/wire-client.ts";

const DAY_MS = 86_400_000;
const options = { gateway: { rateLimitFactor: 1_000 } };

let exchange: GatewayUnderTest;
let photo: Buffer;
beforeAll(async () => {
  exchange = await GatewayUnderTest.start(options);
  photo = await picture("jpeg", 60, 40);
});
afterAll(async () => {
  expect(exchange.errors).toEqual([]);
  await exchange.close();
});

const PROOF = { action: "close", password: "kestrel7", paymentPassword: "246810" } as const;

const readStatus = async (client: WireClient) =>
  accepted(await client.call("closeAccount", { action: "look" }));

async function idOf(client: WireClient): Promise<number> {
  return Number(accepted(await client.call("profile")).id);
}

async function closingCode(client: WireClient, email: string, at = exchange): Promise<string> {
  at.time.ms += 61_000;
  accepted(await client.call("sendEmailCode", { event: "close" }));
  return at.codeOf(email);
}

async function close(client: WireClient, email: string, at = exchange) {
  return accepted(
    await client.call("closeAccount", { ...PROOF, code: await closingCode(client, email, at) }),
  );
}

/**
 * Returns every file in the home that contains the text, except the sandbox's outbox and the read models, which only
 * contain numbers.
 */
function holds(home: string, text: string): string[] {
  const found: string[] = [];
  const walk = (directory: string): void => {
    for (const name of readdirSync(directory)) {
      const file = path.join(directory, name);
      if (name === "outbox.json" || name === "read-models") continue;
      if (statSync(file).isDirectory()) walk(file);
      else if (readFileSync(file).includes(text)) found.push(file);
    }
  };
  walk(home);
  return found;
}

test("CLOSE-01 everything open or owned prevents a closing, with name and number, and nothing changes", async () => {
  const client = await exchange.trader("ada@example.org", { USDT: "1000" });
  const order = { symbol: "BTCUSDT", side: "buy", type: "limit", price: "50000", quantity: "0.001" };
  accepted(await client.call("doOrder", order));
  const { obstacles, closedAtMs, leftOver } = await readStatus(client);
  expect({ obstacles, closedAtMs, leftOver }).toEqual({
    obstacles: [
      { kind: "order", count: 1 },
      { kind: "balance", count: 1 },
    ],
    closedAtMs: null,
    leftOver: "1000.000000",
  });
  const code = await closingCode(client, "ada@example.org");
  const refused = await client.call("closeAccount", { ...PROOF, code });
  expect([refused.code, refused.data]).toEqual([
    350,
    { error: "user.closingBlocked", params: { obstacles: ["order", "balance"] } },
  ]);
  await exchange.engine.execute({
    kind: "freeze-account",
    userId: await idOf(client),
    wallet: "coin",
    isFrozen: true,
  });
  expect((await readStatus(client)).obstacles[0]).toEqual({ kind: "frozen", count: 1 });
});

test("CLOSE-02 closing takes the password, the payment password, a code and the second factor, in this order", async () => {
  const email = "ben@example.org";
  const client = await exchange.trader(email);
  const { secret = "" } = accepted(await client.call("totp", { action: "begin" }));
  const totp = () => generateSync({ secret, epoch: Math.floor(exchange.time.ms / 1_000) });
  accepted(await client.call("totp", { action: "enable", password: "kestrel7", totp: totp() }));
  exchange.time.ms += 61_000;
  const code = await closingCode(client, email);
  expect(await readStatus(client)).toMatchObject({
    codeTo: { channel: "email", target: "b***@example.org" },
    asksPaymentPassword: true,
    documentsKeptYears: 0,
    toldDays: 30,
  });
  const tries: readonly [number, object][] = [
    [30, {}],
    [30, { password: "kestrel8" }],
    [113, { password: "kestrel7" }],
    [113, { password: "kestrel7", paymentPassword: "000000" }],
    [201, { ...PROOF }],
    [201, { ...PROOF, code: code === "000000" ? "000001" : "000000" }],
    [310, { ...PROOF, code }],
    [311, { ...PROOF, code, secondFactor: { totp: "000000" } }],
  ];
  for (const [number, proof] of tries)
    expect(
      (await client.call("closeAccount", { action: "close", ...proof })).code,
      JSON.stringify(proof),
    ).toBe(number);
  const conflict = await client.call("closeAccount", { action: "look", password: "kestrel7" });
  expect([conflict.code, conflict.data.fields]).toEqual([111, [{ path: "password", reason: "conflict" }]]);
  const closed = await client.call("closeAccount", { ...PROOF, code, secondFactor: { totp: totp() } });
  expect(accepted(closed).closedAtMs).toBe(exchange.time.ms);
});

test("CLOSE-02 a code for closing is sent to the owner only", async () => {
  await exchange.registered("cleo@example.org");
  const stranger = exchange.client();
  exchange.time.ms += 61_000;
  const sent = await stranger.call("sendEmailCode", { email: "cleo@example.org", event: "close" });
  expect(sent.code).toBe(206);
});

test("CLOSE-03 sessions and API keys end, and the login says so after the right password, for 30 days", async () => {
  const email = "dora@example.org";
  const client = await exchange.trader(email);
  const other = accepted(await exchange.client().call("login", { account: email, password: "kestrel7" }));
  const { apiKey = "" } = accepted(
    await client.call("apiKey", { action: "create", label: "bot", password: "kestrel7" }),
  );
  const ended: string[] = [];
  const stop = exchange.identity.onSessionEnded(({ sessionId }) => ended.push(sessionId));
  await close(client, email);
  stop();
  expect(ended).toHaveLength(2);
  for (const gone of [client, exchange.client(other.token)])
    expect((await gone.call("profile")).code).toBe(401);
  expect(exchange.identity.apiKey(apiKey)).toBeUndefined();
  const logIn = async (password: string) =>
    (await exchange.client().call("login", { account: email, password })).data.error;
  expect([await logIn("kestrel7"), await logIn("kestrel8")]).toEqual(["user.closed", "user.notFound"]);
  const [last] = exchange.identity.outbox.list(1, undefined, email);
  expect(last?.text).toContain("Your account is closed.");
  exchange.time.ms += 31 * DAY_MS;
  expect(await logIn("kestrel7")).toBe("user.notFound");
  await exchange.identity.closings.forgetNames();
  expect([...exchange.identity.closings.unfinished()]).toEqual([]);
});

test("CLOSE-04 personal data is off the disk at once, and mailbox and name are free for a new, empty account", async () => {
  const email = "eve@example.org";
  const client = await exchange.trader(email);
  const userId = await idOf(client);
  const own = async (purpose: string) =>
    accepted(await sendForm(client, { purpose }, [{ bytes: photo }])).url;
  const avatar = await own("avatar");
  accepted(await client.call("profile", { nickname: "Evening Heron", avatar }));
  accepted(await client.call("saveDocument", { name: "lists", value: ["Night Heron"], basedOn: 0 }));
  const document = { country: "de", fullName: "Eva Abend", idNumber: "L01X00T4742", address: "Am Graben 1" };
  const photos = { photoFront: await own("identity"), photoBack: await own("identity") };
  accepted(await client.call("verification", { level: 1, ...document, ...photos }));
  accepted(await client.call("chatSend", { text: "hello" }));
  accepted(
    await client.call("notifyAlerts", {
      action: "add",
      symbol: "BTCUSDT",
      direction: "above",
      price: "99000",
    }),
  );
  expect(holds(exchange.home, email)).not.toEqual([]);
  await close(client, email);
  for (const text of [email, "Evening Heron", "Night Heron"])
    expect(holds(exchange.home, text), text).toEqual([]);
  const { verification, chat, uploads } = exchange.documents;
  expect(verification.list("all").filter((submission) => submission.userId === userId)).toEqual([]);
  expect(chat.messages(userId, 10)).toEqual([]);
  expect(await uploads.picture(avatar)).toBeUndefined();
  expect(exchange.notices.service.alerts(userId)).toEqual([]);
  expect(readdirSync(path.join(exchange.home, "keys", "users"))).not.toContain(`${userId}.key`);
  const again = await exchange.registered(email);
  expect(await idOf(again)).toBeGreaterThan(userId);
  expect(accepted(await again.call("walletIndex")).wallets.main).toEqual([]);
});

test("CLOSE-05 in live mode verified documents stay sealed for five years, everything else is deleted at once", async () => {
  const live = await GatewayUnderTest.start({ ...options, gateway: { ...options.gateway, mode: "live" } });
  try {
    const email = "finn@example.org";
    const client = await live.registered(email);
    const userId = await idOf(client);
    const own = async (purpose: string) =>
      accepted(await sendForm(client, { purpose }, [{ bytes: photo }])).url;
    const photos = { photoFront: await own("identity"), photoBack: await own("identity") };
    const spare = await own("identity");
    const document = {
      country: "de",
      fullName: "Finn Ahlers",
      idNumber: "L01X00T4742",
      address: "Am Graben 1",
    };
    accepted(await client.call("verification", { level: 1, ...document, ...photos }));
    const review = { outcome: "passed", reason: "", reviewer: "anna" } as const;
    const { verification, uploads } = live.documents;
    await verification.review(`${userId}-1-1`, review);
    expect((await readStatus(client)).documentsKeptYears).toBe(5);
    const code = await closingCode(client, email, live);
    accepted(await client.call("closeAccount", { action: "close", password: "kestrel7", code }));
    const kept = verification.submission(`${userId}-1-1`);
    expect(kept && verification.details(kept).document?.fullName).toBe("Finn Ahlers");
    expect(await uploads.picture(photos.photoFront)).toBeDefined();
    expect(await uploads.picture(spare)).toBeUndefined();
    live.time.ms += 4.9 * 365 * DAY_MS;
    await live.documents.forgetDue();
    expect(verification.submission(`${userId}-1-1`)).toBeDefined();
    live.time.ms += 0.2 * 365 * DAY_MS;
    await live.documents.forgetDue();
    expect(verification.submission(`${userId}-1-1`)).toBeUndefined();
    expect(await uploads.picture(photos.photoFront)).toBeUndefined();
  } finally {
    await live.close();
  }
});

/** Fails only when the identity journal is compacted. */
function rewritingOfIdentity(fail: () => Promise<never>) {
  // oxlint-disable-next-line typescript/unbound-method -- it is called with the store that it is asked of
  const rewriteNow = RecordStore.prototype.rewriteNow;
  return vi.spyOn(RecordStore.prototype, "rewriteNow").mockImplementation(function (
    this: RecordStore<object, never>,
  ) {
    return (this.state as unknown) instanceof IdentityState ? fail() : rewriteNow.call(this);
  });
}

test("CLOSE-06 a failure after the deciding record leaves the account closed, and is retried", async () => {
  const { documents, notices, identity, funding, engine, closing } = exchange;
  const killed = () => Promise.reject(new Error("killed"));
  const steps = [
    () => vi.spyOn(engine, "execute").mockImplementation(killed),
    () => vi.spyOn(documents, "forget").mockImplementation(killed),
    () => vi.spyOn(notices.service, "forget").mockImplementation(killed),
    () => vi.spyOn(funding.addresses, "forget").mockImplementation(killed),
    () => vi.spyOn(identity.closings, "finish").mockImplementation(killed),
    () => rewritingOfIdentity(killed),
  ];
  for (const [index, breakStep] of steps.entries()) {
    const email = `gil${index}@example.org`;
    const client = await exchange.trader(email);
    const userId = await idOf(client);
    const code = await closingCode(client, email);
    const broken = breakStep();
    accepted(await client.call("closeAccount", { ...PROOF, code }));
    broken.mockRestore();
    expect(exchange.undelivered.splice(0)).toEqual([new Error("killed")]);
    expect(identity.user(userId)).toBeUndefined();
    expect(identity.closings.unfinished().map((account) => account.userId)).toEqual([userId]);
    await closing.finishAll();
    expect(identity.closings.unfinished()).toEqual([]);
    expect(holds(exchange.home, email)).toEqual([]);
  }
});

test("CLOSE-06 a failure before the deciding record leaves the account unchanged", async () => {
  const email = "hanna@example.org";
  const client = await exchange.trader(email);
  const code = await closingCode(client, email);
  const broken = vi.spyOn(exchange.identity.closings, "close").mockRejectedValue(new Error("killed"));
  expect((await client.call("closeAccount", { ...PROOF, code })).code).toBe(500);
  broken.mockRestore();
  expect(exchange.errors.splice(0)).toHaveLength(1);
  expect(accepted(await client.call("profile")).email).toBe("h***a@example.org");
  expect(exchange.identity.closings.unfinished()).toEqual([]);
  await close(client, email);
});

test("CLOSE-01 a user whom an operator freezes during the closing keeps the account and its data", async () => {
  const email = "nora@example.org";
  const client = await exchange.trader(email);
  const userId = await idOf(client);
  const code = await closingCode(client, email);
  const held = Promise.withResolvers<void>();
  const underWay = exchange.closing.gate.count(userId, held.promise);
  const closed = client.call("closeAccount", { ...PROOF, code });
  await vi.waitFor(() => expect(exchange.closing.gate.isShut(userId)).toBe(true));
  await exchange.identity.setBanned(userId, true);
  held.resolve();
  await underWay;
  expect((await closed).code).toBe(402);
  expect(exchange.identity.user(userId)).toMatchObject({ email, banned: true });
  expect(exchange.identity.closings.unfinished()).toEqual([]);
});

test("CLOSE-07 a call that had begun is over before the account is closed", async () => {
  const email = "ida@example.org";
  const client = await exchange.trader(email);
  // Dust that an order may freeze.
  accepted(await client.call("faucet", { asset: "USDT", amount: "1" }));
  exchange.time.ms += 61_000;
  const code = await closingCode(client, email);
  const transfer = { asset: "USDT", amount: "1", from: "main", to: "coin", paymentPassword: "246810" };
  const [moved, closed] = await Promise.all([
    client.call("transfer", transfer),
    client.call("closeAccount", { ...PROOF, code }),
  ]);
  expect([moved.code, closed.code]).toEqual([1, 1]);
  expect((await client.call("transfer", transfer)).code).toBe(401);
});

test("CLOSE-07 while an account is being closed its calls are waited for, and no other one begins", async () => {
  const gate = new ClosingGate();
  const order = Promise.withResolvers<number>();
  const own = Promise.withResolvers<number>();
  const placed = gate.count(1, order.promise);
  const closing = gate.count(1, own.promise);
  const seen: string[] = [];
  const closed = gate.alone(1, 1, () => Promise.resolve(seen.push("closed")));
  expect([gate.isShut(1), gate.isShut(2)]).toEqual([true, false]);
  expect(await gate.alone(1, 1, () => Promise.resolve(seen.push("twice")))).toBeUndefined();
  await Promise.resolve();
  expect(seen).toEqual([]);
  order.resolve(7);
  expect([await placed, await closed, seen]).toEqual([7, 1, ["closed"]]);
  expect(gate.isShut(1)).toBe(false);
  own.resolve(0);
  await closing;
});

test("CLOSE-08 operators see that an account is closed, and cannot change it", async () => {
  const email = "jon@example.org";
  const client = await exchange.trader(email);
  const userId = await idOf(client);
  await close(client, email);
  const { hits } = await usersNamed(exchange, String(userId));
  expect(hits).toMatchObject([{ userId, username: null, email: null, closedAtMs: exchange.time.ms }]);
  expect((await usersNamed(exchange, "jon@")).hits).toEqual([]);
  const refusal = findUser(exchange.identity, String(userId));
  expect(refusal instanceof Refusal && refusal.problem).toContain("This cannot be undone");
});

test("CLOSE-09 friends, inviters and the tree of liabilities still work with the number", async () => {
  const email = "kim@example.org";
  const ina = await exchange.trader("ina@example.org");
  const { invitationCode } = accepted(await ina.call("team"));
  const kim = await exchange.trader(email, {}, invitationCode);
  const own = accepted(await kim.call("team")).invitationCode;
  const leo = await exchange.trader("leo@example.org", {}, own);
  accepted(await kim.call("faucet", { asset: "USDT", amount: "1" }));
  const userId = await idOf(kim);
  const { leftOver } = await readStatus(kim);
  expect(Number(leftOver)).toBeGreaterThan(0);
  expect(await close(kim, email)).toMatchObject({ leftOver });
  expect(accepted(await ina.call("team")).size).toBe(0);
  expect(accepted(await leo.call("team")).size).toBe(0);
  const late = await exchange.client().call("register", {
    email: "mia@example.org",
    password: "kestrel7",
    code: "000000",
    invitationCode: own,
  });
  expect(late.data.error).toBe("user.invitationError");
  expect((await exchange.engine.accountView(userId)).balances).toMatchObject([
    { availableUnits: expect.any(Number) },
  ]);
  expect((await exchange.liabilities.latest()).newestUser).toBeGreaterThanOrEqual(userId);
});
