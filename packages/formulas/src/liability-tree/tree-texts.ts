import type { AssetAmount } from "./asset-sums.ts";

/**
 * What is hashed in a tree of liabilities, with sha-256 over UTF-8, so that anybody can do it again with a text editor and
 * `sha256sum`. Every line ends with a line feed. Leaf, node and root begin with lines of their own, so that none can be
 * taken for another.
 *
 * The scheme is Maxwell's summation tree with what was found missing in it since: a node commits to the sums of both of its
 * children, not only to what they make together, because otherwise a sum may be smaller than a child's and nobody who
 * checks an inclusion sees it; a leaf names its user and holds a secret, so that two users with equal balances cannot be
 * shown the same leaf, and no balance can be guessed from a hash.
 *
 * Sources: K. Chalkias, P. Chatzigiannis, Y. Ji, "Broken Proofs of Solvency in Blockchain Custodial Wallets and
 * Exchanges" (2022, IACR 2022/043); K. Chalkias, K. Lewi, P. Mohassel, V. Nikolaenko, "Distributed Auditing Proofs of
 * Liabilities" (DAPOL, 2020, IACR 2020/468), there "Generalized Maxwell"; Z. Wilcox, "Proving Your Bitcoin Reserves" (2014).
 */
const LEAF = "candor liabilities, leaf 1";
const NODE = "candor liabilities, node 1";
const ROOT = "candor liabilities, root 1";

/** A leaf or a node, as the node above it commits to it. */
export interface Summed {
  /** Lower-case hexadecimal. */
  readonly hash: string;
  /** What all leaves below it make together. */
  readonly sums: readonly AssetAmount[];
}

/** What one user is owed. The nonce is 32 random bytes in lower-case hexadecimal, new for each leaf of each tree. */
export function leafText(userId: string, nonce: string, balances: readonly AssetAmount[]): string {
  return `${LEAF}\nuser ${userId}\nnonce ${nonce}\n${linesOf(balances)}`;
}

export function nodeText(left: Summed, right: Summed): string {
  return `${NODE}\nleft ${left.hash}\n${linesOf(left.sums)}right ${right.hash}\n${linesOf(right.sums)}`;
}

/** What a published root stands for. */
export interface TreeStatement {
  readonly treeId: string;
  readonly atSeq: number;
  readonly atMs: number;
  /** Of users and of nobody: a power of two. */
  readonly leaves: number;
  /** Of all leaves. */
  readonly totals: readonly AssetAmount[];
}

/** @param topHash hash of the one node that all leaves are below */
export function rootText({ treeId, atSeq, atMs, leaves, totals }: TreeStatement, topHash: string): string {
  return `${ROOT}\ntree ${treeId}\nseq ${atSeq}\ntime ${atMs}\nleaves ${leaves}\ntop ${topHash}\n${linesOf(totals)}`;
}

function linesOf(amounts: readonly AssetAmount[]): string {
  let lines = "";
  for (const { asset, amount } of amounts) lines += `${asset} ${amount}\n`;
  return lines;
}
