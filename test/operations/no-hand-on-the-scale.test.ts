import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { COMMAND_KINDS, type Command, type CommandKind } from "@candor/domain/commands/commands";
import type { Units } from "@candor/money/brand";
import { LIVE_RISK_RULES } from "@candor/server/custody/withdrawals/withdrawal-rules";
import { CONSOLE_CALLS } from "@candor/server/edge/console-api/console-calls";
import { COMMAND_TEXTS } from "@candor/server/operators/protocol/command-texts";
import { CALL_NAMES, CALLS } from "@candor/wire/calls";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type ConsoleClient, ConsoleUnderTest } from "../support/console/console-under-test.ts";
import { withMaker } from "../support/scenario/spot-world.ts";
import { accepted } from "../support/wire/gateway-under-test.ts";
import type { WireClient } from "../support/wire-client.ts";
import { CORE_REACH, OPERATOR_EVENTS, OPERATOR_REACH } from "./core-reach.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const SERVER = path.join(ROOT, "apps/server/src");
const PAGE = readFileSync(path.join(ROOT, "docs/no-hand-on-the-scale.md"), "utf8");

const sources = globSync("**/*.ts", { cwd: SERVER, exclude: ["**/*.test.ts", "**/testing/**"] })
  .map((file) => ({ file, text: readFileSync(path.join(SERVER, file), "utf8") }))
  .sort((a, b) => (a.file < b.file ? -1 : 1));

/** Other records may share a command's name: the command's fields distinguish them. */
const MARKS: Partial<Record<CommandKind, RegExp>> = {
  deposit: /kind: "deposit",[^}]*origin/,
  transfer: /kind: "transfer",[^}]*userId/,
  "set-mining-plan": /kind: "set-mining-plan",[^}]*plan/,
};

test.each(COMMAND_KINDS)("OPS-01 the server makes %s where it is documented, and nowhere else", (kind) => {
  const { files, by, writes } = CORE_REACH[kind];
  const mark = MARKS[kind] ?? new RegExp(`kind: "${kind}"`);
  const makers = sources.filter(({ text }) => mark.test(text));
  expect(makers.map(({ file }) => file)).toEqual([...files].sort());
  expect(PAGE).toContain(`| \`${kind}\` | ${by.join(", ")} | ${writes} |`);
});

test("OPS-01 only the engine's own ports execute commands of the exchange", () => {
  const callers = sources.filter(({ text }) => /engine\.execute\(|\bexecute\(\{ kind/.test(text));
  const modules = new Set(
    callers.map(({ file }) =>
      file
        .split("/")
        .slice(0, file.startsWith("config/") ? 1 : 2)
        .join("/"),
    ),
  );
  expect([...modules].toSorted()).toEqual([
    "config",
    "custody/chain",
    // What a custody process asks for, once its deposit and its kind were checked.
    "custody/link",
    "custody/withdrawals",
    "edge/gateway",
    "edge/sandbox-door",
    "engine/home",
    "engine/runtime",
    "market/liquidity",
    "market/prices",
    "operators/alarms",
    "operators/desk",
    "people/identity",
  ]);
  // A call acts for its session's user, never for a user named in the payload.
  for (const { file, text } of callers.filter((each) => each.file.startsWith("edge/gateway/")))
    expect(/userOf\(|context\.session|userId/.test(text), file).toBe(true);
});

test("OPS-01 operator commands change only their own settings and decide nothing", () => {
  const terms = {
    asset: "USDT",
    minStake: "5",
    maxStake: "50",
    userCap: "90",
    expiryCap: "90",
    poolCap: "90",
  };
  const plan = { asset: "USDT", price: "10", totalOutput: "11", durationDays: 30, hashRateGhs: 1, stock: 1 };
  const variants: Partial<Record<CommandKind, readonly object[]>> = {
    "list-asset": [{ asset: { symbol: "ETH", name: "Ether", scale: 8, minTransfer: "1" } }],
    "set-market-status": [
      { marketId: 0, status: "halted" },
      { marketId: 0, status: "trading" },
    ],
    "set-market-fees": [{ marketId: 0, makerFeePpm: 0, takerFeePpm: 900_000 }],
    "set-mining-plan": [{ planId: 0, plan: { ...plan, name: "M", limitPerUser: 1, refundPpm: 1 } }],
    "set-option-terms": [{ terms: { ...terms, offers: [] } }],
    "set-referral-rate": [{ ratePpm: 1_000_000 }],
    "set-withdrawal-rules": [{ rules: LIVE_RISK_RULES }],
    "set-site": [{ isOpen: false, message: "" }],
    "endow-pool": [{ pool: "insurance", assetId: 0, totalUnits: 5 as Units }],
    "freeze-account": [{ userId: 10_001, wallet: "coin", isFrozen: true }],
  };
  const s = withMaker();
  s.execute({ kind: "set-site", isOpen: true, message: "" });
  s.user("ana", { USDT: "5000" });
  s.limit("ana", "buy", "1", "985");
  s.stopMarket("ana", "buy", "1", "1015");
  const before = s.balances("ana");
  for (const [kind, each] of Object.entries(variants))
    for (const fields of each) {
      const { error, events } = s.execute({ ...fields, kind } as unknown as Command);
      expect(error, kind).toBeUndefined();
      const strange = events.slice(1).filter((event) => {
        const allowed: readonly string[] = OPERATOR_EVENTS[kind as CommandKind] ?? [];
        return !allowed.includes(event.kind);
      });
      expect(strange, kind).toEqual([]);
    }
  expect(s.balances("ana")).toEqual(before);
});

let office: ConsoleUnderTest;
let owner: ConsoleClient;
let ana: WireClient;
let anaId: number;
beforeAll(async () => {
  office = await ConsoleUnderTest.start();
  owner = await office.operator("olga", "owner", "risk", "finance", "support", "editor");
  ana = await office.exchange.trader("ana@example.org", { USDT: "1000" });
  anaId = Number(accepted(await ana.call("profile")).id);
});
afterAll(() => office.close());

/** Returns the commands executed while `act` runs, except those from clock and price sources. */
async function executedBy(act: () => Promise<unknown>): Promise<readonly Command[]> {
  const executed: Command[] = [];
  const { engine } = office.exchange;
  const execute = engine.execute.bind(engine);
  const spy = vi.spyOn(engine, "execute").mockImplementation((command) => {
    executed.push(command);
    return execute(command);
  });
  await act();
  spy.mockRestore();
  return executed.filter(({ kind }) => kind !== "advance-time" && kind !== "observe-price");
}

const INPUTS: readonly (object | undefined)[] = [
  undefined,
  { makerFeePpm: 5, takerFeePpm: 5 },
  { status: "cancel-only" },
  { ratePpm: 5 },
  { message: "closed" },
  { wallet: "coin", asset: "USDT", amount: "5", account: "outside-world" },
];

test("OPS-01 every operator command, tried with every target and input, reaches no more of the exchange than documented", async () => {
  const targets = ["", String(anaId), `${anaId}/coin`, "1", "fees.spot.BTCUSDT", "status.spot.BTCUSDT", "x"];
  let reached = 0;
  for (const [words, text] of Object.entries(COMMAND_TEXTS)) {
    const inputs = "input" in text ? INPUTS : [undefined];
    const allowed = OPERATOR_REACH[words] ?? [];
    const executed = await executedBy(async () => {
      for (const target of targets)
        for (const input of inputs)
          await owner.command(words, target, { reason: "a try", ...(input === undefined ? {} : { input }) });
    });
    const strange = executed.filter(({ kind }) => !allowed.includes(kind));
    expect(strange, words).toEqual([]);
    reached += executed.length;
    if (allowed.length > 0)
      expect(PAGE).toContain(`| \`${words}\` | ${allowed.map((kind) => `\`${kind}\``).join(", ")} |`);
  }
  expect(reached).toBeGreaterThan(5);
  // One operator proposed and tried to confirm: no balance changed.
  const { balances } = await office.exchange.engine.accountView(anaId);
  expect(balances).toMatchObject([{ wallet: "coin", assetId: 0, availableUnits: 1_000_000_000 }]);
});

test("OPS-01 the calls of the console only look, but for the one that hands on commands", async () => {
  for (const name of Object.keys(CONSOLE_CALLS)) {
    const executed = await executedBy(() => owner.call(name, { user: String(anaId), query: String(anaId) }));
    expect(executed, name).toEqual([]);
  }
  expect(Object.keys(CONSOLE_CALLS)).toContain("command");
});

test("OPS-01 no route of the gateway executes anything for anybody but its caller", async () => {
  const victim = { userId: anaId, user: anaId, uid: anaId, id: String(anaId) };
  const other = await office.exchange.trader("ben@example.org", { USDT: "100" });
  const benId = Number(accepted(await other.call("profile")).id);
  const order = {
    symbol: "BTCUSDT",
    market: "spot",
    side: "buy",
    type: "limit",
    price: "59000",
    quantity: "0.001",
  };
  const stranger = office.exchange.client();
  for (const name of CALL_NAMES) {
    if (name === "logout") continue;
    const executed = await executedBy(async () => {
      for (const payload of [{}, victim, order, { asset: "USDT", amount: "5", from: "coin", to: "main" }]) {
        await other.call(name, payload);
      }
      await stranger.call(name, order);
    });
    for (const command of executed)
      expect("userId" in command && command.userId === benId, `${name}: ${command.kind}`).toBe(true);
    expect(CALLS[name].path.startsWith("/"), name).toBe(true);
  }
  const { balances } = await office.exchange.engine.accountView(anaId);
  expect(balances).toMatchObject([{ wallet: "coin", assetId: 0, availableUnits: 1_000_000_000 }]);
});

test("OPS-01 no role of the database is believed: the exchange, its journal and its prices never read from SQL", () => {
  const rooms = [
    "packages/core/src",
    "packages/journal/src",
    "packages/domain/src",
    "packages/codec/src",
    "packages/formulas/src",
    "packages/wire/src",
    "packages/text/src",
    "apps/server/src/engine/runtime",
  ];
  const readers = rooms.flatMap((room) =>
    globSync("**/*.ts", { cwd: path.join(ROOT, room) })
      .filter((file) => /kysely|pglite|projections\//.test(readFileSync(path.join(ROOT, room, file), "utf8")))
      .map((file) => `${room}/${file}`),
  );
  expect(readers).toEqual([]);
  expect(PAGE).toContain("`DATABASE_URL`");
});
