import { once } from "node:events";
import { connect } from "node:net";
import type { CoreSettings } from "../../config/core-settings.ts";
import { placeText, readPlace } from "../../config/link/link-settings.ts";
import { SettingError } from "../../config/setting-error.ts";
import type { ReadNode } from "../../kit/journal-database/cluster-table.ts";

const CORE_ROLES: ReadonlySet<string> = new Set(["leader", "standby"]);
/** Cores report several times a second. */
const REPORTED_WITHIN_MS = 10_000;
/** A machine that is gone does not answer at all. */
const ANSWER_WITHIN_MS = 2_000;

/**
 * Throws SettingError if another core of the same name runs. Each would take the other for its own earlier process, and they
 * would take the lead from each other without end.
 * @param nodes as they have reported, before this process does
 */
export async function assertUniqueName(
  { name, link }: Pick<CoreSettings, "name" | "link">,
  nodes: readonly ReadNode[],
): Promise<void> {
  const known = nodes.find((node) => node.name === name && CORE_ROLES.has(node.role));
  if (known === undefined || known.ageMs > REPORTED_WITHIN_MS) return;
  const { address } = known;
  // At this process's own place, nothing else can listen.
  if (address === placeText(link) || !(await answers(address))) return;
  throw new SettingError(
    "CANDOR_NODE",
    `must be unique, and another core named ${name} runs at ${address}; name this one differently, or stop the other`,
  );
}

async function answers(place: string): Promise<boolean> {
  const address = readPlace({ place }, "place");
  if (address === undefined) return false;
  const socket = connect({ ...address, timeout: ANSWER_WITHIN_MS });
  try {
    await Promise.race([
      once(socket, "connect"),
      once(socket, "timeout").then(() => Promise.reject(new Error("no answer"))),
    ]);
    return true;
  } catch {
    return false; // Nothing listens there any more.
  } finally {
    socket.destroy();
  }
}
