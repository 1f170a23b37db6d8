import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { readEvents } from "@candor/codec/event-reader";
import { EventWriter } from "@candor/codec/event-writer";
import { Exchange } from "@candor/core/exchange/exchange";
import { Workload } from "@candor/simulator/workload";
import { expect, test } from "vitest";

const START_MS = 1_767_225_600_000;
const COMMANDS = 5_000;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Runs commands of every kind on a new exchange, which nobody keeps. */
function runExchange(): WeakRef<object> {
  const exchange = new Exchange();
  const out = new EventWriter();
  const workload = new Workload(1, START_MS);
  let timeMs = START_MS;
  const execute = ({ command, passesMs }: ReturnType<Workload["next"]>): void => {
    timeMs += passesMs;
    out.reset();
    exchange.execute(command, exchange.lastSeq + 1, timeMs, out);
    workload.observeEvents(readEvents(out.words, 0, out.length));
  };
  for (const step of workload.opening()) execute(step);
  for (let n = 0; n < COMMANDS; n++) execute(workload.next());
  // The state is private, and is what the scratch objects of the core refer to.
  return new WeakRef(exchange["state"]);
}

test("no scratch object keeps the state of an exchange after its last command", async () => {
  const state = runExchange();
  // A collection that was under way when the state was released keeps what it has marked already; the next one does not.
  for (let n = 0; n < 3; n++) {
    await new Promise(setImmediate);
    collectGarbage();
  }
  expect(state.deref()).toBeUndefined();
});
