import { createHmac, timingSafeEqual } from "node:crypto";
import { type Outcome, reject } from "@candor/wire/rejection";
import type { UploadPurpose } from "@candor/wire/verification-calls";
import type { SealingKey } from "../../kit/durable/sealed-value.ts";
import type { UserKeys } from "../../kit/durable/user-keys.ts";
import { BusyError } from "../../kit/limits/bounded-work.ts";
import { reencodePicture } from "./picture.ts";
import type { UploadFiles } from "./upload-files.ts";
import { UPLOAD_LIMITS } from "./upload-limits.ts";
import {
  contentType,
  newReference,
  readReference,
  referenceUrl,
  type UploadReference,
} from "./upload-reference.ts";

export interface StoredUpload {
  /** Reference for other calls. */
  readonly url: string;
  /** Link that shows the picture for 15 minutes. */
  readonly fullurl: string;
}

export interface Picture {
  readonly bytes: Buffer;
  readonly contentType: string;
}

export interface UploadOptions {
  readonly files: UploadFiles;
  readonly keys: UserKeys;
  /** Used to sign the links. */
  readonly sealing: SealingKey;
  readonly nowMs?: () => number;
}

/**
 * Users' pictures: re-encoded, sealed with the owner's key, and shown to anyone with a signed link. Only the owner and
 * operators get such links.
 */
export class Uploads {
  private readonly files: UploadFiles;
  private readonly keys: UserKeys;
  private readonly signingKey: Uint8Array;
  private readonly nowMs: () => number;
  private readonly inUse: ((url: string, userId: number) => boolean)[] = [];
  private readonly underWay = new Map<number, number>();
  private underWayInAll = 0;

  constructor(options: UploadOptions) {
    this.files = options.files;
    this.keys = options.keys;
    this.signingKey = options.sealing.derive("links to uploads");
    this.nowMs = options.nowMs ?? Date.now;
  }

  /** Adds a check for pictures in use, which are never removed to free space. */
  keepWhatIsUsed(isUsed: (url: string, userId: number) => boolean): void {
    this.inUse.push(isUsed);
  }

  /** Runs the processing of one form; throws BusyError if there is no memory left for its file. */
  async admit<T>(userId: number, work: () => Promise<T>): Promise<T> {
    const own = this.underWay.get(userId) ?? 0;
    if (this.underWayInAll >= UPLOAD_LIMITS.maxUnderWay || own >= UPLOAD_LIMITS.maxUnderWayPerUser)
      throw new BusyError("too many uploads in progress");
    this.underWay.set(userId, own + 1);
    this.underWayInAll++;
    try {
      return await work();
    } finally {
      this.underWayInAll--;
      const left = (this.underWay.get(userId) ?? 1) - 1;
      if (left === 0) this.underWay.delete(userId);
      else this.underWay.set(userId, left);
    }
  }

  /** Resolves when the picture is durable. Rejects 210. */
  async keep(userId: number, purpose: UploadPurpose, bytes: Uint8Array): Promise<Outcome<StoredUpload>> {
    const made = await reencodePicture(bytes, purpose);
    if (made === undefined) return reject("upload.imageFormat");
    const reference = newReference(userId, purpose);
    const url = referenceUrl(reference);
    const sealed = this.keys.of(userId).seal(made, url);
    await this.files.write(folderOf(userId), nameOf(reference), sealed);
    await this.makeRoom(userId, purpose);
    return { url, fullurl: this.link(url) };
  }

  /**
   * Returns the reference to store for a picture named by a user, or `undefined` if it is not their own, has another
   * purpose, or does not exist; the answer does not reveal which.
   */
  async ownReference(userId: number, purpose: UploadPurpose, url: string): Promise<string | undefined> {
    const reference = readReference(url);
    if (reference === undefined || reference.userId !== userId || reference.purpose !== purpose)
      return undefined;
    const present = await this.files.read(folderOf(userId), nameOf(reference));
    return present === undefined ? undefined : referenceUrl(reference);
  }

  /** Returns a link that shows the picture for 15 minutes, for its owner or an operator. */
  link(url: string): string {
    const expiresAtMs = this.nowMs() + UPLOAD_LIMITS.linkLifetimeMs;
    return `${url}?expires=${expiresAtMs}&signature=${this.sign(url, expiresAtMs)}`;
  }

  /** Returns the picture behind a link, or `undefined` if the link is invalid, expired, or has no picture. */
  async follow(path: string, expires: string, signature: string): Promise<Picture | undefined> {
    if (!/^[0-9]{13}$/.test(expires)) return undefined;
    const expiresAtMs = Number(expires);
    const given = Buffer.from(signature);
    const right = Buffer.from(this.sign(path, expiresAtMs));
    if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
    return expiresAtMs <= this.nowMs() ? undefined : await this.picture(path);
  }

  /** For operators. Returns `undefined` if there is none. */
  async picture(url: string): Promise<Picture | undefined> {
    const reference = readReference(url);
    if (reference === undefined) return undefined;
    const { userId } = reference;
    const sealed = await this.files.read(folderOf(userId), nameOf(reference));
    if (sealed === undefined) return undefined;
    const bytes = this.keys.of(userId).open(sealed, referenceUrl(reference));
    return { bytes, contentType: contentType(reference) };
  }

  /** Removes all of a user's pictures except those with these references. */
  async forget(userId: number, kept: readonly string[] = []): Promise<void> {
    const folder = folderOf(userId);
    if (kept.length === 0) return await this.files.removeFolder(folder);
    for (const name of await this.files.list(folder))
      if (!kept.includes(`/uploads/${folder}/${name}`)) await this.files.remove(folder, name);
  }

  private sign(url: string, expiresAtMs: number): string {
    return createHmac("sha256", this.signingKey).update(`${url}\n${expiresAtMs}`).digest("base64url");
  }

  private async makeRoom(userId: number, purpose: UploadPurpose): Promise<void> {
    const folder = folderOf(userId);
    const unused = (await this.files.list(folder)).filter(
      (name) => name.startsWith(`${purpose}-`) && !this.isUsed(`/uploads/${userId}/${name}`, userId),
    );
    const surplus = unused.slice(0, Math.max(0, unused.length - UPLOAD_LIMITS.maxUnused));
    for (const name of surplus) await this.files.remove(folder, name);
  }

  private isUsed(url: string, userId: number): boolean {
    return this.inUse.some((isUsed) => isUsed(url, userId));
  }
}

const folderOf = (userId: number): string => String(userId);

const nameOf = ({ purpose, random }: UploadReference): string => `${purpose}-${random}`;
