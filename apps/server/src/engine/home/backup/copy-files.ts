import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import { makeDirectory } from "@candor/journal/file-access";
import { digestOfFile, placeOfFile } from "../check-files.ts";
import type { KnownFile } from "../file-register-state.ts";
import { copyWhole } from "./copy-whole.ts";
import { HomeChangedError, orHomeChanged } from "./home-changed-error.ts";

/** An earlier backup, whose files need not be stored twice. */
export interface Earlier {
  readonly place: string;
  readonly files: ReadonlyMap<string, KnownFile>;
}

/**
 * Copies the files of the register. Those of an earlier moment are copied first, which may take long; `finish` then
 * copies only what changed until the point.
 */
export class FileCopies {
  private readonly home: string;
  private readonly keyFile: string;
  private readonly target: string;
  private readonly isLeftOut: (file: string) => boolean;
  private readonly earlier: Earlier | undefined;
  /** SHA-256 of each copy. */
  private readonly copied = new Map<string, string>();

  constructor(
    { home, keyFile }: { readonly home: string; readonly keyFile: string },
    target: string,
    isLeftOut: (file: string) => boolean,
    earlier?: Earlier,
  ) {
    this.home = home;
    this.keyFile = keyFile;
    this.target = target;
    this.isLeftOut = isLeftOut;
    this.earlier = earlier;
  }

  /** Copies what is there now. Nothing depends on it being complete. */
  begin(readRegister: () => ReadonlyMap<string, KnownFile>): void {
    try {
      for (const [file, known] of orHomeChanged(readRegister))
        if (!this.has(file, known)) this.copy(file, known);
    } catch (error) {
      if (!(error instanceof HomeChangedError)) throw error;
    }
  }

  /** Makes the copy equal to the register of the point. Throws HomeChangedError if a file is gone or was replaced. */
  finish(register: ReadonlyMap<string, KnownFile>): void {
    for (const file of this.copied.keys()) if (!register.has(file)) this.drop(file);
    for (const [file, known] of register) {
      // A file that is being replaced must be at least as new as the point.
      if (known.before === undefined && this.has(file, known)) continue;
      if (!this.isLeftOut(file)) this.copy(file, known);
      if (!this.has(file, known)) throw new HomeChangedError(`${file} has been removed or replaced`);
    }
  }

  get count(): number {
    return this.copied.size;
  }

  private has(file: string, { sha256, before }: KnownFile): boolean {
    const copied = this.copied.get(file);
    return this.isLeftOut(file) || (copied !== undefined && (copied === sha256 || copied === before));
  }

  private copy(file: string, { sha256 }: KnownFile): void {
    const to = path.join(this.target, file);
    makeDirectory(path.dirname(to));
    try {
      rmSync(to, { force: true });
      const isSame = this.earlier?.files.get(file)?.sha256 === sha256;
      const earlier = isSame && this.earlier !== undefined ? path.join(this.earlier.place, file) : undefined;
      copyWhole(placeOfFile(this.home, this.keyFile, file), to, earlier);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      this.drop(file);
      return;
    }
    this.copied.set(file, digestOfFile(to).sha256);
  }

  private drop(file: string): void {
    this.copied.delete(file);
    const copy = path.join(this.target, file);
    if (existsSync(copy)) rmSync(copy);
  }
}
