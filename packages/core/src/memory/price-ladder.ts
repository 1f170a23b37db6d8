import { NONE } from "./order-slab.ts";

/** Children of a node; 256^4 covers every price of an Int32. */
const FAN = 256;
const DEPTH = 4;
/** A node consists of FAN children, a bitmap of them in 8 words, a summary of these words, and padding. */
const BITMAP = FAN;
const SUMMARY = BITMAP + 8;
const STRIDE = 272;
/** `node & NODES` equals the node's number. It helps V8; see SLOTS. */
const NODES = 0x7f_ffff;
/** Initial size, in nodes: one path. */
const INITIAL_NODES = 4;

/**
 * A sorted map from price (ticks, 0 … 2^31 − 1) to level number (above 0), as a tree of bitmaps of fixed depth: every
 * operation visits at most four nodes on the way down and four up, whatever the shape of the book. Nodes exist only
 * where prices do, and are reused.
 *
 * The tree is one Int32Array. Node 0 is the root. Child 0 means "none", because the root is never a child and no level
 * is numbered 0.
 */
export class PriceLadder {
  private nodes = new Int32Array(INITIAL_NODES * STRIDE);
  private nodeCount = 1;
  /** Head of the list of free nodes, linked through their first child; 0 ends the list. */
  private freeNode = 0;
  /** The last leaf used and its price >>> 8, cached because orders cluster. */
  private nearLeaf = 0;
  private nearPrefix = NONE;

  /** The level at a price; 0 if none. */
  get(ticks: number): number {
    const leaf = this.leafOf(ticks);
    return leaf === 0 ? 0 : (this.nodes[(leaf & NODES) * STRIDE + (ticks & 255)] as number);
  }

  /** Adds a level (above 0) at a price without one. */
  set(ticks: number, level: number): void {
    let leaf = this.leafOf(ticks);
    if (leaf === 0) leaf = this.growLeaf(ticks);
    this.link(leaf, ticks & 255, level);
  }

  /** Removes the level at a price and every node that becomes empty. */
  delete(ticks: number): void {
    const nodes = this.nodes;
    const upper = nodes[ticks >>> 24] as number;
    const lower = nodes[(upper & NODES) * STRIDE + ((ticks >>> 16) & 255)] as number;
    const leaf = nodes[(lower & NODES) * STRIDE + ((ticks >>> 8) & 255)] as number;
    if (upper === 0 || lower === 0 || leaf === 0 || nodes[(leaf & NODES) * STRIDE + (ticks & 255)] === 0)
      throw new Error(`no level at ${ticks}`);
    if (this.unlink(leaf, ticks & 255)) return;
    this.nearPrefix = NONE;
    this.free(leaf);
    if (this.unlink(lower, (ticks >>> 8) & 255)) return;
    this.free(lower);
    if (this.unlink(upper, (ticks >>> 16) & 255)) return;
    this.free(upper);
    this.unlink(0, ticks >>> 24);
  }

  /** The lowest price with a level above `ticks`, or NONE. */
  above(ticks: number): number {
    return this.neighbour(ticks, true);
  }

  /** The highest price with a level below `ticks`, or NONE. */
  below(ticks: number): number {
    return this.neighbour(ticks, false);
  }

  get byteLength(): number {
    return this.nodes.byteLength;
  }

  private neighbour(ticks: number, upwards: boolean): number {
    // The next level is usually in the same leaf.
    const leaf = this.leafOf(ticks);
    if (leaf !== 0) {
      const child = this.step(leaf, ticks & 255, upwards);
      if (child !== NONE) return (ticks & ~255) | child;
    }
    const upper = this.nodes[ticks >>> 24] as number;
    const lower = upper === 0 ? 0 : (this.nodes[(upper & NODES) * STRIDE + ((ticks >>> 16) & 255)] as number);
    if (lower !== 0) {
      const child = this.step(lower, (ticks >>> 8) & 255, upwards);
      if (child !== NONE) return this.descend(lower, (ticks & ~0xffff) | (child << 8), 2, upwards);
    }
    if (upper !== 0) {
      const child = this.step(upper, (ticks >>> 16) & 255, upwards);
      if (child !== NONE) return this.descend(upper, (ticks & ~0xffffff) | (child << 16), 1, upwards);
    }
    const child = this.step(0, ticks >>> 24, upwards);
    return child === NONE ? NONE : this.descend(0, child << 24, 0, upwards);
  }

  /** Descends one step from `node` at `depth` along `ticks`, then along the nearest children to a leaf. */
  private descend(node: number, ticks: number, depth: number, upwards: boolean): number {
    let shift = 24 - 8 * depth;
    while (shift > 0) {
      node = this.nodes[(node & NODES) * STRIDE + ((ticks >>> shift) & 255)] as number;
      shift -= 8;
      ticks |= (upwards ? this.firstChild(node) : this.lastChild(node)) << shift;
    }
    return ticks;
  }

  /** The node's next child after (before) `child`, or NONE. */
  private step(node: number, child: number, upwards: boolean): number {
    const base = (node & NODES) * STRIDE;
    const word = child >>> 5;
    const bits = this.nodes[base + BITMAP + word] as number;
    const summary = this.nodes[base + SUMMARY] as number;
    if (upwards) {
      const rest = bits & (-2 << (child & 31));
      if (rest !== 0) return (word << 5) | lowestBit(rest);
      const words = summary & (-2 << word);
      if (words === 0) return NONE;
      const next = lowestBit(words);
      return (next << 5) | lowestBit(this.nodes[base + BITMAP + next] as number);
    }
    const rest = bits & ((1 << (child & 31)) - 1);
    if (rest !== 0) return (word << 5) | highestBit(rest);
    const words = summary & ((1 << word) - 1);
    if (words === 0) return NONE;
    const next = highestBit(words);
    return (next << 5) | highestBit(this.nodes[base + BITMAP + next] as number);
  }

  private firstChild(node: number): number {
    const word = lowestBit(this.nodes[(node & NODES) * STRIDE + SUMMARY] as number);
    return (word << 5) | lowestBit(this.nodes[(node & NODES) * STRIDE + BITMAP + word] as number);
  }

  private lastChild(node: number): number {
    const word = highestBit(this.nodes[(node & NODES) * STRIDE + SUMMARY] as number);
    return (word << 5) | highestBit(this.nodes[(node & NODES) * STRIDE + BITMAP + word] as number);
  }

  /** The leaf that a price belongs to; 0 if none yet. */
  private leafOf(ticks: number): number {
    const prefix = ticks >>> 8;
    if (prefix === this.nearPrefix) return this.nearLeaf;
    const nodes = this.nodes;
    const upper = nodes[ticks >>> 24] as number;
    if (upper === 0) return 0;
    const lower = nodes[(upper & NODES) * STRIDE + ((ticks >>> 16) & 255)] as number;
    if (lower === 0) return 0;
    const leaf = nodes[(lower & NODES) * STRIDE + ((ticks >>> 8) & 255)] as number;
    if (leaf !== 0) {
      this.nearPrefix = prefix;
      this.nearLeaf = leaf;
    }
    return leaf;
  }

  private growLeaf(ticks: number): number {
    let node = 0;
    for (let depth = 0; depth < DEPTH - 1; depth++) {
      const child = (ticks >>> (24 - 8 * depth)) & 255;
      let below = this.nodes[(node & NODES) * STRIDE + child] as number;
      if (below === 0) {
        below = this.take();
        this.link(node, child, below);
      }
      node = below;
    }
    return node;
  }

  private link(node: number, child: number, value: number): void {
    const nodes = this.nodes;
    const base = (node & NODES) * STRIDE;
    const word = child >>> 5;
    nodes[base + child] = value;
    nodes[base + BITMAP + word] = (nodes[base + BITMAP + word] as number) | (1 << (child & 31));
    nodes[base + SUMMARY] = (nodes[base + SUMMARY] as number) | (1 << word);
  }

  /** @returns whether the node still has children */
  private unlink(node: number, child: number): boolean {
    const nodes = this.nodes;
    const base = (node & NODES) * STRIDE;
    const word = child >>> 5;
    nodes[base + child] = 0;
    const bits = (nodes[base + BITMAP + word] as number) & ~(1 << (child & 31));
    nodes[base + BITMAP + word] = bits;
    if (bits !== 0) return true;
    const summary = (nodes[base + SUMMARY] as number) & ~(1 << word);
    nodes[base + SUMMARY] = summary;
    return summary !== 0;
  }

  /** Returns an empty node. May replace `nodes`. */
  private take(): number {
    const free = this.freeNode;
    if (free !== 0) {
      this.freeNode = this.nodes[free * STRIDE] as number;
      this.nodes[free * STRIDE] = 0;
      return free;
    }
    if ((this.nodeCount + 1) * STRIDE > this.nodes.length) {
      const wider = new Int32Array(this.nodes.length * 2);
      wider.set(this.nodes);
      this.nodes = wider;
    }
    if (this.nodeCount > NODES) throw new RangeError(`price ladder exceeds ${NODES} nodes`);
    return this.nodeCount++;
  }

  /** Releases a node without children, which is all zeros by then. */
  private free(node: number): void {
    this.nodes[(node & NODES) * STRIDE] = this.freeNode;
    this.freeNode = node;
  }
}

function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}

function highestBit(bits: number): number {
  return 31 - Math.clz32(bits);
}
