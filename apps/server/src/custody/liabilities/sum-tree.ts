import { hash } from "node:crypto";
import type { AssetAmount } from "@candor/formulas/liability-tree/asset-sums";
import { leafText, nodeText, type Summed } from "@candor/formulas/liability-tree/tree-texts";
import { formatDecimal } from "@candor/money/decimal";
import { add } from "@candor/money/integer";

/** Bytes of a SHA-256 hash, and of a leaf's secret. */
export const HASH_BYTES = 32;
export const NONCE_BYTES = 32;
/** User number of an empty leaf, with nothing owed. */
export const NOBODY = 0;

export interface TreeAsset {
  readonly symbol: string;
  readonly decimals: number;
}

/** The leaves in order; their number is a power of two. */
export interface Leaves {
  /** User numbers, or NOBODY. */
  readonly users: Uint32Array;
  /** NONCE_BYTES per leaf. */
  readonly nonces: Uint8Array;
  /** Units of each asset, per leaf: safe integers ≥ 0. */
  readonly units: Float64Array;
}

/**
 * A binary tree of hashes and sums, stored level by level in one array: first the leaves, then the nodes above them,
 * the root last. The protocol's tree-texts, which the browser uses too, define what is hashed.
 */
export class SumTree {
  readonly assets: readonly TreeAsset[];
  readonly leaves: number;
  /** HASH_BYTES per node. */
  readonly hashes: Uint8Array;
  /** Units of each asset, per node. */
  readonly sums: Float64Array;

  constructor(assets: readonly TreeAsset[], leaves: number, hashes: Uint8Array, sums: Float64Array) {
    this.assets = assets;
    this.leaves = leaves;
    this.hashes = hashes;
    this.sums = sums;
  }

  /** Throws InexactError if a sum exceeds the safe integers, RangeError if a leaf is negative. */
  static build(assets: readonly TreeAsset[], { users, nonces, units }: Leaves): SumTree {
    const leaves = users.length;
    if (leaves < 1 || (leaves & (leaves - 1)) !== 0) throw new RangeError(`a tree of ${leaves} leaves`);
    const nodes = nodesOf(leaves);
    const sums = new Float64Array(nodes * assets.length);
    sums.set(units);
    const tree = new SumTree(assets, leaves, new Uint8Array(nodes * HASH_BYTES), sums);
    for (let leaf = 0; leaf < leaves; leaf++)
      tree.hashLeaf(leaf, users[leaf] as number, nonceAt(nonces, leaf));
    for (let node = leaves; node < nodes; node++) tree.joinChildren(node);
    return tree;
  }

  get top(): Summed {
    return this.node(nodesOf(this.leaves) - 1);
  }

  node(at: number): Summed {
    return {
      hash: toHex(this.hashes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES)),
      sums: this.amounts(at),
    };
  }

  private amounts(at: number): AssetAmount[] {
    const { assets, sums } = this;
    return assets.map(({ symbol, decimals }, index) => ({
      asset: symbol,
      amount: formatDecimal(sums[at * assets.length + index] as number, decimals),
    }));
  }

  private hashLeaf(leaf: number, userId: number, nonce: string): void {
    const { assets, sums } = this;
    for (let index = 0; index < assets.length; index++)
      if (!((sums[leaf * assets.length + index] as number) >= 0))
        throw new RangeError(`leaf ${leaf} is negative`);
    this.setHash(leaf, leafText(String(userId), nonce, this.amounts(leaf)));
  }

  /** The children of the k-th node above the leaves are nodes 2k and 2k + 1, counted over all nodes. */
  private joinChildren(node: number): void {
    const { assets, leaves, sums } = this;
    const left = (node - leaves) * 2;
    for (let index = 0; index < assets.length; index++)
      sums[node * assets.length + index] = add(
        sums[left * assets.length + index] as number,
        sums[(left + 1) * assets.length + index] as number,
      );
    this.setHash(node, nodeText(this.node(left), this.node(left + 1)));
  }

  private setHash(at: number, text: string): void {
    this.hashes.set(hash("sha256", text, "buffer"), at * HASH_BYTES);
  }
}

/** Returns the number of nodes in a tree, including leaves. */
export function nodesOf(leaves: number): number {
  return leaves * 2 - 1;
}

/** Returns the sibling positions on the path from a leaf to the root, lowest first. */
export function siblingPath(
  leaf: number,
  leaves: number,
): readonly { readonly side: "left" | "right"; readonly at: number }[] {
  const way: { side: "left" | "right"; at: number }[] = [];
  for (let at = leaf; at < nodesOf(leaves) - 1; at = leaves + (at >> 1))
    way.push(at % 2 === 1 ? { side: "left", at: at - 1 } : { side: "right", at: at + 1 });
  return way;
}

export function nonceAt(nonces: Uint8Array, leaf: number): string {
  return toHex(nonces.subarray(leaf * NONCE_BYTES, (leaf + 1) * NONCE_BYTES));
}

export const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
