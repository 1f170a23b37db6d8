import { createHash, type Hash } from "node:crypto";
import { readEvents } from "@candor/codec/event-reader";
import { EventWriter } from "@candor/codec/event-writer";
import { Exchange } from "@candor/core/exchange/exchange";
import { CoreFlow } from "@candor/simulator/core-flow";
import { MixedFlow } from "@candor/simulator/mixed-flow";
import { FLOWS, makeOrderFlow } from "@candor/simulator/order-flow";
import { flowOwners, PerpetualFlow } from "@candor/simulator/perpetual-flow";
import { Workload } from "@candor/simulator/workload";

/**
 * Prints a hash of every event and of regular snapshots for three recorded order flows and for random workloads of all
 * products. A refactoring of the core or of the event layout must print the same lines before and after:
 * `node scripts/fingerprint-core.ts`.
 */
const OPERATIONS = 200_000;
const SNAPSHOT_EVERY = 50_000;
const USERS = 10_000;
const SEEDS = [1, 2, 3];
const RANDOM_COMMANDS = 20_000;
const START_MS = 1_767_225_600_000;

interface Flow {
  readonly exchange: Exchange;
  readonly out: EventWriter;
  run(from: number, to: number): void;
}

function addEvents(hash: Hash, out: EventWriter): void {
  const { words, length } = out;
  hash.update(new Uint8Array(words.buffer, words.byteOffset, length * words.BYTES_PER_ELEMENT));
}

function fingerprintFlow(flow: Flow): string {
  const hash = createHash("sha256");
  for (let n = 0; n < OPERATIONS; n++) {
    flow.out.reset();
    flow.run(n, n + 1);
    addEvents(hash, flow.out);
    if ((n + 1) % SNAPSHOT_EVERY === 0) hash.update(flow.exchange.snapshot());
  }
  return hash.digest("hex");
}

/** An object's properties by name: a layout may decode them in another order. */
function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function fingerprintRandom(seed: number): string {
  const hash = createHash("sha256");
  const exchange = new Exchange();
  const out = new EventWriter();
  const workload = new Workload(seed, START_MS);
  let timeMs = START_MS;
  const execute = (step: ReturnType<Workload["next"]>) => {
    timeMs += step.passesMs;
    out.reset();
    exchange.execute(step.command, exchange.lastSeq + 1, timeMs, out);
    addEvents(hash, out);
    return readEvents(out.words, 0, out.length);
  };
  for (const step of workload.opening()) execute(step);
  for (let n = 1; n <= RANDOM_COMMANDS; n++) {
    const events = execute(workload.next());
    hash.update(JSON.stringify(events, inOrder));
    workload.observeEvents(events);
    if (n % (RANDOM_COMMANDS / 4) === 0) hash.update(exchange.snapshot());
  }
  return hash.digest("hex");
}

const { operations } = makeOrderFlow(FLOWS.deep);
const flows: readonly (readonly [string, () => Flow])[] = [
  ["spot", () => new CoreFlow(operations, USERS)],
  ["perpetual", () => new PerpetualFlow(operations, flowOwners(operations, USERS), USERS)],
  ["mixed", () => new MixedFlow(operations, USERS)],
];
for (const [name, flow] of flows) console.log(name, fingerprintFlow(flow()));
for (const seed of SEEDS) console.log(`random ${seed}`, fingerprintRandom(seed));
