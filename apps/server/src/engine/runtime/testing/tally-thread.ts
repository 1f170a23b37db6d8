import { runEngineThread } from "../engine-thread.ts";
import { machineFactory } from "./tally-machine.ts";

runEngineThread(machineFactory);
