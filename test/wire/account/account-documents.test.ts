import { afterAll, beforeAll, expect, test } from "vitest";
import { accepted, GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";
import type { WireClient } from "../../support/wire-client.ts";

let exchange: GatewayUnderTest;
let ada: WireClient;
let ben: WireClient;
beforeAll(async () => {
  exchange = await GatewayUnderTest.start();
  ada = await exchange.trader("ada@example.org");
  ben = await exchange.trader("ben@example.org");
});
afterAll(async () => {
  expect(exchange.errors).toEqual([]);
  await exchange.close();
});

const save = async (client: WireClient, name: string, value: unknown, basedOn = 0) =>
  accepted(await client.call("saveDocument", { name, value, basedOn }));
const read = async (client: WireClient, names?: readonly string[]) =>
  accepted(await client.call("accountDocuments", { ...(names && { names }) })).list;

const LAYOUT = {
  sizes: { chart: 0.62, tape: null },
  hidden: ["tape", ""],
  note: "",
  of: { deep: { er: "" } },
};

test("SAVED-01 a document is read as it was saved, and only by its account", async () => {
  const { saved, version, newer } = await save(ada, "layout", LAYOUT);
  expect({ saved, newer }).toEqual({ saved: true, newer: null });
  await save(ada, "drawings:BTCUSDT", [{ kind: "line", points: [1, 2] }]);
  expect(await read(ada, ["layout", "layout", "unknown"])).toEqual([
    { name: "layout", version, value: LAYOUT },
  ]);
  expect((await read(ada)).map(({ name }) => name)).toEqual(["layout", "drawings:BTCUSDT"]);
  expect(await read(ben)).toEqual([]);
  await save(ben, "layout", false);
  expect((await read(ada, ["layout"]))[0]?.value).toEqual(LAYOUT);
  const visitor = exchange.client();
  expect((await visitor.call("accountDocuments")).code).toBe(48);
  expect((await visitor.call("saveDocument", { name: "layout", value: 1, basedOn: 0 })).code).toBe(48);
});

test("SAVED-01 a save based on an older version changes nothing and returns the newer one", async () => {
  const first = await save(ada, "lists", { names: ["one"] });
  const second = await save(ada, "lists", { names: ["one", "two"] }, first.version);
  expect(second.version).toBeGreaterThan(first.version);
  const newer = { name: "lists", version: second.version, value: { names: ["one", "two"] } };
  for (const basedOn of [first.version, 0])
    expect(await save(ada, "lists", { names: [] }, basedOn)).toEqual({
      saved: false,
      version: second.version,
      newer,
    });
  // Its answer was lost, so it is sent again.
  expect(await save(ada, "lists", { names: ["one", "two"] }, first.version)).toEqual({
    saved: true,
    version: second.version,
    newer: null,
  });
  expect(await read(ada, ["lists"])).toEqual([newer]);
  expect(await save(ada, "lists", null, second.version)).toEqual({ saved: true, version: 0, newer: null });
  expect(await read(ada, ["lists"])).toEqual([]);
  expect(await save(ada, "lists", {}, second.version)).toEqual({ saved: false, version: 0, newer: null });
  expect((await save(ada, "lists", {}, 0)).version).toBeGreaterThan(second.version);
});

test("SAVED-02 a name, a value or a version that is missing or malformed is rejected with its field", async () => {
  const good = { name: "layout", value: 1, basedOn: 0 };
  const cases: readonly [object, string, string][] = [
    [{ ...good, name: undefined }, "name", "missing"],
    [{ ...good, name: "Layout" }, "name", "format"],
    [{ ...good, name: "drawings:" }, "name", "format"],
    [{ ...good, name: "a".repeat(65) }, "name", "range"],
    [{ ...good, value: undefined }, "value", "missing"],
    [{ ...good, basedOn: -1 }, "basedOn", "range"],
    [{ ...good, basedOn: undefined }, "basedOn", "missing"],
    [{ ...good, value: [[[[[[[[1]]]]]]]] }, "data", "format"],
    [{ ...good, value: "x".repeat(4_097) }, "data", "format"],
  ];
  for (const [request, path, reason] of cases) {
    const answer = await ben.call("saveDocument", request);
    expect([answer.code, answer.data], path).toEqual([
      111,
      { error: "request.parameterError", fields: [{ path, reason }] },
    ]);
  }
  expect(await read(ben, ["layout"])).toMatchObject([{ value: false }]);
});

test("SAVED-02 a number too large for JSON's readers is rejected instead of becoming null", async () => {
  const { version } = await save(ben, "numbers", { a: 1.5 });
  for (const value of ["1e999", "-1e999", '{"a":1e999}', '{"a":[{"b":[0,-1e400]}]}']) {
    const data = Buffer.from(`{"name":"numbers","value":${value},"basedOn":${version}}`).toString("base64");
    const answer = await ben.postRaw("saveDocument", `data=${encodeURIComponent(data)}`);
    expect([answer.code, answer.data], value).toEqual([
      111,
      { error: "request.parameterError", fields: [{ path: "value", reason: "range" }] },
    ]);
  }
  expect(await read(ben, ["numbers"])).toEqual([{ name: "numbers", version, value: { a: 1.5 } }]);
});

test("SAVED-02 saves are limited per minute and say when the next one is possible", async () => {
  exchange.time.ms += 67_000;
  const cyd = await exchange.trader("cyd@example.org");
  let { version } = await save(cyd, "layout", 0);
  for (let index = 1; index < 60; index++) ({ version } = await save(cyd, "layout", index, version));
  const refused = await cyd.call("saveDocument", { name: "layout", value: 60, basedOn: version });
  expect([refused.code, refused.data.error]).toEqual([212, "request.tooFast"]);
  expect(refused.data).toMatchObject({ params: { retryAfterMs: expect.any(Number) } });
  expect(await read(cyd)).toEqual([{ name: "layout", version, value: 59 }]);
});
