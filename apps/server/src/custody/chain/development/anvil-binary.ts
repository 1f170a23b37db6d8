import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const PACKAGE = "@foundry-rs/anvil-linux-amd64";

/** Returns the path of the development node; undefined on an unsupported platform. */
export function findAnvil(): string | undefined {
  try {
    const manifest = createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`);
    const binary = path.join(path.dirname(manifest), "bin", "anvil");
    return existsSync(binary) ? binary : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}
