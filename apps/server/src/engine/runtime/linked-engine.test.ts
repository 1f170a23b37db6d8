import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readEvents } from "@candor/codec/event-reader";
import { EngineUnavailableError } from "@candor/domain/engine-errors";
import type { EnginePort, ExecutedCommand } from "@candor/domain/engine-port";
import { afterEach, beforeEach, expect, test } from "vitest";
import { MEMORY_DISK } from "../../../../../test/support/memory-disk.ts";
import { bundle } from "./bundle.ts";
import { exchangeHome } from "./exchange-home.ts";
import { LinkedEngine } from "./linked-engine.ts";
import { tally } from "./testing/tally-machine.ts";
import { WorkerEngine } from "./worker-engine.ts";

let home = "";
beforeEach(() => {
  home = mkdtempSync(join(MEMORY_DISK, "candor-linked-"));
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

async function startEngine(
  warn: (message: string) => void = (message) => expect.unreachable(message),
): Promise<WorkerEngine> {
  return await WorkerEngine.start({
    home: exchangeHome(home),
    thread: bundle(new URL("./testing/tally-thread.ts", import.meta.url), process.env.CANDOR_CACHE),
    onDown: (error) => expect.unreachable(error.message),
    warn,
  });
}

const joined = (engine: WorkerEngine): Promise<LinkedEngine> =>
  LinkedEngine.join(engine.link(), (error) => expect.unreachable(error.message));

/** Records the sequence numbers of all commands in the order in which a client receives them. */
function seenBy(engine: EnginePort): number[] {
  const seen: number[] = [];
  engine.subscribe((batch) => {
    for (const event of readEvents(batch.words)) if (event.kind === "executed") seen.push(event.seq);
  });
  return seen;
}

test.each([2, 4])(
  "GW-01 %i clients of one engine get their own answers, and all events in journal order",
  async (count) => {
    const main = await startEngine();
    await main.execute(tally(99, 1));
    const links = await Promise.all(Array.from({ length: count - 1 }, () => joined(main)));
    const clients: readonly EnginePort[] = [main, ...links];
    expect(clients.map(({ durableSeq }) => durableSeq)).toEqual(clients.map(() => 1));
    const seen = clients.map(seenBy);
    const rounds = 300;
    const answers: ExecutedCommand[][] = clients.map(() => []);
    const logs: string[][] = clients.map(() => []);
    clients.forEach((client, at) => client.subscribe((batch) => logs[at]?.push(`batch ${batch.lastSeq}`)));
    await Promise.all(
      clients.map(async (client, at) => {
        for (let round = 0; round < rounds; round++) {
          // The amount tells whose command it is, and the view when it was asked.
          const first = client.execute(tally(at, at + 1));
          const view = client.accountView(at);
          const second = client.execute(tally(at, at + 1));
          for (const answer of [await first, await second]) {
            answers[at]?.push(answer);
            logs[at]?.push(`answer ${answer.executed.seq}`);
          }
          const { asOfSeq, balances } = await view;
          expect(balances[0]?.availableUnits).toBe((2 * round + 1) * (at + 1));
          // A query is answered after the listeners have received everything before it.
          expect(seen[at]?.at(-1)).toBeGreaterThanOrEqual(asOfSeq);
        }
      }),
    );
    await Promise.all(clients.map((client) => client.exchangeView()));
    const all = Array.from({ length: 2 * rounds * count }, (_, at) => at + 2);
    for (const each of seen) expect(each).toEqual(all);
    answers.forEach((own, at) => {
      expect(own.map(({ events }) => events[0])).toEqual(
        own.map((_, index) =>
          expect.objectContaining({
            kind: "balance-changed",
            userId: at,
            availableUnits: (index + 1) * (at + 1),
          }),
        ),
      );
    });
    const seqs = answers.flat().map(({ executed }) => executed.seq);
    expect(seqs.toSorted((a, b) => a - b)).toEqual(all);
    expect(new Set(clients.map(({ durableSeq }) => durableSeq))).toEqual(new Set([all.at(-1)]));
    for (const link of links) link.close();
    await main.close();
  },
);

test("GW-02 a client that ends in the middle disturbs nobody: what it sent is executed, once", async () => {
  const main = await startEngine();
  const dying = await joined(main);
  const staying = await joined(main);
  const seen = [main, staying].map(seenBy);
  const unanswered = Array.from({ length: 50 }, (_, at) => dying.execute(tally(7, 1, `key-${at}`)));
  const others = Array.from({ length: 50 }, () => [main.execute(tally(1, 1)), staying.execute(tally(2, 1))]);
  // The requests leave at the end of this turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve));
  dying.close();
  const outcomes = await Promise.allSettled(unanswered);
  expect(outcomes.map(({ status }) => status)).toEqual(Array(50).fill("rejected"));
  await expect(dying.execute(tally(7, 1))).rejects.toThrow(EngineUnavailableError);
  await Promise.all(others.flat());
  // The same keys again, as a person would repeat them elsewhere.
  const repeated = await Promise.all(
    Array.from({ length: 50 }, (_, at) => staying.execute(tally(7, 1, `key-${at}`))),
  );
  const view = await main.accountView(7);
  expect(view.balances[0]?.availableUnits).toBe(50);
  expect(repeated.every(({ executed }) => executed.replayedSeq === 0)).toBe(false);
  await staying.exchangeView();
  expect(seen[0]).toEqual(seen[1]);
  expect(seen[0]).toEqual(Array.from({ length: main.durableSeq }, (_, at) => at + 1));
  staying.close();
  await main.close();
});

test("GW-01 with several clients, submitted commands are answered before the listeners, executed ones after", async () => {
  const main = await startEngine();
  const link = await joined(main);
  for (const [client, other] of [
    [main, link],
    [link, main],
  ] as const) {
    const log: string[] = [];
    const stop = client.subscribe((batch) => log.push(`batch ${batch.lastSeq}`));
    const foreign = other.submit(tally(1, 1));
    const { executed } = await client.submit(tally(2, 1));
    log.push(`answer ${executed.seq}`);
    await foreign;
    const later = await client.execute(tally(2, 1));
    log.push(`answer ${later.executed.seq}`);
    const batch = log.findIndex((each) => each.startsWith("batch ") && Number(each.slice(6)) >= executed.seq);
    expect(log.indexOf(`answer ${executed.seq}`)).toBeLessThan(batch);
    expect(log.slice(-2)).toEqual([`batch ${later.executed.seq}`, `answer ${later.executed.seq}`]);
    stop();
  }
  link.close();
  await main.close();
});

test("GW-02 a client that does not read its batches is dropped, and the others notice nothing", async () => {
  const warnings: string[] = [];
  const main = await startEngine((message) => warnings.push(message));
  const link = await joined(main);
  const stuck = main.link(16 * 1024);
  let sent = 0;
  for (; warnings.length === 0 && sent < 100_000; sent++) await link.execute(tally(1, 1));
  // It receives what was sent before, and then its end.
  const ended = new Promise((resolve) => stuck.once("close", resolve));
  stuck.on("message", () => undefined);
  await ended;
  expect(warnings).toEqual([expect.stringContaining("a client was dropped")]);
  await link.execute(tally(1, 1));
  const { balances } = await main.accountView(1);
  expect(balances[0]?.availableUnits).toBe(sent + 1);
  link.close();
  await main.close();
});

test("GW-02 when the engine is closed, its clients' calls are rejected", async () => {
  const main = await startEngine();
  const lost: Error[] = [];
  const link = await LinkedEngine.join(main.link(), (error) => lost.push(error));
  expect((await link.execute(tally(1, 5))).executed.seq).toBe(1);
  await main.close();
  await expect.poll(() => lost.length).toBe(1);
  await expect(link.execute(tally(1, 5))).rejects.toThrow(EngineUnavailableError);
});
