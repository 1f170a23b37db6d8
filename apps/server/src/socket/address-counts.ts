import { networkOf } from "../network-of.ts";

const OWN_MACHINE = /^(127\.|::1$|::ffff:127\.)/;

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
