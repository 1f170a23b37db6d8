import { existsSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { BoundedMap } from "../identity/bounded-map.ts";
import type { SealingKey } from "./sealed-value.ts";
import { writeDurably } from "./write-durably.ts";

/** Keys that are kept open at a time. */
const MAX_OPEN = 10_000;

/**
 * A key for each user's documents and pictures, itself sealed with the server's key. Throwing it away makes unreadable
 * whatever was sealed with it, wherever copies of that may lie.
 */
export class UserKeys {
  private readonly directory: string;
  private readonly outer: SealingKey;
  private readonly open = new BoundedMap<number, SealingKey>(MAX_OPEN);

  constructor(directory: string, outer: SealingKey) {
    this.directory = directory;
    this.outer = outer;
  }

  /** The user's key, made at first. Throws SealError when it does not open with the server's key. */
  of(userId: number): SealingKey {
    const key = this.open.get(userId) ?? this.load(userId);
    this.open.set(userId, key);
    return key;
  }

  async shred(userId: number): Promise<void> {
    this.open.delete(userId);
    await rm(this.fileOf(userId), { force: true });
  }

  private load(userId: number): SealingKey {
    const file = this.fileOf(userId);
    const context = `key of user ${userId}`;
    if (existsSync(file)) return this.outer.openInner(readFileSync(file), context);
    const { key, sealed } = this.outer.makeInner(context);
    writeDurably(file, sealed);
    return key;
  }

  private fileOf(userId: number): string {
    return path.join(this.directory, `${userId}.key`);
  }
}
