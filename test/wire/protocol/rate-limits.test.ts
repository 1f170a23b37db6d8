import { afterAll, beforeAll, expect, test } from "vitest";
import { accepted, GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";
import type { WireAnswer, WireClient } from "../../support/wire-client.ts";

let exchange: GatewayUnderTest;
beforeAll(async () => {
  exchange = await GatewayUnderTest.start();
});
afterAll(async () => {
  await exchange.close();
});

const ORDER = { symbol: "BTCUSDT", side: "buy", type: "limit", price: "55000", quantity: "0.0001" };
const nextMinute = () => {
  exchange.time.ms += 60_000;
};

/** Repeats a call until it is rate-limited; @returns the number of successes, and the rejection */
async function callsUntilTooFast(
  call: () => Promise<WireAnswer>,
  most: number,
): Promise<[number, WireAnswer]> {
  for (let count = 0; count <= most; count++) {
    const answer = await call();
    if (["trade.tooFast", "request.tooFast", "user.sendingTooFrequently"].includes(String(answer.data.error)))
      return [count, answer];
  }
  throw new Error(`${most} calls came through`);
}

function expectRefusal(answer: WireAnswer, code: number): void {
  const retryAfterMs = (answer.data.params as { retryAfterMs: number }).retryAfterMs;
  expect([answer.status, answer.code]).toEqual([200, code]);
  expect(answer.headers["retry-after"]).toBe(String(Math.ceil(retryAfterMs / 1_000)));
}

test("WIRE-07 visitors' reads: 600 a minute by address, and another address is not held up", async () => {
  const client = exchange.client();
  client.address = "203.0.113.1";
  const [count, refusal] = await callsUntilTooFast(() => client.call("article"), 700);
  expect(count).toBe(600);
  expectRefusal(refusal, 212);
  const [, trade] = await callsUntilTooFast(() => client.call("entrusOrder"), 0);
  expectRefusal(trade, 104);
  client.address = "203.0.113.2";
  accepted(await client.call("article"));
  client.address = "203.0.113.1";
  nextMinute();
  accepted(await client.call("article"));
});

test("WIRE-07 a session opens no way round: reads of one user are counted, also those that ask for no login, and after a ban", async () => {
  const reader = await registeredFrom("198.51.100.5", "reader@example.org");
  const [count, refusal] = await callsUntilTooFast(() => reader.call("depth"), 700);
  expect(count).toBe(600);
  expectRefusal(refusal, 212);
  const [, own] = await callsUntilTooFast(() => reader.call("sessions"), 0);
  expectRefusal(own, 212);
  nextMinute();
  const { id } = accepted(await reader.call("profile"));
  await exchange.identity.setBanned(Number(id), true);
  const [asBanned] = await callsUntilTooFast(() => reader.call("coinList"), 700);
  expect(asBanned).toBe(599);
  nextMinute();
});

test("WIRE-07 calls rejected with 402 count like any other: a ban and a closed site bypass nothing", async () => {
  const trader = await registeredFrom("198.51.100.6", "banned@example.org");
  const { id } = accepted(await trader.call("profile"));
  nextMinute();
  await exchange.identity.setBanned(Number(id), true);
  const seen = new Set<number>();
  const replyOf = async (name: "profile" | "doOrder" | "transfer") => {
    const answer = await trader.call(name);
    seen.add(answer.code);
    return answer;
  };
  expect((await callsUntilTooFast(() => replyOf("profile"), 700))[0]).toBe(600);
  expect((await callsUntilTooFast(() => replyOf("doOrder"), 60))[0]).toBe(50);
  expect((await callsUntilTooFast(() => replyOf("transfer"), 40))[0]).toBe(30);
  expect([...seen]).toEqual([402, 212, 104]);
  await exchange.identity.setBanned(Number(id), false);
  nextMinute();
  exchange.site.set(false, null);
  expect((await callsUntilTooFast(() => replyOf("profile"), 700))[0]).toBe(600);
  exchange.site.set(true, null);
});

test.each(["2001:db8:1:2::HOST", "2001:db8::HOST:0:0:1", "2001:db8:1::HOST:2:3:4"])(
  "WIRE-07 an IPv6 network of one household counts as one address, in any notation: %s",
  async (addresses) => {
    const client = exchange.client();
    let host = 1;
    const [count] = await callsUntilTooFast(() => {
      client.address = addresses.replace("HOST", (host++).toString(16));
      return client.call("article");
    }, 700);
    expect(count).toBe(600);
    client.address = "2001:db8:0:9::1";
    accepted(await client.call("article"));
    nextMinute();
  },
);

test("WIRE-07 orders: 50 in ten seconds by user; cancels are counted apart: 100", async () => {
  nextMinute();
  const trader = await exchange.trader("trader@example.org", { USDT: "1000" });
  nextMinute();
  await exchange.observePrices();
  const [orders, refusal] = await callsUntilTooFast(() => trader.call("doOrder", ORDER), 60);
  expect(orders).toBe(50);
  expectRefusal(refusal, 104);
  const [cancels, cancelRefusal] = await callsUntilTooFast(() => trader.call("cancelAll"), 110);
  expect(cancels).toBe(100);
  expectRefusal(cancelRefusal, 104);
  exchange.time.ms += 10_000;
  await exchange.observePrices();
  accepted(await trader.call("doOrder", ORDER));
});

test("WIRE-07 other calls that move money: 30 a minute by user, malformed ones included", async () => {
  const trader = await registeredFrom("198.51.100.1", "mover@example.org");
  const [count, refusal] = await callsUntilTooFast(() => trader.call("transfer", { nonsense: 1 }), 40);
  expect(count).toBe(30);
  expectRefusal(refusal, 212);
});

test("WIRE-16 WIRE-07 the faucet: once a minute by user, and a minute later again", async () => {
  const user = await registeredFrom("198.51.100.20", "faucet@example.org");
  for (const offsetMs of [0, 1, 5_999, 6_000, 7_777]) {
    exchange.time.ms += offsetMs;
    accepted(await user.call("faucet", { asset: "USDT", amount: "1" }));
    const refusal = await user.call("faucet", { asset: "USDT", amount: "1" });
    expectRefusal(refusal, 212);
    expect(refusal.data.params).toEqual({ retryAfterMs: 60_000 });
    exchange.time.ms += 59_999;
    expect((await user.call("faucet", { asset: "USDT", amount: "1" })).data.params).toEqual({
      retryAfterMs: 1,
    });
    exchange.time.ms += 1;
  }
});

test("WIRE-07 messages to customer service: 20 a minute by user", async () => {
  const talker = await registeredFrom("198.51.100.4", "talker@example.org");
  const [count, refusal] = await callsUntilTooFast(() => talker.call("chatSend", { text: "Hello?" }), 30);
  expect(count).toBe(20);
  expectRefusal(refusal, 212);
});

test("WIRE-07 logins: sixty a minute from one address, with any result; five wrong ones for one account", async () => {
  const client = exchange.client();
  client.address = "198.51.100.2";
  const [forAccount, refusal] = await callsUntilTooFast(
    () => client.call("login", { account: "Nobody@example.org ", password: "kestrel7" }),
    20,
  );
  expect(forAccount).toBe(5);
  expectRefusal(refusal, 212);
  let person = 0;
  const [fromAddress] = await callsUntilTooFast(
    () => client.call("login", { account: `person${person++}@example.org`, password: "kestrel7" }),
    70,
  );
  // By then fifty failed, which have a stricter limit.
  expect(forAccount + fromAddress).toBe(50);
});

test("WIRE-07 codes: 45 after sixty an hour from one address", async () => {
  const client = exchange.client();
  client.address = "198.51.100.3";
  let person = 0;
  const [count, refusal] = await callsUntilTooFast(
    () => client.call("sendEmailCode", { email: `p${person++}@example.org`, event: "register" }),
    70,
  );
  expect(count).toBe(60);
  expectRefusal(refusal, 45);
});

test("WIRE-07 the sandbox's own traders keep their books up to date within a wider limit", async () => {
  const { token } = await exchange.identity.ensureLabelledAccount("maker-btcusdt");
  const maker = exchange.client(token);
  const [count] = await callsUntilTooFast(() => maker.call("doOrder", ORDER), 1_100);
  expect(count).toBe(1_000);
});

test("WIRE-07 the sandbox's own traders use up no reads of the people on the server's machine", async () => {
  const { token } = await exchange.identity.ensureLabelledAccount("maker-ethusdt");
  const maker = exchange.client(token);
  const person = await registeredFrom("127.0.0.1", "neighbor@example.com");
  maker.address = person.address;
  for (let read = 0; read < 3_100; read++) accepted(await maker.call("siteStatus"));
  accepted(await person.call("walletIndex"));
});

async function registeredFrom(address: string, email: string): Promise<WireClient> {
  const client = exchange.client();
  client.address = address;
  accepted(await client.call("sendEmailCode", { email, event: "register" }));
  const session = accepted(
    await client.call("register", {
      email,
      password: "kestrel7",
      code: exchange.codeOf(email),
      invitationCode: exchange.identity.houseCode,
    }),
  );
  const own = exchange.client(session.token);
  own.address = address;
  return own;
}
