import { type AssetAmount, AssetSums } from "./asset-sums.ts";
import { leafText, nodeText, rootText, type Summed, type TreeStatement } from "./tree-texts.ts";

/** Hashes UTF-8 text with sha-256, to lower-case hexadecimal. Browsers return a promise. */
export type Sha256 = (text: string) => string | Promise<string>;

export interface PublishedTree extends TreeStatement {
  readonly rootHash: string;
}

/** A user's leaf and the siblings on its path to the root, lowest first. */
export interface InclusionProof {
  readonly treeId: string;
  readonly leaf: {
    readonly index: number;
    readonly nonce: string;
    readonly balances: readonly AssetAmount[];
    readonly hash: string;
  };
  readonly path: readonly (Summed & { readonly side: "left" | "right" })[];
  readonly rootHash: string;
}

/**
 * Why a proof fails, in the order of the checks: an amount is invalid, negative or of other assets; the leaf is not of
 * this user with these balances; the path does not match the leaf's index; the totals are not the sums; the root is not
 * the published one.
 */
export type InclusionFault = "amounts" | "leaf" | "place" | "totals" | "root";

/** One node on the path to the root. */
interface Climb {
  /** Position of the sibling. */
  readonly side: "left" | "right";
  readonly sibling: Summed;
  readonly node: Summed;
}

export interface InclusionCheck {
  /** Undefined when the leaf is in the published tree and every sum on its path is correct. */
  readonly fault: InclusionFault | undefined;
  /** Computed from user, nonce and balances. */
  readonly leafHash: string;
  /** Computed, lowest first; empty when the amounts cannot be added. */
  readonly climbs: readonly Climb[];
  /** Computed from the top of the path and the published data; "" when there is no path. */
  readonly rootHash: string;
}

const HASH = /^[0-9a-f]{64}$/;

/**
 * Checks whether a proof shows that the published tree contains a user's balances. Trusts nothing in the proof: hashes
 * and sums are recomputed from the leaf up.
 */
export async function verifyInclusion(
  userId: string,
  published: PublishedTree,
  proof: InclusionProof,
  sha256: Sha256,
): Promise<InclusionCheck> {
  const { leaf, path } = proof;
  const leafHash = await sha256(leafText(userId, leaf.nonce, leaf.balances));
  const sums = AssetSums.of(published.totals);
  const climbs = sums && (await climb({ hash: leafHash, sums: leaf.balances }, path, sums, sha256));
  if (sums === undefined || climbs === undefined)
    return { fault: "amounts", leafHash, climbs: [], rootHash: "" };
  const top = climbs.at(-1)?.node ?? { hash: leafHash, sums: leaf.balances };
  const rootHash = await sha256(rootText(published, top.hash));
  const fault = faultOf(published, proof, leafHash, top, rootHash);
  return { fault, leafHash, climbs, rootHash };
}

/** Returns the nodes above the leaf; undefined when a sum fails because an amount is invalid or negative. */
async function climb(
  leaf: Summed,
  path: InclusionProof["path"],
  sums: AssetSums,
  sha256: Sha256,
): Promise<readonly Climb[] | undefined> {
  const climbs: Climb[] = [];
  let node = leaf;
  let units = sums.read(leaf.sums);
  if (units === undefined) return undefined;
  for (const { side, hash, sums: beside } of path) {
    const more = sums.read(beside);
    if (more === undefined) return undefined;
    const sibling = { hash, sums: beside };
    const text = side === "left" ? nodeText(sibling, node) : nodeText(node, sibling);
    units = units.map((each, index) => each + (more[index] as bigint));
    node = { hash: await sha256(text), sums: sums.write(units) };
    climbs.push({ side, sibling, node });
  }
  return climbs;
}

function faultOf(
  published: PublishedTree,
  { treeId, leaf, path, rootHash: told }: InclusionProof,
  leafHash: string,
  top: Summed,
  rootHash: string,
): InclusionFault | undefined {
  if (!HASH.test(leaf.nonce) || leaf.hash !== leafHash) return "leaf";
  if (!isPathValid(leaf.index, path, published.leaves)) return "place";
  const areTotals = top.sums.every(({ amount }, index) => amount === published.totals[index]?.amount);
  if (!areTotals) return "totals";
  return treeId === published.treeId && told === rootHash && published.rootHash === rootHash
    ? undefined
    : "root";
}

/** Whether the path has the tree's height and its turns match the leaf's index. */
function isPathValid(index: number, path: InclusionProof["path"], leaves: number): boolean {
  if (2 ** path.length !== leaves || !(Number.isInteger(index) && index >= 0 && index < leaves)) return false;
  return path.every(({ side, hash }, level) => {
    const isRightChild = Math.floor(index / 2 ** level) % 2 === 1;
    return HASH.test(hash) && side === (isRightChild ? "left" : "right");
  });
}
