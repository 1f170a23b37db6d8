import { existsSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { BoundedMap } from "../bounded-map.ts";
import { digestOf, type FileKeeper } from "./file-keeper.ts";
import { SealError, type SealingKey } from "./sealed-value.ts";
import { writeDurably } from "./write-durably.ts";

/** Maximum number of cached open keys. */
const MAX_OPEN = 10_000;

/**
 * One key per user for documents and pictures, itself sealed with the server's key. Deleting it makes all copies of
 * data sealed with it unreadable.
 */
export class UserKeys {
  private readonly home: string;
  private readonly outer: SealingKey;
  private readonly files: FileKeeper;
  private readonly open = new BoundedMap<number, SealingKey>(MAX_OPEN);

  constructor(home: string, outer: SealingKey, files: FileKeeper) {
    this.home = home;
    this.outer = outer;
    this.files = files;
  }

  /** Returns the user's key, created on first use. Throws SealError when the server's key cannot open it. */
  of(userId: number): SealingKey {
    const key = this.open.get(userId) ?? this.load(userId);
    this.open.set(userId, key);
    return key;
  }

  async shred(userId: number): Promise<void> {
    this.open.delete(userId);
    await this.files.drop(nameOf(userId));
    await rm(this.fileOf(userId), { force: true });
  }

  private load(userId: number): SealingKey {
    const file = this.fileOf(userId);
    const context = `key of user ${userId}`;
    if (existsSync(file)) return this.outer.openInner(readFileSync(file), context);
    // A new key would make everything sealed with the old one permanently unreadable.
    if (this.files.has(nameOf(userId))) throw new SealError(`${context} is missing: ${file}`);
    const { key, sealed } = this.outer.makeInner(context);
    writeDurably(file, sealed);
    // Written with this turn's next records, before anything sealed with it. A failure ends the process.
    this.files.keep(nameOf(userId), digestOf(sealed)).catch(() => undefined);
    return key;
  }

  private fileOf(userId: number): string {
    return path.join(this.home, nameOf(userId));
  }
}

/** Path inside the home. */
const nameOf = (userId: number): string => `keys/users/${userId}.key`;
