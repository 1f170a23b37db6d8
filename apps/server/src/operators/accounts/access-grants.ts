/** How long a change of access is visible to everybody before the account counts in a decision by two people. */
const SETTLING_MS = 24 * 3_600_000;

/**
 * How an operator got access. `founded`: by a link from the first start. `machine`: by someone with the server's own
 * account, on its command line. All others: by operators in the console.
 */
export type GrantKind = "founded" | "machine" | "invited" | "reset" | "roles" | "enabled";

export interface AccessGrant {
  readonly how: GrantKind;
  /** Operators who proposed it or saw the link. Each of them could be the person who signs in. */
  readonly by: readonly string[];
  readonly atMs: number;
}

/** Fields of an account that decide with whom its operator counts as two people. */
interface Granted {
  readonly name: string;
  readonly grants: readonly AccessGrant[];
}

interface SignedUp {
  readonly signedUpAtMs: number | null;
}

type Find = (name: string) => Granted | undefined;

/** Derives grants for a record from before they were stored: the inviter also had the link. */
export function legacyGrants({
  invitedBy,
  signedUpAtMs,
}: SignedUp & { readonly invitedBy: string }): readonly AccessGrant[] {
  return invitedBy === "first start"
    ? [{ how: "founded", by: [], atMs: 0 }]
    : [{ how: "invited", by: [invitedBy], atMs: signedUpAtMs ?? 0 }];
}

/** Adds a grant; a duplicate replaces the earlier one, so that the list stays short. */
export function withGrant(grants: readonly AccessGrant[], grant: AccessGrant): readonly AccessGrant[] {
  const key = keyOf(grant);
  return [...grants.filter((each) => keyOf(each) !== key), grant];
}

const keyOf = ({ how, by }: AccessGrant): string => JSON.stringify([how, by]);

/**
 * Returns everybody who may be the person behind an account: its operator, those who granted the access or saw a link
 * to it, and recursively those who granted theirs. No operator action removes a name: only `operator vouch` does.
 */
export function handsOf(name: string, find: Find): ReadonlySet<string> {
  const hands = new Set<string>();
  const open = [name];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const key = next.toLowerCase();
    if (hands.has(key)) continue;
    hands.add(key);
    for (const { by } of find(key)?.grants ?? []) open.push(...by);
  }
  return hands;
}

/** Returns someone who may be behind both accounts, or `undefined` if they are two people. */
export function sharedHand(first: string, second: string, find: Find): string | undefined {
  const hands = handsOf(first, find);
  for (const hand of handsOf(second, find)) if (hands.has(hand)) return find(hand)?.name ?? hand;
  return undefined;
}

/**
 * Returns when an operator starts to count in decisions by two people. Founders have nobody to warn, so they count at
 * once.
 */
export function settledAtMs({ grants, signedUpAtMs }: SignedUp & Pick<Granted, "grants">): number {
  const later = grants.filter(({ how }) => how !== "founded");
  if (later.length === 0) return 0;
  return Math.max(signedUpAtMs ?? 0, ...later.map(({ atMs }) => atMs)) + SETTLING_MS;
}
