import { existsSync, readFileSync } from "node:fs";

const BOOT_ID = "/proc/sys/kernel/random/boot_id";

/** Changes with every boot of the machine; "" if the system does not report one. */
export function bootId(): string {
  return existsSync(BOOT_ID) ? readFileSync(BOOT_ID, "utf8").trim() : "";
}
