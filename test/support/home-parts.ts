import { existsSync } from "node:fs";
import path from "node:path";
import { FileRegister } from "@candor/server/engine/home/file-register";
import { createSealingKey } from "@candor/server/kit/durable/sealed-value";

/** The file register of a home whose parts are opened separately. */
export function openFiles(home: string): FileRegister {
  const onFailure = (error: Error): never => {
    throw error;
  };
  return FileRegister.open({ home, nowMs: Date.now, onFailure });
}

/** @returns the key file, created if the home is new */
export function keyFileIn(home: string, name = path.join("keys", "sealing.key")): string {
  const file = path.join(home, name);
  if (!existsSync(file)) createSealingKey(file);
  return file;
}
