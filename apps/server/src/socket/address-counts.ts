import { isIPv6 } from "node:net";

const OWN_MACHINE = /^(127\.|::1$|::ffff:127\.)/;
const IPV6_GROUPS = 8;
/** An IPv6 customer is given a whole /64: its first four groups. */
const NETWORK_GROUPS = 4;

/** Open connections by network address. The server's own machine is not counted. */
export class AddressCounts {
  private readonly counts = new Map<string, number>();

  /** Counts a connection, unless `max` of its address are open; false: it is one too many. */
  enter(address: string, max: number): boolean {
    if (OWN_MACHINE.test(address)) return true;
    const network = networkOf(address);
    const count = this.counts.get(network) ?? 0;
    if (count >= max) return false;
    this.counts.set(network, count + 1);
    return true;
  }

  /** To be called once for every connection that was let in. */
  leave(address: string): void {
    if (OWN_MACHINE.test(address)) return;
    const network = networkOf(address);
    const count = (this.counts.get(network) ?? 0) - 1;
    if (count > 0) this.counts.set(network, count);
    else this.counts.delete(network);
  }
}

/** What one customer of a network operator has: an IPv4 address, or the first half of an IPv6 address. */
function networkOf(address: string): string {
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
