import { type FileHandle, open } from "node:fs/promises";
import type { Summed } from "@candor/formulas/liability-tree/tree-texts";
import {
  HASH_BYTES,
  type Leaves,
  NOBODY,
  NONCE_BYTES,
  nodesOf,
  SumTree,
  siblingPath,
  type TreeAsset,
  toHex,
} from "./sum-tree.ts";

/**
 * A tree on disk, laid out so that a user's leaf and path need only a few small reads for any number of users.
 * Little-endian: a header of 24 bytes (8 bytes "CANDORL1", u32 leaves, u32 assets, u32 users, u32 zero); for each user,
 * by number, u32 number and u32 leaf; the nonces by leaf; then each node with its hash and one f64 per asset.
 */
const SIGNATURE = Buffer.from("CANDORL1", "latin1");
const HEADER_BYTES = 24;
const USER_BYTES = 8;
const UNITS_BYTES = 8;

interface Layout {
  readonly leaves: number;
  readonly assets: number;
  readonly users: number;
}

export function encodeTree(tree: SumTree, { users, nonces }: Leaves): Uint8Array {
  const leafOf = [...users.entries()].filter(([, user]) => user !== NOBODY).sort(([, a], [, b]) => a - b);
  const layout = { leaves: tree.leaves, assets: tree.assets.length, users: leafOf.length };
  const bytes = Buffer.alloc(nodeAt(layout, nodesOf(layout.leaves)));
  bytes.set(SIGNATURE, 0);
  bytes.writeUInt32LE(layout.leaves, 8);
  bytes.writeUInt32LE(layout.assets, 12);
  bytes.writeUInt32LE(layout.users, 16);
  for (const [index, [leaf, user]] of leafOf.entries()) {
    bytes.writeUInt32LE(user, HEADER_BYTES + index * USER_BYTES);
    bytes.writeUInt32LE(leaf, HEADER_BYTES + index * USER_BYTES + 4);
  }
  bytes.set(nonces, nonceAt(layout, 0));
  for (let node = 0; node < nodesOf(layout.leaves); node++) {
    const at = nodeAt(layout, node);
    bytes.set(tree.hashes.subarray(node * HASH_BYTES, (node + 1) * HASH_BYTES), at);
    for (let asset = 0; asset < layout.assets; asset++)
      bytes.writeDoubleLE(
        tree.sums[node * layout.assets + asset] as number,
        at + HASH_BYTES + asset * UNITS_BYTES,
      );
  }
  return bytes;
}

/** Returns leaves and nodes as written; throws if the bytes are not a tree. */
export function decodeTree(bytes: Buffer, assets: readonly TreeAsset[]): { tree: SumTree; leaves: Leaves } {
  const layout = layoutOf(bytes);
  const { leaves } = layout;
  if (layout.assets !== assets.length || bytes.length !== nodeAt(layout, nodesOf(leaves)))
    throw new Error("the size of the tree file does not match its header");
  const users = new Uint32Array(leaves);
  for (let index = 0; index < layout.users; index++) {
    const at = HEADER_BYTES + index * USER_BYTES;
    users[bytes.readUInt32LE(at + 4)] = bytes.readUInt32LE(at);
  }
  const hashes = new Uint8Array(nodesOf(leaves) * HASH_BYTES);
  const sums = new Float64Array(nodesOf(leaves) * layout.assets);
  for (let node = 0; node < nodesOf(leaves); node++) {
    const at = nodeAt(layout, node);
    hashes.set(bytes.subarray(at, at + HASH_BYTES), node * HASH_BYTES);
    for (let asset = 0; asset < layout.assets; asset++)
      sums[node * layout.assets + asset] = bytes.readDoubleLE(at + HASH_BYTES + asset * UNITS_BYTES);
  }
  const nonces = bytes.subarray(nonceAt(layout, 0), nonceAt(layout, leaves));
  const units = sums.subarray(0, leaves * layout.assets);
  return { tree: new SumTree(assets, leaves, hashes, sums), leaves: { users, nonces, units } };
}

/** A user's leaf with its path to the root. */
export interface FoundLeaf {
  readonly index: number;
  readonly nonce: string;
  readonly node: Summed;
  readonly path: readonly (Summed & { readonly side: "left" | "right" })[];
}

/** Returns `undefined` if the user has no leaf in this tree. */
export async function findLeaf(
  file: string,
  assets: readonly TreeAsset[],
  userId: number,
): Promise<FoundLeaf | undefined> {
  const handle = await open(file, "r");
  try {
    const layout = layoutOf(await bytesAt(handle, 0, HEADER_BYTES));
    const index = await leafOf(handle, layout, userId);
    if (index === undefined) return undefined;
    const path = [];
    for (const { side, at } of siblingPath(index, layout.leaves))
      path.push({ side, ...(await readNode(handle, layout, assets, at)) });
    const nonce = toHex(await bytesAt(handle, nonceAt(layout, index), NONCE_BYTES));
    return { index, nonce, node: await readNode(handle, layout, assets, index), path };
  } finally {
    await handle.close();
  }
}

async function leafOf(handle: FileHandle, { users }: Layout, userId: number): Promise<number | undefined> {
  let low = 0;
  let high = users - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const row = await bytesAt(handle, HEADER_BYTES + middle * USER_BYTES, USER_BYTES);
    const user = row.readUInt32LE(0);
    if (user === userId) return row.readUInt32LE(4);
    if (user < userId) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}

async function readNode(
  handle: FileHandle,
  layout: Layout,
  assets: readonly TreeAsset[],
  at: number,
): Promise<Summed> {
  const bytes = await bytesAt(handle, nodeAt(layout, at), nodeBytes(layout));
  const sums = new Float64Array(assets.length);
  for (let asset = 0; asset < assets.length; asset++)
    sums[asset] = bytes.readDoubleLE(HASH_BYTES + asset * UNITS_BYTES);
  return new SumTree(assets, 1, bytes.subarray(0, HASH_BYTES), sums).top;
}

function layoutOf(bytes: Buffer): Layout {
  if (bytes.length < HEADER_BYTES || !bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE))
    throw new Error("not a liability tree of a known version");
  return { leaves: bytes.readUInt32LE(8), assets: bytes.readUInt32LE(12), users: bytes.readUInt32LE(16) };
}

const nodeBytes = ({ assets }: Layout): number => HASH_BYTES + assets * UNITS_BYTES;
const nonceAt = ({ users }: Layout, leaf: number): number =>
  HEADER_BYTES + users * USER_BYTES + leaf * NONCE_BYTES;
const nodeAt = (layout: Layout, node: number): number =>
  nonceAt(layout, layout.leaves) + node * nodeBytes(layout);

async function bytesAt(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await handle.read(bytes, 0, length, at);
  if (bytesRead !== length) throw new Error(`the tree file ends at byte ${at + bytesRead}`);
  return bytes;
}
