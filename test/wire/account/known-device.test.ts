import { afterAll, beforeAll, expect, test } from "vitest";
import { accepted, GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";

const EMAIL = "ada@example.org";
const PASSWORD = "kestrel7";

let exchange: GatewayUnderTest;
beforeAll(async () => {
  exchange = await GatewayUnderTest.start({ gateway: { trustProxy: true } });
  await exchange.registered(EMAIL, PASSWORD);
});
afterAll(() => exchange.close());

const from = (address: string, headers: Record<string, string> = {}) => {
  const client = exchange.client();
  client.address = address;
  client.headers = headers;
  return client;
};
const logIn = (client: ReturnType<typeof from>, password = PASSWORD) =>
  client.call("login", { account: EMAIL, password });

/** Two strangers send a wrong password every 0.7 seconds, as in the review. */
async function siege(seconds: number, meanwhile: (second: number) => Promise<void>): Promise<void> {
  for (let tick = 0; tick < seconds / 0.7; tick++) {
    await logIn(from(`198.51.${tick % 2}.1`), "kestrel8");
    exchange.time.ms += 700;
    if (tick % 7 === 0) await meanwhile(tick);
  }
}

test("SEC-11 over 90 seconds of strangers' wrong passwords the owner logs in each time: by header, by cookie, and from home", async () => {
  const { deviceToken, ...session } = accepted(await logIn(from("127.0.0.1")));
  expect(session.token).not.toBe(deviceToken);
  const outcomes: unknown[] = [];
  await siege(90, async (tick) => {
    const away = `203.0.${tick}.1`;
    for (const client of [
      from(away, { device: deviceToken }),
      from(away, { cookie: `other=1; candor-device=${deviceToken}; more=2` }),
      from("127.0.0.1"),
    ])
      outcomes.push((await logIn(client)).code);
    exchange.time.ms += 20_000;
  });
  expect(outcomes.length).toBeGreaterThan(30);
  expect(new Set(outcomes)).toEqual(new Set([1]));
  // A client with none of these is limited like the strangers.
  expect((await logIn(from("203.0.113.1"))).data.error).toBe("request.tooFast");
});

test("SEC-11 recovery has tries of its own: wrong logins from an address do not shut it", async () => {
  const email = "bea@example.org";
  await exchange.registered(email);
  const away = from("192.0.2.77");
  for (let attempt = 0; attempt < 30; attempt++)
    await away.call("login", { account: email, password: "kestrel8" });
  exchange.time.ms += 61_000;
  accepted(await away.call("sendEmailCode", { email, event: "reset" }));
  const code = exchange.codeOf(email);
  const done = accepted(await away.call("resetPassword", { account: email, code, newPassword: "kestrel9" }));
  // Recovery proves ownership: the owner's first login is not delayed.
  const owner = from("192.0.2.78", { device: done.deviceToken ?? "" });
  accepted(await owner.call("login", { account: email, password: "kestrel9" }));
});

test("SEC-11 neighbors behind one address use up neither the tries nor the codes of a device that logged in before", async () => {
  const { deviceToken } = accepted(await logIn(from("203.0.113.200")));
  const neighbor = from("203.0.113.200");
  for (let attempt = 0; attempt < 200; attempt++)
    await neighbor.call("login", { account: `nobody${attempt}@example.org`, password: "kestrel8" });
  for (let attempt = 0; attempt < 200; attempt++)
    await neighbor.call("sendEmailCode", { email: `nobody${attempt}@example.org`, event: "register" });
  expect((await logIn(neighbor)).data.error).toBe("request.tooFast");
  const owner = from("203.0.113.200", { device: deviceToken });
  accepted(await logIn(owner));
  accepted(await owner.call("sendEmailCode", { email: EMAIL, event: "reset" }));
  // A session is counted per user.
  const { token } = accepted(await logIn(owner));
  exchange.time.ms += 61_000;
  const session = exchange.client(token);
  session.address = "203.0.113.200";
  accepted(await session.call("sendEmailCode", { event: "payment" }));
});

test("SEC-11 browsers keep the device's token where no script reads it and no other site sends it", async () => {
  const plain = await logIn(from("127.0.0.1"));
  const { deviceToken } = accepted(plain);
  expect(plain.headers["set-cookie"]).toBe(
    `candor-device=${deviceToken}; Max-Age=31536000; Path=/; HttpOnly; SameSite=Strict`,
  );
  const secure = await logIn(from("127.0.0.1", { "x-forwarded-proto": "https" }));
  expect(secure.headers["set-cookie"]).toBe(
    `__Host-candor-device=${accepted(secure).deviceToken}; Max-Age=31536000; Path=/; HttpOnly; SameSite=Strict; Secure`,
  );
  const wrong = await logIn(from("127.0.0.1"), "kestrel8");
  expect(wrong.headers["set-cookie"]).toBeUndefined();
});

test("SEC-11 a session is no way round the limits of logins by address", async () => {
  const { token } = accepted(await logIn(from("127.0.0.1")));
  const client = exchange.client(token);
  const errors: unknown[] = [];
  for (let attempt = 0; attempt < 20; attempt++) {
    const request = { account: `nobody${attempt}@example.org`, password: "kestrel8" };
    errors.push((await client.call("login", request)).data.error);
  }
  expect(errors.filter((error) => error === "user.notFound").length).toBe(5);
});
