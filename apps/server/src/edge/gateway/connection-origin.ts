import type { IncomingMessage } from "node:http";

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

export const isLoopback = (address: string): boolean => LOOPBACK.test(address);

/**
 * Returns the client address of a connection behind a trusted local proxy, as the framework computes it for calls: the
 * nearest address that is not loopback. Entries that the client added itself are farther away.
 */
export function addressBehindProxy({ headers, socket }: IncomingMessage): string {
  const said = String(headers["x-forwarded-for"] ?? "").split(",");
  const hops = [socket.remoteAddress ?? "", ...said.map((each) => each.trim()).reverse()];
  const known = hops.filter((each) => each !== "");
  return known.find((each) => !isLoopback(each)) ?? known.at(-1) ?? "";
}
