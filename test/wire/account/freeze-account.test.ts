import { afterAll, beforeAll, expect, test } from "vitest";
import { accepted, GatewayUnderTest, setPaymentPassword } from "../../support/wire/gateway-under-test.ts";
import { CHAIN, ScriptedChain } from "../../support/wire/scripted-chain.ts";
import type { WireClient } from "../../support/wire-client.ts";

const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7";
const PAYMENT = "246810";
/** Above the limit for automatic approval. */
const REVIEWED = "20000";

let chain: ScriptedChain;
let exchange: GatewayUnderTest;
beforeAll(async () => {
  exchange = await GatewayUnderTest.start({
    gateway: { rateLimitFactor: 1_000 },
    chains: (engine, nowMs) => {
      chain = new ScriptedChain(engine, nowMs);
      return chain;
    },
  });
});
afterAll(() => exchange.close());

async function funded(email: string): Promise<WireClient> {
  const client = await exchange.registered(email);
  await setPaymentPassword(client, exchange, email);
  const { id } = accepted(await client.call("profile"));
  const deposit = await chain.see(Number(id), 0, 50_000 * 1_000_000);
  await chain.credit(deposit.depositId);
  return client;
}

const mailsTo = (email: string) => exchange.identity.outbox.list(100, undefined, email);
const linkIn = (text = ""): string => /\/#\/pages\/freeze\?token=(\S+)/.exec(text)?.[1] ?? "";
const mailWith = (email: string, words: string) =>
  mailsTo(email).find(({ text }) => text.includes(words))?.text;
const errorOf = ({ code, data }: { code: number; data: Record<string, unknown> }) => [code, data.error];

test("SEC-17 an added address and a requested withdrawal are reported at once, and these notices cannot be switched off", async () => {
  const email = "told@example.org";
  const client = await funded(email);
  for (const kind of ["security", "withdrawal"])
    await client.call("notifySettings", { changes: [{ kind, channel: "mail", on: false }] });
  accepted(await client.call("addSite", { chain: CHAIN, address: ADDRESS, paymentPassword: PAYMENT }));
  const added = mailWith(email, "A withdrawal address was added");
  expect(added).toContain(`${ADDRESS} (Development chain)`);
  const request = { asset: "USDT", chain: CHAIN, address: ADDRESS, amount: "100", paymentPassword: PAYMENT };
  accepted(await client.call("withdraw", { ...request, requestId: "w-1" }));
  const requested = mailWith(email, "A withdrawal was requested");
  expect(requested).toContain(`100 USDT to ${ADDRESS} (Development chain)`);
  for (const mail of [added, requested]) expect(linkIn(mail)).toMatch(/^[0-9]+\.[\w-]{43}$/);
  const before = mailsTo(email).length;
  accepted(await client.call("withdraw", { ...request, requestId: "w-1" }));
  expect(mailsTo(email)).toHaveLength(before);
});

test("SEC-17 without a login the link shows the account, then freezes it: pending withdrawals return, and nothing works anymore", async () => {
  const email = "frozen@example.org";
  const client = await funded(email);
  const create = { action: "create", permissions: ["read", "trade"], password: "kestrel7" } as const;
  const { apiKey = "" } = accepted(await client.call("apiKey", create));
  const request = {
    asset: "USDT",
    chain: CHAIN,
    address: ADDRESS,
    amount: REVIEWED,
    paymentPassword: PAYMENT,
  };
  const requested = accepted(await client.call("withdraw", request));
  const token = linkIn(mailWith(email, "A withdrawal was requested"));
  const visitor = exchange.client();
  expect(accepted(await visitor.call("freeze", { token }))).toEqual({
    account: "f***n@example.org",
    frozen: false,
    opensByCode: true,
    returnedWithdrawals: 0,
    endedSessions: 0,
    endedApiKeys: [],
  });
  accepted(await client.call("profile"));
  expect(accepted(await visitor.call("freeze", { token, confirm: true }))).toMatchObject({
    frozen: true,
    returnedWithdrawals: 1,
  });
  const turnedAway = await client.call("profile");
  expect(errorOf(turnedAway)).toEqual([401, "session.expired"]);
  expect(turnedAway.data.params).toEqual({ reason: "frozen" });
  expect(exchange.identity.apiKey(apiKey)).toBeUndefined();
  const login = { account: email, password: "kestrel7" };
  expect(errorOf(await visitor.call("login", login))).toEqual([32, "user.frozenByOwner"]);
  expect(errorOf(await visitor.call("freeze", { token, confirm: true }))).toEqual([
    353,
    "user.freezeLinkInvalid",
  ]);
  const userId = Number(token.split(".")[0]);
  const withdrawal = await exchange.funding.find(userId, requested.asOfSeq);
  expect(withdrawal?.state).toMatchObject({ status: "returned", reason: "frozen-by-owner" });

  exchange.time.ms += 61_000;
  accepted(await visitor.call("sendEmailCode", { email, event: "reset" }));
  const reset = { account: email, code: exchange.codeOf(email), newPassword: "heron900" };
  accepted(await visitor.call("resetPassword", reset));
  const back = accepted(await visitor.call("login", { account: email, password: "heron900" }));
  const { wallets } = accepted(await exchange.client(back.token).call("walletIndex"));
  expect(wallets.main.find(({ asset }) => asset === "USDT")).toMatchObject({
    available: "50000.000000",
    frozen: "0.000000",
  });
});

test("SEC-17 a withdrawal that a crash left waiting in a frozen account is returned at the next start", async () => {
  const email = "crashed@example.org";
  const client = await funded(email);
  const request = {
    asset: "USDT",
    chain: CHAIN,
    address: ADDRESS,
    amount: REVIEWED,
    paymentPassword: PAYMENT,
  };
  const requested = accepted(await client.call("withdraw", request));
  const token = linkIn(mailWith(email, "A withdrawal was requested"));
  await exchange.identity.freezeAccount({ address: "203.0.113.7" }, undefined, { token, confirm: true });
  const userId = Number(token.split(".")[0]);
  expect(exchange.identity.frozenByOwner()).toContain(userId);
  await exchange.restartFunding();
  for (const frozen of exchange.identity.frozenByOwner())
    await exchange.funding.withdrawals.giveBackAll(frozen);
  expect((await exchange.funding.find(userId, requested.asOfSeq))?.state.status).toBe("returned");
});

test("SEC-15 log out everywhere ends API keys on request, and reports their number", async () => {
  const email = "everywhere@example.org";
  const client = await exchange.registered(email);
  const create = { action: "create", label: "Bot", password: "kestrel7" } as const;
  const { apiKey = "" } = accepted(await client.call("apiKey", create));
  expect(accepted(await client.call("logout", { all: true }))).toEqual({ ended: 1, endedApiKeys: 0 });
  expect(exchange.identity.apiKey(apiKey)).toBeDefined();
  const { token } = accepted(await exchange.client().call("login", { account: email, password: "kestrel7" }));
  const again = exchange.client(token);
  const requested = { all: true, endApiKeys: true };
  expect(accepted(await again.call("logout", requested))).toEqual({ ended: 1, endedApiKeys: 1 });
  expect(exchange.identity.apiKey(apiKey)).toBeUndefined();
});
