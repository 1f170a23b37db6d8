import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { OneModule } from "./one-module.ts";

const PROCESS = fileURLToPath(new URL("./one-module-process.ts", import.meta.url));

/** Runs `oneModuleOf` in a separate process: the bundler takes 300 MB that the server would otherwise never release. */
export function oneModuleApart(file: string): Promise<OneModule> {
  return new Promise((resolve, reject) => {
    const child = fork(PROCESS, [file], {
      execArgv: [],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    let made: OneModule | undefined;
    let complaint = "";
    child.on("message", (message) => {
      made = message as OneModule;
    });
    child.stderr?.on("data", (chunk: Buffer) => {
      complaint += chunk.toString();
    });
    child.once("error", reject);
    child.once("close", (code, signal) => {
      if (made !== undefined) resolve(made);
      else reject(new Error(`${file} could not be bundled (${signal ?? code}): ${complaint.trim()}`));
    });
  });
}
