import { runEngineThread } from "../engine-thread.ts";
import { machineFactory } from "./tally-machine.ts";

await runEngineThread(machineFactory);
