import type { Units } from "@candor/money/brand";
import type { CallReply } from "@candor/wire/calls";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accepted, GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";
import type { WireClient } from "../../support/wire-client.ts";

/** More than two pages of the export's reads. */
const GIFTS = 2_345;
const DAY_MS = 86_400_000;

let exchange: GatewayUnderTest;
let trader: WireClient;
let userId: number;
beforeAll(async () => {
  exchange = await GatewayUnderTest.start();
  trader = await exchange.registered("trader@example.org");
  userId = Number(accepted(await trader.call("profile")).id);
  await Promise.all(Array.from({ length: GIFTS }, (_, n) => gift(n + 1)));
});
afterAll(async () => {
  await exchange.close();
});

const gift = (units: number) =>
  exchange.engine.execute({
    kind: "deposit",
    userId,
    assetId: 0,
    amountUnits: units as Units,
    origin: "faucet",
    key: "",
  });

async function exported(filter: object = {}): Promise<CallReply<"exportRecords">> {
  exchange.time.ms += 600_000;
  const { asOfSeq } = accepted(await trader.call("walletIndex"));
  return accepted(await trader.call("exportRecords", { minSeq: asOfSeq, ...filter }));
}

const download = (url: string) => exchange.app.inject({ method: "GET", url });

/** Parses lines and fields as in RFC 4180. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  for (const line of text.split("\r\n").slice(0, -1)) {
    const fields = line.match(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)?.slice(0, 12) ?? [];
    rows.push(
      fields.map((field) =>
        field.replace(/,$/, "").replace(/^"([\s\S]*)"$/, (_, inner: string) => inner.replaceAll('""', '"')),
      ),
    );
  }
  return rows;
}

test("FUND-11 the file holds every entry, newest first, with the names of the wire", async () => {
  const reply = await exported();
  expect(reply).toMatchObject({ rows: GIFTS, fileName: "candor-funds-2024-12-31-2026-01-01.csv" });
  expect(reply.url).toBe(`/exports/${reply.fileName}`);
  expect(reply.fullurl).not.toContain(trader.token ?? "no token");
  const file = await download(reply.fullurl);
  expect([file.statusCode, file.headers["content-type"], file.headers["cache-control"]]).toEqual([
    200,
    "text/csv; charset=utf-8",
    "no-store",
  ]);
  expect(file.headers["content-disposition"]).toBe(`attachment; filename="${reply.fileName}"`);
  const [header, ...rows] = parseCsv(file.body);
  expect(header?.join()).toBe(
    "recordId,kind,wallet,asset,time,timeMs,seq,amount,balanceAfter,result,refId,note",
  );
  expect(rows).toHaveLength(GIFTS);
  const amounts = rows.map((row) => Number(row[7]) * 1e6);
  expect(Math.round(amounts.reduce((sum, amount) => sum + amount, 0))).toBe((GIFTS * (GIFTS + 1)) / 2);
  expect(new Set(rows.map(([recordId]) => recordId)).size).toBe(GIFTS);
  const { list } = accepted(await trader.call("moneyLog", { limit: 100 }));
  expect(rows.slice(0, 100)).toEqual(
    list.map((record) => [
      record.recordId,
      record.kind,
      record.wallet,
      record.asset,
      new Date(record.timeMs).toISOString(),
      String(record.timeMs),
      String(record.seq),
      record.amount,
      record.balanceAfter,
      record.result,
      record.refId ?? "",
      record.note ?? "",
    ]),
  );
});

test("FUND-11 a file is of the moment it was asked for, in English, with those filters", async () => {
  const nothing = await exported({ sinceMs: exchange.time.ms + 600_000 });
  expect(nothing.rows).toBe(0);
  expect(parseCsv((await download(nothing.fullurl)).body)).toHaveLength(1);
  exchange.time.ms += 1_000;
  await gift(5);
  const { rows, fullurl } = await exported({
    sinceMs: exchange.time.ms - 1_000,
    asset: "usdt",
    kind: ["faucet"],
  });
  expect(rows).toBe(1);
  await gift(6);
  const { asOfSeq } = accepted(await trader.call("walletIndex"));
  await trader.call("moneyLog", { minSeq: asOfSeq });
  expect(parseCsv((await download(fullurl)).body)).toHaveLength(2);
  trader.headers = { lang: "de" };
  const germans = await exported({ limit: 1, sinceMs: exchange.time.ms - 600_000 });
  trader.headers = {};
  expect(parseCsv((await download(germans.fullurl)).body)[1]?.[11]).toBe("Play money from the sandbox");
});

test("FUND-11 a link works for five minutes, unchanged only", async () => {
  const { fullurl } = await exported({ sinceMs: exchange.time.ms });
  expect((await download(fullurl)).statusCode).toBe(200);
  const ticket = new URL(fullurl, "http://localhost").searchParams.get("ticket") ?? "";
  const [payload, signature] = ticket.split(".");
  const content = JSON.parse(Buffer.from(payload ?? "", "base64url").toString()) as {
    filter: { userId: number };
  };
  const others = Buffer.from(
    JSON.stringify({ ...content, filter: { ...content.filter, userId: userId + 1 } }),
  ).toString("base64url");
  for (const wrong of ["", payload, `${payload}.`, `${others}.${signature}`, `${ticket}.x`, "a.b"])
    expect((await download(`/exports/x.csv?ticket=${wrong}`)).statusCode, wrong).toBe(404);
  expect((await download("/exports/x.csv")).statusCode).toBe(404);
  const odd = await download(`/exports/${encodeURIComponent('a"b\r\nc.csv')}?ticket=${ticket}`);
  expect(odd.headers["content-disposition"]).toBe('attachment; filename="a_b__c.csv"');
  exchange.site.set(false, "maintenance");
  expect((await download(fullurl)).statusCode).toBe(402);
  exchange.site.set(true, null);
  exchange.ready = false;
  expect((await download(fullurl)).statusCode).toBe(503);
  exchange.ready = true;
  exchange.time.ms += 299_999;
  expect((await download(fullurl)).statusCode).toBe(200);
  exchange.time.ms += 1;
  expect((await download(fullurl)).statusCode).toBe(404);
});

test("FUND-11 a period of more than 366 days is rejected, and so is the 31st file within the hour", async () => {
  const fresh = await exchange.registered("hurry@example.org");
  const nowMs = exchange.time.ms;
  const tooLong = await fresh.call("exportRecords", { sinceMs: nowMs - 367 * DAY_MS });
  expect([tooLong.code, tooLong.data.fields]).toEqual([111, [{ path: "sinceMs", reason: "range" }]]);
  const unlisted = await fresh.call("exportRecords", { asset: "NOPE" });
  expect(unlisted.data.fields).toEqual([{ path: "asset", reason: "range" }]);
  expect(
    accepted(await fresh.call("exportRecords", { sinceMs: nowMs - 366 * DAY_MS, untilMs: nowMs })).rows,
  ).toBe(0);
  for (let n = 0; n < 27; n++) accepted(await fresh.call("exportRecords"));
  const oneMore = await fresh.call("exportRecords");
  expect([oneMore.code, oneMore.data.error]).toEqual([212, "request.tooFast"]);
  expect(oneMore.headers["retry-after"]).toBeDefined();
});
