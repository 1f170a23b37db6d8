import { EventEmitter } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readEvents } from "@candor/codec/event-reader";
import { EngineUnavailableError, OutcomeUnknownError } from "@candor/domain/engine-errors";
import type { EnginePort } from "@candor/domain/engine-port";
import { Journal } from "@candor/journal/journal";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MEMORY_DISK } from "../../../../../test/support/memory-disk.ts";
import type { MessageEndpoint } from "../../kit/link/message-endpoint.ts";
import { bundle } from "../runtime/bundle.ts";
import { exchangeHome } from "../runtime/exchange-home.ts";
import { tally } from "../runtime/testing/tally-machine.ts";
import { WorkerEngine } from "../runtime/worker-engine.ts";
import { RequestChecker } from "./check-request.ts";
import { EngineRelay, type RelayClient } from "./engine-relay.ts";
import type { RelayedResult } from "./relay-messages.ts";
import { NOTHING_EARLIER } from "./relayed-requests.ts";
import { RemoteEngine } from "./remote-engine.ts";

let home = "";
let main: WorkerEngine;
let relay: EngineRelay;
beforeEach(async () => {
  home = mkdtempSync(join(MEMORY_DISK, "candor-relay-"));
  main = await WorkerEngine.start({
    home: exchangeHome(home),
    thread: bundle(new URL("../runtime/testing/tally-thread.ts", import.meta.url), process.env.CANDOR_CACHE),
    onDown: (error) => expect.unreachable(error.message),
    warn: (message) => expect.unreachable(message),
  });
  relay = await EngineRelay.join(main.link(), NOTHING_EARLIER, () => undefined);
});
afterEach(async () => {
  await main.close();
  rmSync(home, { recursive: true, force: true });
});

/** One direction of a connection that delivers late, and may be cut with messages on their way. */
class LateChannel extends EventEmitter {
  isCut = false;
  private deliver: (message: unknown) => void = () => undefined;

  to(deliver: (message: unknown) => void): this {
    this.deliver = deliver;
    return this;
  }

  postMessage(message: unknown): void {
    const copy: unknown = structuredClone(message);
    setImmediate(() =>
      setImmediate(() => {
        if (!this.isCut) this.deliver(copy);
      }),
    );
  }

  close(): void {
    this.isCut = true;
  }
}

/** A gateway's engine with a link that can be cut and made again. */
class LinkedGateway {
  readonly engine: RemoteEngine;
  readonly numbers = { next: 1, sent: 0 };
  readonly seen: number[] = [];
  private readonly gatewayId: string;
  private readonly checker = new RequestChecker(() => undefined);
  private client: RelayClient | undefined;
  private up = new LateChannel();
  private down = new LateChannel();

  constructor(gatewayId: string) {
    this.gatewayId = gatewayId;
    this.engine = new RemoteEngine(relay.lastSeq, this.numbers);
    this.engine.subscribe(({ words }) => {
      for (const event of readEvents(words)) if (event.kind === "executed") this.seen.push(event.seq);
    });
  }

  cut(): void {
    this.up.close();
    this.down.close();
    if (this.client !== undefined) relay.remove(this.client);
    this.client = undefined;
    this.engine.pause();
  }

  /** @returns whether the events continue */
  async connect(): Promise<boolean> {
    const { engine, gatewayId, numbers } = this;
    const known = {
      gatewayId,
      afterSeq: engine.durableSeq,
      sentUpTo: numbers.sent,
      unanswered: engine.unanswered,
    };
    const { lastSeq, resumed } = await relay.place(known);
    if (resumed === undefined) return false;
    const down = new LateChannel();
    const up = new LateChannel().to((message) => relay.send(client, this.checker.check(message)));
    const client: RelayClient = { gatewayId, receive: (result) => down.postMessage(result) };
    const port = Object.assign(up, {}) as unknown as MessageEndpoint;
    down.to((message) => up.emit("message", message));
    engine.resume(port, { lastSeq, outcomes: resumed.outcomes });
    const missed = (batch: RelayedResult["result"]["batch"]): void =>
      client.receive({ kind: "result", result: { batch, answers: [], own: [] }, answered: 0 });
    for (const batch of resumed.batches) missed(batch);
    relay.add(client);
    Object.assign(this, { client, up, down });
    return true;
  }
}

const ROUNDS = 100;
const MIN_CUTS = 60;

const seqsUpTo = (last: number): number[] => Array.from({ length: last }, (_, at) => at + 1);
const sumOf = async (engine: EnginePort, user: number): Promise<number> =>
  (await engine.accountView(user)).balances[0]?.availableUnits ?? 0;

test.each([1, 2, 3])(
  "GW-14 links that break at any moment lose no command and double none, and events continue without a gap (seed %i)",
  async (seed) => {
    let state = seed;
    const random = (below: number): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return (state >>> 8) % below;
    };
    const gateways = [new LinkedGateway("a".repeat(32)), new LinkedGateway("b".repeat(32))];
    for (const gateway of gateways) expect(await gateway.connect()).toBe(true);
    const load = { isOver: false, cuts: 0 };
    const breaking = gateways.map(async (gateway) => {
      while (!load.isOver) {
        // Long enough for a query to be answered at times, which takes two syncs of the journal.
        await sleep(random(30));
        gateway.cut();
        load.cuts++;
        await sleep(random(4));
        expect(await gateway.connect()).toBe(true);
      }
    });
    const work = gateways.map(async ({ engine, seen }, at) => {
      let round = 0;
      for (; round < ROUNDS || load.cuts < MIN_CUTS; round++) {
        const before = engine.execute(tally(at, 1));
        const view = engine.accountView(at);
        const others = [engine.submit(tally(10 + at, 1)), engine.execute(tally(at, 1))];
        const executed = [await before, ...(await Promise.all(others))].map((each) => each.executed);
        // The first answer is that of the first call: users tell whose it is.
        expect(executed.map(({ userId }) => userId)).toEqual([at, 10 + at, at]);
        expect(executed[2]?.seq).toBeGreaterThan(executed[0]?.seq ?? 0);
        const { asOfSeq, balances } = await view;
        expect(balances[0]?.availableUnits).toBeGreaterThan(2 * round);
        expect(seen.at(-1)).toBeGreaterThanOrEqual(asOfSeq);
      }
      return round;
    });
    const rounds = await Promise.all(work).finally(() => (load.isOver = true));
    await Promise.all(breaking);
    for (const [at, count] of rounds.entries()) {
      expect(await sumOf(main, at)).toBe(2 * count);
      expect(await sumOf(main, 10 + at)).toBe(count);
    }
    const commands = 3 * rounds.reduce((sum, count) => sum + count, 0);
    expect(main.durableSeq).toBe(commands);
    for (const { engine, seen } of gateways) {
      await engine.exchangeView();
      expect(seen).toEqual(seqsUpTo(commands));
    }
  },
);

test("GW-14 calls that nobody could answer are rejected, and what was never sent does not happen later", async () => {
  const gateway = new LinkedGateway("c".repeat(32));
  expect(await gateway.connect()).toBe(true);
  await gateway.engine.execute(tally(1, 1));
  gateway.cut();
  const held = [gateway.engine.execute(tally(1, 10)), gateway.engine.accountView(1)];
  await new Promise((resolve) => setImmediate(resolve));
  gateway.engine.giveUp("no core");
  for (const { status } of await Promise.allSettled(held)) expect(status).toBe("rejected");
  await expect(gateway.engine.execute(tally(1, 10))).rejects.toThrow("no core");
  expect(await gateway.connect()).toBe(true);
  await gateway.engine.execute(tally(1, 100));
  expect(await sumOf(gateway.engine, 1)).toBe(101);
});

test("CLUS-77 a gateway that gives up tells commands that may have been executed from those that were not", async () => {
  const gateway = new LinkedGateway("f".repeat(32));
  expect(await gateway.connect()).toBe(true);
  const sent = gateway.engine.execute(tally(1, 10));
  const asked = gateway.engine.settingsView();
  await new Promise((resolve) => setImmediate(resolve));
  gateway.cut();
  const held = gateway.engine.execute(tally(1, 100));
  gateway.engine.giveUp("no core");
  const reasons = (await Promise.allSettled([sent, asked, held])).map((each) =>
    each.status === "rejected" ? (each.reason as Error).name : each.status,
  );
  expect(reasons).toEqual([
    OutcomeUnknownError.name,
    EngineUnavailableError.name,
    EngineUnavailableError.name,
  ]);
});

test("GW-14 what an earlier core may have executed is not sent again to one that cannot know", async () => {
  const gateway = new LinkedGateway("d".repeat(32));
  expect(await gateway.connect()).toBe(true);
  await gateway.engine.execute(tally(1, 1));
  const doubtful = gateway.engine.execute(tally(1, 10));
  await new Promise((resolve) => setImmediate(resolve));
  gateway.cut();
  const held = gateway.engine.execute(tally(1, 100));
  // A new core with the same history and no memory.
  const before = relay;
  relay = await EngineRelay.join(main.link(), NOTHING_EARLIER, () => undefined);
  expect(relay.lastSeq).toBe(before.lastSeq);
  expect(await gateway.connect()).toBe(true);
  await expect(doubtful).rejects.toThrow(/repeat the call with its key/);
  await expect(doubtful).rejects.toBeInstanceOf(OutcomeUnknownError);
  await held;
  expect(await sumOf(gateway.engine, 1)).toBe(101);
});

test("GW-14 a gateway whose events are not retained, or that has seen other ones, begins again", async () => {
  const gateway = new LinkedGateway("e".repeat(32));
  await main.execute(tally(1, 1));
  relay = await EngineRelay.join(main.link(), NOTHING_EARLIER, () => undefined);
  expect(await gateway.connect()).toBe(false);
  const ahead = { gatewayId: "f".repeat(32), afterSeq: 7, sentUpTo: 0, unanswered: [] };
  expect(await relay.place(ahead)).toEqual({ lastSeq: 1 });
});

test("GW-14 the journal gets each gateway's requests with their numbers", async () => {
  const entries: unknown[] = [];
  const append = vi.spyOn(Journal.prototype, "append");
  const { LocalEngine } = await import("../runtime/local-engine.ts");
  const { machineFactory } = await import("../runtime/testing/tally-machine.ts");
  const { Engine } = await import("../runtime/engine.ts");
  const execute = vi.spyOn(Engine.prototype, "execute");
  const local = new LocalEngine({ home: exchangeHome(join(home, "other")), factory: machineFactory });
  await local.execute(tally(1, 1));
  const engine = execute.mock.contexts[0] as InstanceType<typeof Engine>;
  const [request] = execute.mock.calls[0]?.[0] ?? [];
  if (request === undefined) throw new Error("no request");
  engine.execute([request, { ...request, origin: ["g", 7] }, { ...request, origin: ["h", 1] }]);
  for (const [entry] of append.mock.calls) entries.push(entry.relayed);
  expect(entries).toEqual([
    undefined,
    [
      ["g", 7, 3, 1],
      ["h", 1, 4, 1],
    ],
  ]);
  append.mockRestore();
  execute.mockRestore();
  await local.close();
});
