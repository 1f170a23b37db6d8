import type { AssetAmount } from "./asset-sums.ts";

/**
 * The strings hashed in a tree of liabilities, with sha-256 over UTF-8, so that anyone can repeat it with a text editor
 * and `sha256sum`. Every line ends with a line feed. Leaf, node and root start with different lines, so that none can
 * be mistaken for another.
 *
 * The scheme is Maxwell's summation tree with fixes for its known flaws. A node commits to the sums of both children,
 * not only to their total: otherwise a sum could be smaller than a child's without any inclusion check noticing. A leaf
 * names its user and contains a secret, so that two users with equal balances cannot be shown the same leaf, and no
 * balance can be guessed from a hash.
 *
 * Sources: K. Chalkias, P. Chatzigiannis, Y. Ji, "Broken Proofs of Solvency in Blockchain Custodial Wallets and
 * Exchanges" (2022, IACR 2022/043); K. Chalkias, K. Lewi, P. Mohassel, V. Nikolaenko, "Distributed Auditing Proofs of
 * Liabilities" (DAPOL, 2020, IACR 2020/468), section "Generalized Maxwell"; Z. Wilcox, "Proving Your Bitcoin Reserves"
 * (2014).
 */
const LEAF = "candor liabilities, leaf 1";
const NODE = "candor liabilities, node 1";
const ROOT = "candor liabilities, root 1";

/** A leaf or node as committed to by its parent. */
export interface Summed {
  /** Lower-case hexadecimal. */
  readonly hash: string;
  /** Total of all leaves below it. */
  readonly sums: readonly AssetAmount[];
}

/**
 * Returns the text of a user's leaf. The nonce is 32 random bytes in lower-case hexadecimal, new for each leaf of each
 * tree.
 */
export function leafText(userId: string, nonce: string, balances: readonly AssetAmount[]): string {
  return `${LEAF}\nuser ${userId}\nnonce ${nonce}\n${linesOf(balances)}`;
}

export function nodeText(left: Summed, right: Summed): string {
  return `${NODE}\nleft ${left.hash}\n${linesOf(left.sums)}right ${right.hash}\n${linesOf(right.sums)}`;
}

/** The statement behind a published root. */
export interface TreeStatement {
  readonly treeId: string;
  readonly atSeq: number;
  readonly atMs: number;
  /** Leaves of users plus empty ones: a power of two. */
  readonly leaves: number;
  /** Totals of all leaves. */
  readonly totals: readonly AssetAmount[];
}

/** @param topHash hash of the top node */
export function rootText({ treeId, atSeq, atMs, leaves, totals }: TreeStatement, topHash: string): string {
  return `${ROOT}\ntree ${treeId}\nseq ${atSeq}\ntime ${atMs}\nleaves ${leaves}\ntop ${topHash}\n${linesOf(totals)}`;
}

function linesOf(amounts: readonly AssetAmount[]): string {
  let lines = "";
  for (const { asset, amount } of amounts) lines += `${asset} ${amount}\n`;
  return lines;
}
