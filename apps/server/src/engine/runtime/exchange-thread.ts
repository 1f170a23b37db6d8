import { runEngineThread } from "./engine-thread.ts";
import { machineFactory } from "./exchange-machine.ts";

await runEngineThread(machineFactory);
