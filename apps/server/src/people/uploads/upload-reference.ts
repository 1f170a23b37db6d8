import { randomBytes } from "node:crypto";
import { UPLOAD_PURPOSES, type UploadPurpose } from "@candor/wire/verification-calls";

const REFERENCE = /^\/uploads\/([1-9][0-9]{0,9})\/(avatar|identity|chat)-([A-Za-z0-9_-]{22})(?:\?.*)?$/;

/** Identifies one picture: owner, purpose, and 128 random bits. */
export interface UploadReference {
  readonly userId: number;
  readonly purpose: UploadPurpose;
  readonly random: string;
}

export function newReference(userId: number, purpose: UploadPurpose): UploadReference {
  return { userId, purpose, random: randomBytes(16).toString("base64url") };
}

/** Parses a reference, or a signed link for one; returns `undefined` if it is neither. */
export function readReference(url: string): UploadReference | undefined {
  const [, userId, word, random] = REFERENCE.exec(url) ?? [];
  const purpose = UPLOAD_PURPOSES.find((candidate) => candidate === word);
  return purpose === undefined || random === undefined
    ? undefined
    : { userId: Number(userId), purpose, random };
}

/** Returns the form that other calls accept and that is stored. */
export function referenceUrl({ userId, purpose, random }: UploadReference): string {
  return `/uploads/${userId}/${purpose}-${random}`;
}

export const contentType = ({ purpose }: UploadReference): string =>
  purpose === "avatar" ? "image/webp" : "image/jpeg";
