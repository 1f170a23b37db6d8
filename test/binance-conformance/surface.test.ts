import { DESCRIBED_CALLS } from "@candor/server/edge/binance-api/openapi/binance-openapi";
import { ALIAS, UNSUPPORTED } from "@candor/server/edge/binance-api/openapi/described-calls";
import { PARAMETERS } from "@candor/server/edge/binance-api/openapi/parameter-shapes";
import { callBehind } from "@candor/server/edge/binance-api/ws-api/ws-api-methods";
import { expect, test } from "vitest";
import { z } from "zod";
import { FUTURES_EVENTS } from "./futures-facts.ts";
import {
  FUTURES_ACCOUNT_EVENTS,
  FUTURES_METHODS,
  FUTURES_STREAMS,
  FUTURES_SURFACE,
  SPOT_ACCOUNT_EVENTS,
  SPOT_METHODS,
  SPOT_STREAMS,
  SPOT_SURFACE,
} from "./published-surface.ts";
import { SPOT_EVENTS } from "./spot-facts.ts";
import { ABSENT, DIFFERENT, ENUMERATIONS, MORE, NOT_ALLOWED, NOT_TRADING } from "./surface-verdicts.ts";

/**
 * Binance's published surface against what is served. Calls are served as described (BIN-29); payloads and events are
 * compared field by field in conformance.test.ts (BIN-50).
 */
const CALLS = { ...SPOT_SURFACE, ...FUTURES_SURFACE };
/** Methods about the connection itself, which are no calls. */
const OF_CONNECTION = /^(?:session|userDataStream)\./;

type Verdict = "as at Binance" | "in part" | "different" | "absent";

interface Row {
  readonly name: string;
  readonly verdict: Verdict;
  readonly why: string;
}

/** Parameters of a described call that are accepted, and those that are refused unless they ask for nothing. */
function namesOf(call: string): { readonly taken: Set<string>; readonly refused: Set<string> } {
  const words = (DESCRIBED_CALLS[call]?.[1] ?? "").split(" ").filter((word) => word !== "");
  const plain = (word: string) =>
    word
      .replace(UNSUPPORTED, "")
      .replace(ALIAS, "")
      .replace(/[:!].*$/, "");
  const isRefused = (word: string) => word.startsWith(UNSUPPORTED);
  return {
    taken: new Set(words.filter((word) => !isRefused(word)).map(plain)),
    refused: new Set(words.filter(isRefused).map(plain)),
  };
}

/** Binance's parameters that a served call refuses. */
function refusedBy(call: string, takes: string): readonly string[] {
  const { refused, taken } = namesOf(call);
  return takes
    .split(" ")
    .filter((name) => name !== "" && !NOT_ALLOWED.test(name) && (refused.has(name) || !taken.has(name)));
}

/** @param call the call that a method serves: what differs in it differs in the method */
function rowOf(name: string, refused: readonly string[] = [], call = ""): Row {
  const absent = ABSENT[name];
  if (absent !== undefined) return { name, verdict: "absent", why: absent };
  const different = DIFFERENT[name] ?? DIFFERENT[call];
  const without = refused.length === 0 ? "" : `without ${refused.map((each) => `\`${each}\``).join(", ")}`;
  if (different !== undefined)
    return { name, verdict: "different", why: [different, without].filter((each) => each !== "").join("; ") };
  return { name, verdict: without === "" ? "as at Binance" : "in part", why: without };
}

const callRows = (surface: Readonly<Record<string, string>>): Row[] =>
  Object.entries(surface).map(([call, takes]) =>
    rowOf(call, ABSENT[call] === undefined ? refusedBy(call, takes) : []),
  );
/** Methods refuse what their calls refuse, and differ where they differ. */
const methodRows = (prefix: string, names: readonly string[]): Row[] =>
  names.map((name) => {
    const call = callBehind(prefix, name);
    return rowOf(`method ${name}`, call === undefined ? [] : refusedBy(call, takesOf(call)), call);
  });
/** Calls that Binance serves as methods only take what is described here. */
const takesOf = (call: string): string => (CALLS as Readonly<Record<string, string>>)[call] ?? "";
const named = (prefix: string, names: readonly string[]): Row[] =>
  names.map((name) => rowOf(`${prefix} ${name}`));

const SECTIONS: readonly (readonly [title: string, rows: readonly Row[]])[] = [
  ["Spot: calls", callRows(SPOT_SURFACE)],
  ["Spot: methods of the WebSocket API", methodRows("/api/v3", SPOT_METHODS)],
  ["Spot: streams", named("spot stream", SPOT_STREAMS)],
  ["Spot: events of an account", named("spot event", SPOT_ACCOUNT_EVENTS)],
  ["USDⓈ-M futures: calls", callRows(FUTURES_SURFACE)],
  ["USDⓈ-M futures: methods of the WebSocket API", methodRows("/fapi", FUTURES_METHODS)],
  ["USDⓈ-M futures: streams", named("futures stream", FUTURES_STREAMS)],
  ["USDⓈ-M futures: events of an account", named("futures event", FUTURES_ACCOUNT_EVENTS)],
];
const VERDICTS: readonly Verdict[] = ["as at Binance", "in part", "different", "absent"];

/** Values of an enumeration that are not accepted here. */
function missingValues(values: string, parameter: string): readonly string[] {
  const shape = PARAMETERS[parameter];
  if (shape === undefined) throw new Error(`there is no parameter ${parameter}`);
  const { enum: accepted = [] } = z.toJSONSchema(shape) as { readonly enum?: readonly string[] };
  return values.split(" ").filter((value) => !accepted.includes(value));
}

test("BIN-76 every published call is served or listed as absent, and every served call is published", () => {
  for (const call of Object.keys(CALLS)) {
    const isServed = DESCRIBED_CALLS[call] !== undefined;
    expect(isServed, call).toBe(ABSENT[call] === undefined);
  }
  const served = Object.keys(DESCRIBED_CALLS).filter((call) => /\/api\/v3|\/fapi|\/futures\/data/.test(call));
  expect(served.filter((call) => !(call in CALLS) && !MORE.includes(call))).toEqual([]);
});

test("BIN-76 every published method is served or listed as absent", () => {
  for (const [prefix, methods] of [
    ["/api/v3", SPOT_METHODS],
    ["/fapi", FUTURES_METHODS],
  ] as const)
    for (const method of methods.filter((name) => !OF_CONNECTION.test(name))) {
      const call = callBehind(prefix, method);
      expect(call !== undefined, method).toBe(ABSENT[`method ${method}`] === undefined);
      if (call !== undefined) expect(DESCRIBED_CALLS, method).toHaveProperty([call]);
    }
});

test("BIN-76 every published event of an account is compared field by field or listed as absent", () => {
  for (const [kind, events, facts] of [
    ["spot", SPOT_ACCOUNT_EVENTS, SPOT_EVENTS],
    ["futures", FUTURES_ACCOUNT_EVENTS, FUTURES_EVENTS],
  ] as const)
    for (const event of events)
      expect(event in facts, event).toBe(ABSENT[`${kind} event ${event}`] === undefined);
});

test("BIN-76 no verdict is about something that is not published", () => {
  const names = new Set(SECTIONS.flatMap(([, rows]) => rows.map(({ name }) => name)));
  expect([DIFFERENT, ABSENT, NOT_TRADING].flatMap(Object.keys).filter((name) => !names.has(name))).toEqual(
    [],
  );
});

/** `docs/binance-conformance.md` is generated by this test: `vitest -u`. */
test("BIN-76 the published table is this comparison", async () => {
  const count = (rows: readonly Row[], verdict: Verdict) =>
    rows.filter((row) => row.verdict === verdict).length;
  const all = SECTIONS.flatMap(([, rows]) => rows);
  const trading = all.filter(({ name }) => NOT_TRADING[name] === undefined);
  const share = (rows: readonly Row[], ...verdicts: Verdict[]) => {
    const found = rows.filter(({ verdict }) => verdicts.includes(verdict)).length;
    return `${((100 * found) / rows.length).toFixed(0)} %`;
  };
  const summary = [...SECTIONS, ["All", all] as const, ["Of these: trading", trading] as const].map(
    ([title, rows]) =>
      `| ${title} | ${rows.length} | ${VERDICTS.map((verdict) => count(rows, verdict)).join(" | ")} | ${share(rows, "as at Binance")} | ${share(rows, "as at Binance", "in part", "different")} |`,
  );
  const text = [
    "# Conformance with Binance",
    "",
    "Every call, method, stream and event of Binance's spot and USDⓈ-M futures APIs, from its documentation of July and August 2026.",
    "*As at Binance*: the same parameters, fields and meaning. *In part*: some parameters are refused unless they ask for nothing.",
    "Pegged orders are refused as on markets of Binance whose `pegInstructionsAllowed` is false.",
    "Trailing spot orders have no `trailingTime` (`D` in events): when an order starts to trail is not recorded.",
    "*Different*: served, with the difference named. The tests of `test/binance-conformance` compare fields and types of replies and",
    "events, and generate this page. [The API's page](binance-api.md) explains the differences.",
    "*Trading* is everything about orders, positions, balances, market data and their events. Not trading:",
    `${[...new Set(Object.values(NOT_TRADING))].join(", ")}.`,
    "",
    "| | published | as at Binance | in part | different | absent | as at Binance | served |",
    "|---|---|---|---|---|---|---|---|",
    ...summary,
    "",
    "## Enumerations",
    "",
    "| enumeration | values | not here |",
    "|---|---|---|",
    ...ENUMERATIONS.map(
      ([what, values, parameter]) =>
        `| ${what} | ${values.split(" ").join(", ")} | ${missingValues(values, parameter).join(", ")} |`,
    ),
    ...SECTIONS.flatMap(([title, rows]) => [
      "",
      `## ${title}`,
      "",
      "| name | verdict | |",
      "|---|---|---|",
      ...rows.map(
        ({ name, verdict, why }) =>
          `| \`${name.replace(/^(?:method|\w+ stream|\w+ event) /, "")}\` | ${verdict} | ${why} |`,
      ),
    ]),
    "",
  ].join("\n");
  await expect(text).toMatchFileSnapshot("../../docs/binance-conformance.md");
});
