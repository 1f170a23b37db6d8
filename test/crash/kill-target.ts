import { exchangeHome } from "@candor/server/engine/runtime/exchange-home";
import { exchangeThread, WorkerEngine } from "@candor/server/engine/runtime/worker-engine";
import { observation, orderNumber } from "../support/crash/kill-workload.ts";

/**
 * Target process of the kill test: sends numbered orders starting at a given number and prints each number once the
 * engine has acknowledged it. Arguments: home directory, first number. Without a number it exits at once.
 */
const OUTSTANDING = 512;

const [home = "", first] = process.argv.slice(2);
const engine = await WorkerEngine.start({
  home: exchangeHome(home),
  thread: exchangeThread(process.env.CANDOR_CACHE),
  // Small, so that kills also hit rotations and snapshots.
  segmentBytes: 128 * 1024,
  snapshotInterval: 5_000,
  onDown: (error) => {
    throw error;
  },
  warn: (message) => {
    throw new Error(message);
  },
});
await engine.execute(observation(Date.now()));
process.stdout.write("ready\n");

let next = Number(first);
let acknowledged: number[] = [];
async function send(): Promise<never> {
  for (;;) {
    const number = next++;
    const { executed } = await engine.execute(orderNumber(number));
    if (executed.error !== undefined) throw new Error(`command ${number} was refused: ${executed.error}`);
    if (acknowledged.length === 0) setImmediate(print);
    acknowledged.push(number);
  }
}

function print(): void {
  process.stdout.write(`${acknowledged.join("\n")}\n`);
  acknowledged = [];
}

if (first === undefined) await engine.close();
else await Promise.all(Array.from({ length: OUTSTANDING }, send));
