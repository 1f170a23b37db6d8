import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { GatewayMetrics } from "@candor/server/edge/gateway/metrics";
import { serveMetrics } from "@candor/server/edge/gateway/metrics-server";
import { PAGES_OF_ADDRESS } from "@candor/server/edge/gateway/rate-limits";
import { Alarms } from "@candor/server/operators/alarms/alarms";
import { CALL_NAMES, CALLS } from "@candor/wire/calls";
import { SOCKET_ORDERS } from "@candor/wire/socket-orders";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accepted, GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";

const SCRIPT = "export const x = 1;".repeat(200);

let exchange: GatewayUnderTest;
let webDirectory = "";
beforeAll(async () => {
  webDirectory = mkdtempSync(path.join(tmpdir(), "candor-web-"));
  mkdirSync(path.join(webDirectory, "assets"));
  const script = "document.title = 'Candor';";
  const page = `<!doctype html><script>${script}</script>`;
  writeFileSync(path.join(webDirectory, "index.html"), page);
  writeFileSync(path.join(webDirectory, "index.html.br"), brotliCompressSync(page));
  writeFileSync(path.join(webDirectory, "index.html.gz"), gzipSync(page));
  const hashed = path.join(webDirectory, "assets", "index-DiwrgTda.js");
  writeFileSync(hashed, SCRIPT);
  writeFileSync(`${hashed}.br`, brotliCompressSync(SCRIPT));
  writeFileSync(`${hashed}.gz`, gzipSync(SCRIPT));
  writeFileSync(path.join(webDirectory, "assets", "plain-DiwrgTda.js"), SCRIPT);
  writeFileSync(path.join(webDirectory, "manifest.webmanifest"), "{}");
  exchange = await GatewayUnderTest.start({ gateway: { webDirectory } });
});
afterAll(async () => {
  await exchange.close();
  rmSync(webDirectory, { recursive: true, force: true });
});

const get = (url: string, headers: Record<string, string> = {}) =>
  exchange.app.inject({ method: "GET", url, headers });

type Json = Record<string, unknown>;

test("WIRE-14 openapi.json has every call, its fields, its rejections and no reference that leads nowhere", async () => {
  const response = await get("/openapi.json");
  const document = response.json<Json>();
  const paths = document.paths as Record<string, Record<string, Json>>;
  expect(document.openapi).toBe("3.1.0");
  for (const name of CALL_NAMES) {
    const { method, path: callPath } = CALLS[name];
    const operation = paths[`/api${callPath}`]?.[method.toLowerCase()];
    expect(operation?.operationId).toBe(name);
  }
  expect(Object.keys(paths).length).toBe(CALL_NAMES.length);
  const components = document.components as Record<"schemas" | "responses", Json>;
  const targets = (["schemas", "responses"] as const).flatMap((kind) =>
    Object.keys(components[kind]).map((id) => `#/components/${kind}/${id}`),
  );
  const references = [...response.body.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference);
  expect(references.length).toBeGreaterThan(100);
  for (const reference of references) expect(targets).toContain(reference);
});

test("WIRE-14 openapi.json describes the orders over the socket", async () => {
  const { "x-socket": socket } = (await get("/openapi.json")).json<{
    "x-socket": { path: string; clientMessages: { type: string; schema: Json; reply: Json }[] };
  }>();
  expect(socket.path).toBe("/ws");
  const orders = socket.clientMessages.filter(({ type }) => type in SOCKET_ORDERS);
  expect(orders.map(({ type }) => type)).toEqual(Object.keys(SOCKET_ORDERS));
  const [place, cancel, replace] = orders.map(({ reply, schema }) => ({
    reply,
    data: (schema.properties as Record<string, Json>).data ?? {},
  }));
  expect(place?.data.oneOf).toHaveLength(4);
  expect(cancel?.data).toMatchObject({ properties: { orderId: {}, clientOrderId: {} } });
  expect(replace?.data).toMatchObject({ properties: { cancel: {}, place: {} }, additionalProperties: false });
  expect(replace?.reply).toMatchObject({ properties: { canceled: {}, placed: {} } });
  // A replacement never buys a timed option.
  expect(JSON.stringify(place?.reply)).toContain("OptionOrder");
  expect(JSON.stringify(replace?.reply)).not.toContain("OptionOrder");
});

test("WIRE-24 openapi.json documents a used key's 300 and the HTTP statuses that the server sends", async () => {
  const paths = (await get("/openapi.json")).json<Json>().paths as Record<string, Record<string, Json>>;
  const described = (name: (typeof CALL_NAMES)[number]) => {
    const { method, path: callPath } = CALLS[name];
    const operation = paths[`/api${callPath}`]?.[method.toLowerCase()] ?? {};
    return {
      statuses: Object.keys(operation.responses as Json),
      codes: (operation["x-rejections"] as { code: number }[]).map(({ code }) => code),
    };
  };
  const form = (name: (typeof CALL_NAMES)[number], last: number) => {
    const { codes } = described(name);
    expect(codes.indexOf(300), name).toBe(codes.indexOf(last) + 1);
  };
  for (const name of ["doOrder", "contractOrder", "leverOrder", "reduce"] as const) form(name, 100);
  for (const name of ["faucet", "miningBuy", "chatSend", "withdraw"] as const) form(name, 111);
  form("transfer", 112);
  form("addSite", 131);
  for (const name of ["cancel", "record", "login"] as const)
    expect(described(name).codes, name).not.toContain(300);
  expect(described("depth").statuses).toEqual(["200", "402", "413", "500", "503"]);
  expect(described("siteStatus").statuses).toEqual(["200", "413", "500", "503"]);
});

test("WIRE-24 openapi.json keeps requests that move money to their fields, and lets replies grow", async () => {
  const { components, paths } = (await get("/openapi.json")).json<{ components: Json; paths: Json }>();
  const schemas = components.schemas as Record<string, Json>;
  expect(schemas.SpotOrderRequest).toHaveProperty("additionalProperties", false);
  expect(schemas.Order).not.toHaveProperty("additionalProperties");
  const order = (paths as Record<string, Record<string, Json>>)["/api/Entrus/doOrder"]?.post;
  expect(JSON.stringify(order?.responses)).not.toContain("additionalProperties");
});

test("WIRE-14 the docs page and its parts are served from here, and load nothing from elsewhere", async () => {
  const page = await get("/docs");
  expect(page.statusCode).toBe(200);
  const parts = [...page.body.matchAll(/(?:src|href)="([^"#]+)"/g)].map(([, url]) => url ?? "");
  for (const url of parts.filter((part) => !part.startsWith("data:")))
    expect((await get(url)).statusCode, url).toBe(200);
  for (const url of ["/docs", "/docs/docs.js", "/docs/docs.css"]) {
    const { body, headers } = await get(url);
    expect(body).not.toMatch(/https?:\/\//);
    expect(headers["content-security-policy"]).toContain("default-src 'self'");
  }
  expect((await get("/docs/docs.css")).body).toContain("prefers-color-scheme: dark");
});

test("WIRE-15 a page's address without its mark leads to the page, here and nowhere else", async () => {
  const to = async (url: string) => {
    const { headers, statusCode } = await get(url);
    return [statusCode, headers.location];
  };
  expect(await to("/pages/home/index")).toEqual([302, "/#/pages/home/index"]);
  expect(await to("/pages/trans/index?symbol=ETHUSDT&x=%2F%0d%0a")).toEqual([
    302,
    "/#/pages/trans/index?symbol=ETHUSDT&x=%2F%0d%0a",
  ]);
  expect(await to("/pages/..//evil.example")).toEqual([404, undefined]);
  expect((await to("/nowhere"))[0]).toBe(404);
});

test("WIRE-15 the web app's page is revalidated each time, hashed files are cached permanently", async () => {
  const page = await get("/");
  expect([page.statusCode, page.headers["cache-control"]]).toEqual([200, "no-cache"]);
  const script = await get("/assets/index-DiwrgTda.js", { "accept-encoding": "gzip" });
  expect(script.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect(script.headers["content-encoding"]).toBe("gzip");
  expect((await get("/manifest.webmanifest")).headers["cache-control"]).toBe("no-cache");
  expect((await get("/assets/none.js")).statusCode).toBe(404);
  expect((await get("/../package.json")).statusCode).toBe(404);
  expect((await get("/..%2fpackage.json")).statusCode).not.toBe(200);
});

test.each(["", "gzip", "br", "gzip, deflate, br, zstd"])(
  "WIRE-15 the site's own address is its page for a browser that takes %j",
  async (encodings) => {
    const headers = encodings === "" ? {} : { "accept-encoding": encodings };
    for (const url of ["/", "/index.html"]) {
      const page = await get(url, headers);
      expect([page.statusCode, page.headers["content-type"]], url).toEqual([200, "text/html; charset=utf-8"]);
    }
  },
);

test("WIRE-15 pages may load from this site only, and their own inline script by its hash", async () => {
  const { headers } = await get("/");
  const policy = String(headers["content-security-policy"]);
  expect(policy).toMatch(/script-src 'self' 'sha256-[A-Za-z0-9+/]{43}='/);
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain("upgrade-insecure-requests");
  expect(headers["x-content-type-options"]).toBe("nosniff");
});

test("WIRE-15 every icon and flag named by a reply exists", async () => {
  const { assets } = accepted(await exchange.client().call("coinList"));
  for (const { iconUrl } of assets) {
    const icon = await get(iconUrl);
    expect([icon.statusCode, icon.headers["content-type"]]).toEqual([200, "image/svg+xml"]);
  }
  expect((await get("/coins/nope.svg")).statusCode).toBe(404);
  const { languages } = accepted(await exchange.client().call("publicIndex"));
  const publicFiles = path.resolve(import.meta.dirname, "../../../apps/web/public");
  for (const { flagUrl } of languages)
    expect(existsSync(path.join(publicFiles, flagUrl)), flagUrl).toBe(true);
});

test("WIRE-17 healthz reports each part's progress, and 503 when calls are not answered", async () => {
  const health = await get("/healthz");
  expect(health.statusCode).toBe(200);
  expect(health.json()).toMatchObject({
    status: "ok",
    mode: "sandbox",
    siteOpen: true,
    engine: { ready: true, durableSeq: exchange.engine.durableSeq },
    marketData: { markets: 3 },
  });
  exchange.ready = false;
  const down = await get("/healthz");
  expect([down.statusCode, down.json<Json>().status]).toEqual([503, "unavailable"]);
  exchange.ready = true;
});

test("WIRE-17 metrics count calls by path and outcome on a port of their own", async () => {
  const metrics = new GatewayMetrics();
  const meter = metrics.meter("/Entrus/doOrder");
  meter.accepted(2);
  meter.accepted(3);
  meter.rejected("trade.insufficientBalance", 1);
  metrics.gauge("candor_engine_durable_seq", "Sequence number of the last durable command.", () => 42);
  const alarms = new Alarms(Date.now);
  alarms.raise("clock-held", "an hour ahead");
  const server = await serveMetrics(metrics, alarms, "127.0.0.1", 0);
  try {
    const { port } = server.address() as AddressInfo;
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(text).toContain('candor_http_calls_total{path="/Entrus/doOrder",outcome="accepted"} 2');
    expect(text).toContain('outcome="trade.insufficientBalance"} 1');
    expect(text).toContain("candor_engine_durable_seq 42");
    const described = (await (await fetch(`http://127.0.0.1:${port}/alarms`)).json()) as Json;
    expect(described.alarms).toMatchObject([{ name: "clock-held", text: "an hour ahead" }]);
    expect((await fetch(`http://127.0.0.1:${port}/other`)).status).toBe(404);
    expect((await get("/metrics")).statusCode).toBe(404);
  } finally {
    server.close();
  }
});

test("SEC-14 built files are sent as compressed by the build, each with its own tag, and none is compressed here", async () => {
  const url = "/assets/index-DiwrgTda.js";
  const forms = { br: brotliCompressSync(SCRIPT), gzip: gzipSync(SCRIPT), "": Buffer.from(SCRIPT) };
  const tags = new Set<unknown>();
  for (const [encoding, body] of Object.entries(forms)) {
    const { headers, rawPayload } = await get(url, encoding === "" ? {} : { "accept-encoding": encoding });
    expect(headers["content-encoding"] ?? "").toBe(encoding);
    expect(headers["content-length"]).toBe(String(body.length));
    expect(rawPayload.equals(body)).toBe(true);
    expect(headers["content-type"]).toMatch(/^(text|application)\/javascript/);
    expect(headers.vary).toContain("accept-encoding");
    expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    tags.add(headers.etag);
    const again = await get(url, { "accept-encoding": encoding, "if-none-match": String(headers.etag) });
    expect(again.statusCode).toBe(304);
  }
  expect(tags.size).toBe(3);
  expect((await get(url, { "accept-encoding": "gzip, deflate, br" })).headers["content-encoding"]).toBe("br");
  expect((await get(url, { "accept-encoding": "br;q=0, gzip" })).headers["content-encoding"]).toBe("gzip");
  for (const [encoding, sent] of [
    ["br", "br"],
    ["gzip", "gzip"],
    ["", undefined],
  ] as const) {
    const page = await get("/", { "accept-encoding": encoding });
    expect([page.statusCode, page.headers["content-encoding"]]).toEqual([200, sent]);
    expect(page.headers["content-type"]).toContain("text/html");
    expect(page.headers["cache-control"]).toBe("no-cache");
  }
  // A file without compressed forms, and pages that are not files, are sent uncompressed.
  for (const plain of ["/assets/plain-DiwrgTda.js", "/docs", "/openapi.json"])
    expect((await get(plain, { "accept-encoding": "br, gzip" })).headers["content-encoding"], plain).toBe(
      undefined,
    );
});

test("SEC-14 pages, pictures, files and unknown paths count together by address, and calls still work", async () => {
  const from = (remoteAddress: string, url: string) =>
    exchange.app.inject({ method: "GET", url, remoteAddress });
  const urls = ["/", "/assets/index-DiwrgTda.js", "/docs", "/healthz", "/nowhere", "/exports/a?ticket=b"];
  const { count } = PAGES_OF_ADDRESS;
  for (let request = 0; request < count; request++)
    expect((await from("203.0.113.77", urls[request % urls.length] ?? "")).statusCode).not.toBe(429);
  const others = ["/console", "/uploads/x", "/pictures/x", "/outbox", "//API.js", "/api/nothing", "/fapi"];
  for (const url of [...urls, ...others]) {
    const refused = await from("203.0.113.77", url);
    expect([url, refused.statusCode]).toEqual([url, 429]);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  }
  expect((await from("203.0.113.78", "/")).statusCode).toBe(200);
  const caller = exchange.client();
  caller.address = "203.0.113.77";
  accepted(await caller.call("article"));
});
