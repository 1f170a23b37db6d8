import { isIPv6 } from "node:net";

const IPV6_GROUPS = 8;
/** An IPv6 customer is given a whole /64: its first four groups. */
const NETWORK_GROUPS = 4;

/**
 * What one customer of a network operator has: an IPv4 address, or the first half of an IPv6 address, however it is shortened.
 * Whoever counts tries or connections counts by this.
 */
export function networkOf(address: string): string {
  const [plain = ""] = address.split("%", 1);
  if (plain.startsWith("::ffff:") || !isIPv6(plain)) return plain;
  const [head = "", tail] = plain.toLowerCase().split("::");
  const groups = head === "" ? [] : head.split(":");
  if (tail !== undefined) {
    const last = tail === "" ? [] : tail.split(":");
    groups.push(...Array<string>(IPV6_GROUPS - groups.length - last.length).fill("0"), ...last);
  }
  return groups.slice(0, NETWORK_GROUPS).join(":");
}
