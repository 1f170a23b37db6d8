import { availableParallelism } from "node:os";
import { SettingError } from "./setting-error.ts";

/** Each takes some 100 MB of memory, so more than a machine has cores would only cost. */
const MAX_GATEWAYS = 64;

/**
 * Returns the number of gateway threads: the setting, or what the machine's cores suggest if it is empty. A live exchange
 * gives them the cores that the main thread and the engine do not need. A sandbox has none, to save memory, and neither
 * have systems where threads cannot share a port.
 */
export function gatewayThreads(
  text: string,
  mode: "sandbox" | "live",
  cores = availableParallelism(),
  platform: NodeJS.Platform = process.platform,
): number {
  if (text !== "") return chosen(text);
  if (mode !== "live" || platform !== "linux") return 0;
  return Math.min(Math.max(cores - 2, 0), MAX_GATEWAYS);
}

function chosen(text: string): number {
  if (!/^[0-9]{1,2}$/.test(text) || Number(text) > MAX_GATEWAYS)
    throw new SettingError("CANDOR_GATEWAYS", `must be a number from 0 to ${MAX_GATEWAYS}, got "${text}"`);
  return Number(text);
}
