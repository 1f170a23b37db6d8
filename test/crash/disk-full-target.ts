import { exchangeHome } from "@candor/server/engine/runtime/exchange-home";
import { exchangeThread, WorkerEngine } from "@candor/server/engine/runtime/worker-engine";
import { observation, orderNumber, worldCommands } from "../support/crash/kill-workload.ts";

/**
 * A small server on a disk that fills up: sends numbered orders, prints acknowledged ones, and exits with code 3 and
 * the engine's error when it fails. Arguments: home directory, first number, maximum count.
 */
const OUTSTANDING = 64;

const [home = "", first = "", count = ""] = process.argv.slice(2);
const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const engine = await WorkerEngine.start({
  home: exchangeHome(home),
  thread: exchangeThread(process.env.CANDOR_CACHE),
  segmentBytes: 128 * 1024,
  snapshotInterval: 1_000_000,
  onDown: (error) => {
    print(`lost: ${error.message}`);
    process.exitCode = 3;
  },
  warn: (message) => print(`warning: ${message}`),
});

if (engine.durableSeq === 0) await Promise.all(worldCommands().map((command) => engine.execute(command)));
await engine.execute(observation(Date.now()));

let next = Number(first);
const end = next + Number(count);
async function send(): Promise<void> {
  while (next < end) {
    const number = next++;
    try {
      await engine.execute(orderNumber(number));
    } catch (error) {
      print(`refused ${number}: ${(error as Error).message}`);
      return;
    }
    print(`acknowledged ${number}`);
  }
}
await Promise.all(Array.from({ length: OUTSTANDING }, send));
if (process.exitCode === undefined) await engine.close();
