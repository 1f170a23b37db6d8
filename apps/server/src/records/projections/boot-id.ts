import { existsSync, readFileSync } from "node:fs";

const BOOT_ID = "/proc/sys/kernel/random/boot_id";

/** Changes with every start of the machine; "" where the system does not tell. */
export function bootId(): string {
  return existsSync(BOOT_ID) ? readFileSync(BOOT_ID, "utf8").trim() : "";
}
