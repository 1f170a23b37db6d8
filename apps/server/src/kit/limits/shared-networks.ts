import { BlockList, isIP, isIPv6 } from "node:net";

const MAPPED_IPV4 = /^::ffff:(?=[0-9]+\.)/i;
const IPV4_BITS = 32;
const IPV6_BITS = 128;

/**
 * Networks with many people behind few addresses, such as a school, named by the operator. Limits by address skip them;
 * limits by account and by user still apply.
 */
export class SharedNetworks {
  static readonly NONE = new SharedNetworks([]);
  private readonly list: BlockList | undefined;

  /** @param networks addresses or CIDR blocks that `isNetwork` accepts */
  constructor(networks: readonly string[]) {
    if (networks.length === 0) return;
    this.list = new BlockList();
    for (const network of networks) {
      const [address = "", bits] = network.split("/");
      const isSix = isIPv6(address);
      this.list.addSubnet(
        address,
        bits === undefined ? (isSix ? IPV6_BITS : IPV4_BITS) : Number(bits),
        isSix ? "ipv6" : "ipv4",
      );
    }
  }

  has(address: string): boolean {
    if (this.list === undefined) return false;
    const [withoutZone = ""] = address.split("%", 1);
    const plain = withoutZone.replace(MAPPED_IPV4, "");
    return isIP(plain) !== 0 && this.list.check(plain, isIPv6(plain) ? "ipv6" : "ipv4");
  }
}

/** An address, or a block such as `192.0.2.0/24`. */
export function isNetwork(text: string): boolean {
  const [address = "", bits, ...more] = text.split("/");
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  const most = family === 6 ? IPV6_BITS : IPV4_BITS;
  return bits === undefined || (/^[0-9]{1,3}$/.test(bits) && Number(bits) <= most);
}
