/** How long a change of somebody's access can be seen by everybody before it counts in a decision by two people. */
export const SETTLING_MS = 24 * 3_600_000;

/**
 * How somebody came to the access they have. `founded`: by a link of the first start. `machine`: by somebody with the
 * server's own account, on its command line. All others: by operators in the console.
 */
export type GrantKind = "founded" | "machine" | "invited" | "reset" | "roles" | "enabled";

export interface AccessGrant {
  readonly how: GrantKind;
  /** Operators who proposed it, or saw the link: they could be the person who signs in. */
  readonly by: readonly string[];
  readonly atMs: number;
}

/** What of an account decides with whom its operator counts as two people. */
interface Granted {
  readonly name: string;
  readonly grants: readonly AccessGrant[];
}

interface SignedUp {
  readonly signedUpAtMs: number | null;
}

type Find = (name: string) => Granted | undefined;

/** What a record from before grants were kept says of its operator: who invited them also held the link. */
export function grantsBeforeTheyWereKept({
  invitedBy,
  signedUpAtMs,
}: SignedUp & { readonly invitedBy: string }): readonly AccessGrant[] {
  return invitedBy === "first start"
    ? [{ how: "founded", by: [], atMs: 0 }]
    : [{ how: "invited", by: [invitedBy], atMs: signedUpAtMs ?? 0 }];
}

/** Adds a grant; of two that say the same the later one stays, so that the list stays short. */
export function withGrant(grants: readonly AccessGrant[], grant: AccessGrant): readonly AccessGrant[] {
  const key = keyOf(grant);
  return [...grants.filter((each) => keyOf(each) !== key), grant];
}

const keyOf = ({ how, by }: AccessGrant): string => JSON.stringify([how, by]);

/**
 * Everybody who may be the person behind an account: its operator, those who gave the access or saw a link to it, and
 * those who gave them theirs. Nothing that an operator does takes a name out again: only `operator vouch` does.
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

/** Somebody who may be behind both accounts; undefined: they are two people. */
export function sharedHand(first: string, second: string, find: Find): string | undefined {
  const hands = handsOf(first, find);
  for (const hand of handsOf(second, find)) if (hands.has(hand)) return find(hand)?.name ?? hand;
  return undefined;
}

/** From when on an operator counts in a decision by two people. Founders have nobody to warn: they count at once. */
export function settledAtMs({ grants, signedUpAtMs }: SignedUp & Pick<Granted, "grants">): number {
  const later = grants.filter(({ how }) => how !== "founded");
  if (later.length === 0) return 0;
  return Math.max(signedUpAtMs ?? 0, ...later.map(({ atMs }) => atMs)) + SETTLING_MS;
}
