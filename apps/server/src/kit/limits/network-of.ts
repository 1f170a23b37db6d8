import { isIPv4, isIPv6 } from "node:net";
import { BoundedMap } from "../bounded-map.ts";

/** Addresses whose levels are remembered. */
const MAX_KNOWN = 10_000;
const IPV6_GROUPS = 8;
const MAPPED_IPV4 = /^::ffff:(?=[0-9]+\.)/i;
/** Prefixes that providers assign: a /64 per line, a /56 per household, a /48 per company or rented server. */
const LINE_GROUPS = 4;
const SITE_GROUPS = 3;
/** Bits of the fourth group that belong to the /56. */
const HOUSEHOLD_MASK = 0xff00;

/** A network that contains an address, and the factor by which it multiplies the limit of one address. */
export interface NetworkLevel {
  readonly key: string;
  readonly factor: number;
}

/** An IPv6 /56 or /48 often has one owner, so it gets little more than one /64. */
const HOUSEHOLD_FACTOR = 2;
const SITE_FACTOR = 4;
/** An IPv4 /24 has up to 256 owners, so this limit only stops somebody who has most of it. */
const BLOCK_FACTOR = 8;

/**
 * Returns the network of one customer: an IPv4 address, or an IPv6 /64 in any spelling. Limits on attempts, requests
 * and connections count by this network and by the wider `networkLevels`.
 */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  return isIPv6(plain) ? ipv6Groups(plain).slice(0, LINE_GROUPS).join(":") : plain;
}

/**
 * Returns all networks that an address counts for, smallest first: IPv4 address and /24; IPv6 /64, /56 and /48. An
 * owner of a whole /48 does not count as 65,536 clients.
 */
export function networkLevels(address: string): readonly NetworkLevel[] {
  const known = KNOWN_LEVELS.get(address);
  if (known !== undefined) return known;
  const levels = levelsOf(address);
  KNOWN_LEVELS.set(address, levels);
  return levels;
}

/** Each request asks for the levels of its address several times. */
const KNOWN_LEVELS = new BoundedMap<string, readonly NetworkLevel[]>(MAX_KNOWN);

function levelsOf(address: string): readonly NetworkLevel[] {
  const plain = plainAddress(address);
  if (isIPv6(plain)) {
    const groups = ipv6Groups(plain);
    const site = groups.slice(0, SITE_GROUPS).join(":");
    const household = Number.parseInt(groups[SITE_GROUPS] ?? "0", 16) & HOUSEHOLD_MASK;
    return [
      { key: groups.slice(0, LINE_GROUPS).join(":"), factor: 1 },
      { key: `${site}:${household.toString(16)}/56`, factor: HOUSEHOLD_FACTOR },
      { key: `${site}/48`, factor: SITE_FACTOR },
    ];
  }
  const line = { key: plain, factor: 1 };
  if (!isIPv4(plain)) return [line];
  return [line, { key: `${plain.slice(0, plain.lastIndexOf("."))}.0/24`, factor: BLOCK_FACTOR }];
}

const OWN_MACHINE = /^(127\.|::1$|::ffff:127\.)/;

/** Returns whether an address is this machine, where proxies and tools run. */
export function isOwnMachine(address: string): boolean {
  return OWN_MACHINE.test(address);
}

/** Removes the zone, and writes an IPv4 address in IPv6 form as IPv4. */
function plainAddress(address: string): string {
  const [plain = ""] = address.split("%", 1);
  return plain.replace(MAPPED_IPV4, "");
}

/** Returns eight groups without leading zeros, because one address has many spellings. */
function ipv6Groups(address: string): string[] {
  const [head = "", tail] = address.toLowerCase().split("::");
  const groups = head === "" ? [] : head.split(":");
  if (tail !== undefined) {
    const last = tail === "" ? [] : tail.split(":");
    groups.push(...Array<string>(Math.max(0, IPV6_GROUPS - groups.length - last.length)).fill("0"), ...last);
  }
  return groups.map((group) => (group.includes(".") ? group : Number.parseInt(group, 16).toString(16)));
}
