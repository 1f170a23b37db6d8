import path from "node:path";
import { WebPushSender } from "@candor/server/people/notices/web-push-sender";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accepted, GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";
import { PushBrowser, PushService } from "../../support/wire/push-service.ts";
import type { WireClient } from "../../support/wire-client.ts";

const CONTACT = "mailto:support@candor.example";
let service: PushService;
let exchange: GatewayUnderTest;
beforeAll(async () => {
  service = await PushService.start();
  exchange = await GatewayUnderTest.start({
    gateway: { rateLimitFactor: 1_000 },
    push: (home) =>
      new WebPushSender({ keyFile: path.join(home, "push.json"), contact: CONTACT, agent: service.agent }),
  });
});
afterAll(async () => {
  await exchange.close();
  await service.close();
});

const idOf = async (client: WireClient): Promise<number> => Number(accepted(await client.call("profile")).id);
const emitDeposit = async (userId: number, amount: string) =>
  await exchange.notices.service.tell(userId, { kind: "deposit", amount, asset: "USDT" });
const pushesTo = (browser: PushBrowser) =>
  service.received
    .filter(({ path: at }) => browser.endpoint.endsWith(at))
    .map(({ body }) => browser.open(body));
const devicesOf = async (client: WireClient) => accepted(await client.call("notifySettings")).devices;

test("NOTE-06 a push is encrypted for its browser, signed by this server, in the user's language, and leads to its page", async () => {
  const client = await exchange.registered("pushed@example.org");
  accepted(await client.call("profile", { lang: "de" }));
  const browser = new PushBrowser("/fcm/send/first");
  expect(accepted(await client.call("notifySubscribe", browser.subscription))).toEqual({ devices: 1 });
  await emitDeposit(await idOf(client), "25");
  await expect
    .poll(() => pushesTo(browser))
    .toEqual([
      {
        title: "Einzahlung gutgeschrieben",
        text: "25 USDT sind auf Ihrem Hauptkonto eingegangen.",
        page: "/pages/wallet/record",
        tag: "deposit",
      },
    ]);
  const { pushKey } = accepted(await client.call("notifySettings"));
  const [, token = "", key] =
    /^vapid t=([^,]+), k=(.+)$/.exec(service.received[0]?.authorization ?? "") ?? [];
  expect(key).toBe(pushKey);
  const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as object;
  expect(claims).toMatchObject({ aud: "https://fcm.googleapis.com", sub: CONTACT });
  accepted(
    await client.call("notifySettings", { changes: [{ kind: "deposit", channel: "push", on: false }] }),
  );
  await emitDeposit(await idOf(client), "26");
  await exchange.notices.service.tell(await idOf(client), { kind: "chat", text: "Hello" });
  await expect.poll(() => pushesTo(browser)).toHaveLength(2);
  expect(pushesTo(browser)[1]).toMatchObject({
    title: "Kundendienst",
    text: "Hello",
    page: "/pages/service",
  });
});

test("NOTE-06 with pushes turned off, as on a copy of an exchange, nothing is sent and no browser is forgotten", async () => {
  const options = { keyFile: path.join(exchange.home, "push.json"), contact: CONTACT, agent: service.agent };
  const browser = new PushBrowser("/fcm/send/muted");
  const { endpoint, keys } = browser.subscription;
  const device = { type: "device-added", userId: 1, sessionId: "", endpoint, ...keys, addedAtMs: 0 } as const;
  const words = { title: "Title", text: "Text", page: "/", tag: "deposit" };
  expect(await new WebPushSender({ ...options, isMuted: true }).push(device, words)).toBe("sent");
  expect(pushesTo(browser)).toEqual([]);
  expect(await new WebPushSender(options).push(device, words)).toBe("sent");
  expect(pushesTo(browser)).toHaveLength(1);
});

test("NOTE-06 a browser belongs to its last subscriber, and to nobody once that session ends", async () => {
  const anna = await exchange.registered("anna@example.org");
  const bert = await exchange.registered("bert@example.org");
  const browser = new PushBrowser("/fcm/send/shared");
  accepted(await anna.call("notifySubscribe", browser.subscription));
  accepted(await bert.call("notifySubscribe", browser.subscription));
  expect([await devicesOf(anna), await devicesOf(bert)]).toEqual([0, 1]);
  expect((await anna.call("notifyUnsubscribe", { endpoint: browser.endpoint })).code).toBe(320);
  const [annaId, bertId] = [await idOf(anna), await idOf(bert)];
  await emitDeposit(annaId, "1");
  await emitDeposit(bertId, "2");
  await expect.poll(() => pushesTo(browser)).toMatchObject([{ text: "2 USDT arrived in your main wallet." }]);

  const phone = new PushBrowser("/fcm/send/phone");
  const again = { account: "bert@example.org", password: "kestrel7" };
  const onPhone = exchange.client(accepted(await exchange.client().call("login", again)).token);
  accepted(await onPhone.call("notifySubscribe", phone.subscription));
  // A browser whose session has ended gets no more pushes.
  accepted(await onPhone.call("logout", { all: true }));
  expect(exchange.notices.service.devices(bertId)).toEqual([]);
  const before = service.received.length;
  await emitDeposit(bertId, "3");
  const witness = new PushBrowser("/fcm/send/witness");
  accepted(await anna.call("notifySubscribe", witness.subscription));
  await emitDeposit(annaId, "4");
  await expect.poll(() => pushesTo(witness)).toHaveLength(1);
  expect(service.received).toHaveLength(before + 1);
});

test("NOTE-06 a browser's revoked subscription is deleted; addresses other than push services are rejected; ten devices", async () => {
  const client = await exchange.registered("devices@example.org");
  const userId = await idOf(client);
  const browser = new PushBrowser("/fcm/send/gone");
  accepted(await client.call("notifySubscribe", browser.subscription));
  service.status = 410;
  await emitDeposit(userId, "1");
  await expect.poll(() => devicesOf(client)).toBe(0);
  service.status = 201;
  for (const endpoint of ["https://127.0.0.1/x", "http://fcm.googleapis.com/x", "https://example.org/x"]) {
    const answer = await client.call("notifySubscribe", { ...browser.subscription, endpoint });
    expect([answer.code, answer.data.fields]).toEqual([111, [{ path: "endpoint", reason: "range" }]]);
  }
  for (let at = 0; at < 12; at++)
    accepted(await client.call("notifySubscribe", new PushBrowser(`/fcm/send/many-${at}`).subscription));
  expect(await devicesOf(client)).toBe(10);
  const [oldest] = exchange.notices.service.devices(userId);
  expect(oldest?.endpoint).toMatch(/many-2$/);
  expect(accepted(await client.call("notifyUnsubscribe", { endpoint: oldest?.endpoint }))).toEqual({
    devices: 9,
  });
});
