import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { type AlarmChannel, AlarmDelivery } from "./alarm-delivery.ts";
import { alarmMail } from "./alarm-mail.ts";
import { alarmSignature, postAlarms } from "./alarm-webhook.ts";
import { type AlarmChange, Alarms } from "./alarms.ts";

const SECRET = "a secret of the webhook";
const QUICK = { gatherMs: 20, atMostEveryMs: 100, firstRetryMs: 30 } as const;

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

interface Taken {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Starts a local webhook receiver. `answers` are the status codes it returns in turn; the last one repeats. */
async function receiver(...answers: number[]): Promise<{ readonly url: string; readonly taken: Taken[] }> {
  const taken: Taken[] = [];
  const server: Server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      taken.push({ headers: request.headers, body });
      response.writeHead((answers.length > 1 ? answers.shift() : answers[0]) ?? 200).end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  open.push(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?key=hidden`, taken };
}

function deliveryTo(channel: AlarmChannel, alarms: Alarms, warnings: string[] = []): AlarmDelivery {
  const warn = (error: unknown, message: string) => warnings.push(`${message}: ${String(error)}`);
  const delivery = new AlarmDelivery({ alarms, channels: [channel], warn, ...QUICK });
  open.push(() => delivery.close());
  return delivery;
}

async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; tries < 6_000 && !isSo(); tries++) await sleep(10);
  expect(isSo()).toBe(true);
}

test("ALARM-02 the webhook receives raised and cleared alarms once each, signed, despite rejections, and its address is never repeated", async () => {
  const { url, taken } = await receiver(500, 503, 200);
  const alarms = new Alarms(Date.now);
  const warnings: string[] = [];
  const channel = {
    name: "webhook",
    send: (changes: readonly AlarmChange[]) =>
      postAlarms(url, SECRET, { exchange: "exchange.example", sentAtMs: 1_700_000_000_000, changes }),
  };
  const delivery = deliveryTo(channel, alarms, warnings);
  alarms.raise("clock-held", "an hour ahead");
  await until(() => taken.length === 3);
  alarms.clear("clock-held");
  await until(() => taken.length === 4);
  expect(delivery.failures).toBe(2);
  expect(warnings).toHaveLength(2);
  expect(warnings.join()).not.toContain("hidden");
  const [, , raised, cleared] = taken;
  expect(JSON.parse(raised?.body ?? "")).toMatchObject({
    exchange: "exchange.example",
    changes: [{ kind: "raised", alarm: { name: "clock-held", severity: "critical", text: "an hour ahead" } }],
  });
  expect(JSON.parse(cleared?.body ?? "")).toMatchObject({ changes: [{ kind: "cleared" }] });
  const { "x-candor-time": time, "x-candor-signature": signature } = raised?.headers ?? {};
  expect(signature).toBe(`sha256=${alarmSignature(SECRET, Number(time), raised?.body ?? "")}`);
  expect(alarmSignature("another secret here", Number(time), raised?.body ?? "")).not.toBe(signature);
});

test("ALARM-02 a receiver that is not there, or redirects, is an error that names no address", async () => {
  const { url } = await receiver(302);
  const report = { exchange: "x", sentAtMs: 1, changes: [] };
  for (const to of ["http://127.0.0.1:9/hook?key=hidden", url])
    await expect(postAlarms(to, SECRET, report)).rejects.toThrow(
      /^the alarm webhook (did not answer|answered)/,
    );
});

test("ALARM-02 a storm of alarms becomes a few messages, and a channel's missed alarms come with the next one", async () => {
  const alarms = new Alarms(Date.now);
  const messages: (readonly AlarmChange[])[] = [];
  let isDown = true;
  const channel: AlarmChannel = {
    name: "mail",
    send: (changes) => {
      if (isDown) return Promise.reject(new Error("down"));
      messages.push(changes);
      return Promise.resolve();
    },
  };
  const delivery = deliveryTo(channel, alarms);
  for (let index = 0; index < 90; index++) alarms.raise("deposit-waiting", "dust", `d0-${index}-0`);
  await until(() => delivery.failures >= 2);
  isDown = false;
  await until(() => messages.length === 1);
  expect(messages[0]).toHaveLength(90);
  for (let index = 0; index < 50; index++) {
    alarms.raise("clock-held", "again");
    alarms.clear("clock-held");
  }
  await until(() => messages.length === 2);
  expect(messages[1]?.length).toBe(100);
  await sleep(250);
  expect(messages).toHaveLength(2);
});

test("ALARM-02 alarms raised during shutdown are still sent", async () => {
  const { url, taken } = await receiver(200);
  const alarms = new Alarms(Date.now);
  const delivery = deliveryTo(
    { name: "webhook", send: (changes) => postAlarms(url, SECRET, { exchange: "x", sentAtMs: 1, changes }) },
    alarms,
  );
  alarms.raise("server-ended", "the disk is full");
  await delivery.close();
  expect(taken).toHaveLength(1);
});

test("ALARM-02 a mail's subject names the alarm, and each line says since when and what to do", () => {
  const alarm = {
    name: "market-unpriced",
    severity: "critical",
    subject: "ETHBTC",
    text: "fresh prices from 1 of 2 sources",
    sinceMs: 0,
  } as const;
  const { to, subject, text } = alarmMail("desk@exchange.example", "exchange.example", [
    { kind: "raised", alarm },
    { kind: "cleared", alarm: { ...alarm, subject: "BTCUSDT" } },
  ]);
  expect([to, subject]).toEqual([
    "desk@exchange.example",
    "[exchange.example] ALARM: Market without fresh prices",
  ]);
  expect(text).toContain(
    "RAISED critical Market without fresh prices (ETHBTC): fresh prices from 1 of 2 sources [since 1970-01-01",
  );
  expect(text).toContain("CLEARED critical Market without fresh prices (BTCUSDT)");
});
