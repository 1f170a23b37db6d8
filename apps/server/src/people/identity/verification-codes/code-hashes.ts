import { createHmac, timingSafeEqual } from "node:crypto";
import type { SealingKey } from "../../../kit/durable/sealed-value.ts";
import type { CodeEvent } from "./code-event.ts";
import type { CodeGroup, SentCode } from "./code-records.ts";

/** What a code is for: it is valid for nothing else. */
export interface CodePurpose {
  readonly group: CodeGroup;
  /** Mailbox or phone number. */
  readonly recipient: string;
  readonly event: CodeEvent;
  readonly expiresAtMs: number;
}

/**
 * Keyed hashes of recipients, requesters and codes. There are only a million codes, and mailboxes can be guessed too, so
 * an unkeyed hash would reveal them. All cores of a cluster have the same key.
 */
export class CodeHashes {
  private readonly codeKey: Uint8Array;
  private readonly recipientKey: Uint8Array;
  private readonly askerKey: Uint8Array;

  constructor(sealing: SealingKey) {
    this.codeKey = sealing.derive("verification codes");
    this.recipientKey = sealing.derive("recipients of verification codes");
    this.askerKey = sealing.derive("requesters of verification codes");
  }

  recipient(recipient: string): string {
    return keyed(this.recipientKey, recipient).toString("base64url");
  }

  asker(asker: string): string {
    return keyed(this.askerKey, asker).toString("base64url");
  }

  code(code: string, purpose: CodePurpose): string {
    return this.codeBytes(code, purpose).toString("base64url");
  }

  isRight(code: string, { hash }: SentCode, purpose: CodePurpose): boolean {
    const kept = Buffer.from(hash, "base64url");
    const given = this.codeBytes(code, purpose);
    return kept.length === given.length && timingSafeEqual(kept, given);
  }

  private codeBytes(code: string, { group, recipient, event, expiresAtMs }: CodePurpose): Buffer {
    return keyed(this.codeKey, JSON.stringify([group, recipient, event, expiresAtMs, code]));
  }
}

const keyed = (key: Uint8Array, text: string): Buffer => createHmac("sha256", key).update(text).digest();
