import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

export const isLoopback = (address: string): boolean => LOOPBACK.test(address);

/**
 * Returns the client address of a connection behind a trusted local proxy, as the framework computes it for calls: the
 * nearest address that is not loopback. Entries that the client added itself are farther away. An entry that is no address is
 * not believed, and neither is what is farther away.
 */
export function addressBehindProxy({ headers, socket }: IncomingMessage): string {
  const said = String(headers["x-forwarded-for"] ?? "").split(",");
  const hops = said.map((each) => each.trim()).filter((each) => each !== "");
  const known = [socket.remoteAddress ?? "", ...believed(hops.reverse())].filter((each) => each !== "");
  return known.find((each) => !isLoopback(each)) ?? known.at(-1) ?? "";
}

function believed(hops: readonly string[]): readonly string[] {
  const end = hops.findIndex((each) => isIP(each) === 0);
  return end < 0 ? hops : hops.slice(0, end);
}

/** Removes a header with entries that are no addresses, which the framework would believe, before it computes an address. */
export function dropImpossibleAddresses({ headers }: IncomingMessage): void {
  const said = String(headers["x-forwarded-for"] ?? "").split(",");
  const entries = said.map((each) => each.trim()).filter((each) => each !== "");
  if (entries.some((each) => isIP(each) === 0)) delete headers["x-forwarded-for"];
}
