import { CommandWriter } from "@candor/codec/command-writer";
import type { Command } from "@candor/domain/commands/commands";
import type { Lots, Ppm, Ticks, Units } from "@candor/money/brand";
import { expect, test } from "vitest";
import { MalformedRequestError, RequestChecker } from "./check-request.ts";

const ORDER: Command = {
  kind: "place-order",
  userId: 7,
  marketId: 1,
  side: "buy",
  type: "limit",
  timeInForce: "gtc",
  selfTrade: "cancel-taker" as never,
  quantityLots: 10 as Lots,
  quoteUnits: 0 as Units,
  priceTicks: 100 as Ticks,
  stopTicks: 0 as Ticks,
  trailingPpm: 0 as Ppm,
  key: "a key",
};
const CANCEL: Command = { kind: "cancel-order", userId: 7, orderId: 3, key: "" };
const LEVERAGE: Command = {
  kind: "set-leverage",
  userId: 7,
  marketId: 2,
  leverage: 5,
  marginMode: "",
  key: "",
};

function encoded(...commands: readonly Command[]): Uint8Array<ArrayBuffer> {
  const writer = new CommandWriter();
  for (const command of commands) writer.write(command);
  return writer.take();
}

const requestOf = (bytes: unknown, commands: unknown, queries: unknown = []): object => ({
  kind: "request",
  number: 1,
  request: { bytes, commands, queries },
});
const view = (after: number) => ({ after, query: { name: "accountView", parameters: [7] } });

test("GW-17 what gateways send passes, as a copy", () => {
  const checker = new RequestChecker();
  const bytes = encoded(CANCEL, LEVERAGE);
  const { number, request } = checker.check(requestOf(bytes, 2, [view(0), view(2)]));
  expect([number, request.commands, request.queries]).toEqual([1, 2, [view(0), view(2)]]);
  expect(request.bytes).toEqual(bytes);
  expect(request.bytes.buffer).not.toBe(bytes.buffer);
  expect(checker.check(requestOf(new Uint8Array(0), 0, [view(0)])).request.commands).toBe(0);
});

const broken = (change: (bytes: Uint8Array) => void): Uint8Array => {
  const bytes = encoded(ORDER);
  change(bytes);
  return bytes;
};
const OTHERS: readonly Command[] = [
  { kind: "deposit", userId: 7, assetId: 0, amountUnits: 1 as Units, origin: "faucet", key: "" },
  { kind: "advance-time" },
  { kind: "set-market-status", marketId: 0, status: "halted" },
  { kind: "freeze-account", userId: 7, wallet: "coin", isFrozen: true },
  { ...LEVERAGE, marketId: -3 },
  { ...LEVERAGE, extra: 1 } as Command,
  { ...LEVERAGE, marginMode: "both" } as never,
  { ...CANCEL, orderId: -1 },
];

const MALFORMED: readonly (readonly [string, unknown])[] = [
  ["no object", 7],
  ["null", null],
  ["another kind", { kind: "join", port: 1 }],
  ["no number", { ...requestOf(encoded(CANCEL), 1), number: 0 }],
  ["a fraction as number", { ...requestOf(encoded(CANCEL), 1), number: 1.5 }],
  ["no request", { kind: "request", number: 1 }],
  ["text instead of bytes", requestOf("bytes", 1)],
  ["too many bytes", requestOf(new Uint8Array(9 * 1024 * 1024), 1)],
  ["nothing", requestOf(new Uint8Array(0), 0)],
  ["fewer commands than it says", requestOf(encoded(CANCEL), 2)],
  ["more commands than it says", requestOf(encoded(CANCEL, CANCEL), 1)],
  ["a cut command", requestOf(encoded(CANCEL).slice(0, -1), 1)],
  ["bytes after the commands", requestOf(new Uint8Array([...encoded(CANCEL), 0]), 1)],
  [
    "an unknown kind of command",
    requestOf(
      broken((bytes) => (bytes[2] = 250)),
      1,
    ),
  ],
  [
    "a list value that does not exist",
    requestOf(
      broken((bytes) => bytes.fill(99, 12, 16)),
      1,
    ),
  ],
  [
    "an unknown query",
    requestOf(encoded(CANCEL), 1, [{ after: 0, query: { name: "stateHash", parameters: [] } }]),
  ],
  [
    "an inherited query",
    requestOf(encoded(CANCEL), 1, [{ after: 0, query: { name: "toString", parameters: [] } }]),
  ],
  ["a query after the end", requestOf(encoded(CANCEL), 1, [view(2)])],
  ["queries in disorder", requestOf(encoded(CANCEL), 1, [view(1), view(0)])],
  ...OTHERS.map((command) => [JSON.stringify(command), requestOf(encoded(command), 1)] as const),
];

test.each(MALFORMED)("GW-17 a request is refused that has %s", (_, message) => {
  expect(() => new RequestChecker().check(message)).toThrow(MalformedRequestError);
});

test("GW-17 random changes of a request never pass as something else than a command of gateways", () => {
  const checker = new RequestChecker();
  let seed = 20_261_127;
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return (seed >>> 8) % below;
  };
  let passed = 0;
  for (let round = 0; round < 5_000; round++) {
    const bytes = encoded(ORDER, CANCEL, LEVERAGE);
    for (let changes = 1 + random(4); changes > 0; changes--) bytes[random(bytes.length)] = random(256);
    try {
      checker.check(requestOf(bytes, 3));
      passed++;
    } catch (error) {
      expect(error).toBeInstanceOf(MalformedRequestError);
    }
  }
  expect(passed).toBeGreaterThan(0);
});
