import { CommandReader } from "@candor/codec/command-reader";
import { CommandWriter } from "@candor/codec/command-writer";
import { EventBuffer } from "@candor/codec/event-buffer";
import { LAYOUT } from "@candor/codec/event-layouts";
import { EventCursor, readEvents } from "@candor/codec/event-reader";
import { EVENT } from "@candor/codec/event-record";
import { EventWriter } from "@candor/codec/event-writer";
import { enumOf, int, text, units } from "@candor/codec/record-fields";
import { record } from "@candor/codec/record-layout";
import { Exchange } from "@candor/core/exchange/exchange";
import type { Command } from "@candor/domain/commands/commands";
import { type QueriesOf, query, type ViewsOf } from "@candor/domain/query-table";
import type { Units } from "@candor/money/brand";
import { expect, expectTypeOf, test } from "vitest";
import { EventDispatcher } from "../../apps/server/src/engine/runtime/event-dispatcher.ts";
import { askMachine, queryMethods } from "../../apps/server/src/engine/runtime/query-methods.ts";

/**
 * The recipes of ARCHITECTURE.md, each followed on a sample, with the parts of the product that the recipe names: when one
 * of these tests has to change, so has the recipe.
 */

/** 1. What the new event says, in packages/domain/src/events. */
interface PrizeWon {
  readonly kind: "prize-won";
  readonly userId: number;
  readonly draw: "daily" | "weekly";
  readonly amountUnits: Units;
  readonly note: string;
}

test("PROT-02 recipe: add an event kind", () => {
  // 2. Its number (event-record.ts) and 3. its layout (a *-layouts.ts): decoder, writer and places follow.
  const number = Object.keys(EVENT).length;
  const prizeWon = record(number, "prize-won", {
    userId: int,
    draw: enumOf(["daily", "weekly"]),
    amountUnits: units,
    note: text,
  });
  // The compiler compares the layout with the interface: LAYOUT `satisfies` it.
  expectTypeOf(prizeWon.decode).returns.toEqualTypeOf<PrizeWon>();
  // 4. A handler of the core emits it.
  const prize = { userId: 10_001, draw: "weekly", amountUnits: 5 as Units, note: "Glück" } as const;
  const out = new EventBuffer();
  prizeWon.write(out, prize);
  // 5. A reader takes single fields at their places, or the whole event.
  const cursor = new EventCursor(out.take());
  expect(cursor.next()).toBe(true);
  expect(cursor.kind).toBe(number);
  expect(cursor.field(prizeWon.at.userId)).toBe(10_001);
  expect(prizeWon.decode(out.take(), 0)).toEqual({ kind: "prize-won", ...prize });
});

test("PROT-02 recipe: read an event kind in the server", () => {
  const seen: number[] = [];
  const dispatcher = new EventDispatcher();
  const stop = dispatcher.on({
    kinds: [EVENT.accountOpened],
    event: (event) => seen.push(event.field(LAYOUT.accountOpened.at.userId)),
  });
  const out = new EventWriter();
  out.executed(1, 0, 0, 0);
  out.accountOpened(10_001, 0);
  dispatcher.deliver({ firstSeq: 1, lastSeq: 1, timeMs: 0, words: out.take() });
  stop();
  expect(seen).toEqual([10_001]);
});

test("PROT-01 recipe: add a command", () => {
  // A kind without a layout in command-layouts.ts travels as JSON: nothing to write for it.
  const command: Command = { kind: "set-referral-rate", ratePpm: 300_000 };
  const writer = new CommandWriter();
  writer.write(command);
  const reader = new CommandReader();
  reader.open(writer.take());
  const read = reader.next();
  expect(read).toEqual(command);
  // Its handler is found by its kind in the core's table.
  const out = new EventWriter();
  const exchange = new Exchange();
  exchange.execute(read as Command, 1, 0, out);
  expect(readEvents(out.take())).toMatchObject([
    { kind: "executed", command: "set-referral-rate", error: undefined },
    { kind: "referral-rate-set", ratePpm: 300_000 },
  ]);
});

test("ENG-02 recipe: add an engine query", async () => {
  // 1. The row in QUERIES (engine-port.ts) ...
  interface ReserveView {
    readonly asOfSeq: number;
    readonly reserveUnits: number;
  }
  const table = { reserveView: query<[assetId: number], ReserveView>() };
  // 2. ... and the method of the exchange. Everything between the two follows from the table.
  const machine: ViewsOf<typeof table> = { reserveView: (assetId) => ({ reserveUnits: assetId * 100 }) };
  const asked: string[] = [];
  const Port = queryMethods(table, (_, name, parameters) => {
    asked.push(name);
    return Promise.resolve({ asOfSeq: 9, ...askMachine(table, machine, name, parameters) });
  }) as abstract new () => QueriesOf<typeof table>;
  const port = new (class extends Port {})();
  expect(await port.reserveView(4)).toEqual({ asOfSeq: 9, reserveUnits: 400 });
  expect(asked).toEqual(["reserveView"]);
  expect(() => askMachine(table, machine, "constructor", [])).toThrow("unknown query constructor");
});
