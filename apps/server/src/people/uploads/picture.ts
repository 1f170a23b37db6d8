import type { UploadPurpose } from "@candor/wire/verification-calls";
import type { Sharp, SharpOptions } from "sharp";
import { BoundedWork, BusyError } from "../../kit/limits/bounded-work.ts";
import { UPLOAD_LIMITS } from "./upload-limits.ts";

/** Maximum queued pictures; further uploads get an error to retry later. */
const MAX_WAITING = UPLOAD_LIMITS.maxUnderWay;
const JPEG_QUALITY = 88;
const WEBP_QUALITY = 86;

type MakeSharp = (bytes: Uint8Array, options: SharpOptions) => Sharp;

let loading: Promise<MakeSharp> | undefined;

/** Loaded with the first picture to keep the start fast. */
function loadSharp(): Promise<MakeSharp> {
  loading ??= import("sharp").then(({ default: sharp }) => {
    // Only the decoders of accepted formats are enabled; SVG, PDF, TIFF and all others are blocked.
    sharp.block({ operation: ["VipsForeignLoad"] });
    sharp.unblock({ operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp"] });
    // One thread per picture, and no caching in memory.
    sharp.concurrency(1);
    sharp.cache(false);
    return sharp;
  });
  return loading;
}

const encoding = new BoundedWork(
  UPLOAD_LIMITS.maxEncoding,
  MAX_WAITING,
  () => new BusyError("picture queue full"),
);

type PictureForm = "jpeg" | "png" | "webp";

/** Signatures in hexadecimal. */
const STARTS: readonly (readonly [PictureForm, RegExp])[] = [
  ["jpeg", /^ffd8ff/],
  ["png", /^89504e470d0a1a0a/],
  ["webp", /^52494646.{8}57454250/],
];

/** Returns a file's format by its first bytes; its name and declared type are ignored. */
function pictureForm(bytes: Uint8Array): PictureForm | undefined {
  const start = Buffer.from(bytes.subarray(0, 16)).toString("hex");
  return STARTS.find(([, pattern]) => pattern.test(start))?.[0];
}

/**
 * Re-encodes a picture from its pixels: this removes metadata, color profiles, further frames and trailing data, and
 * applies the rotation. Avatars become WebP, photos JPEG.
 * @returns `undefined` if it is not a valid JPEG, PNG or WebP within the limits. Throws BusyError.
 */
export function reencodePicture(bytes: Uint8Array, purpose: UploadPurpose): Promise<Buffer | undefined> {
  const form = pictureForm(bytes);
  return form === undefined
    ? Promise.resolve(undefined)
    : encoding.run(() => remake(bytes, form, purpose === "avatar"));
}

async function remake(bytes: Uint8Array, form: PictureForm, isAvatar: boolean): Promise<Buffer | undefined> {
  const sharp = await loadSharp();
  const picture = sharp(bytes, {
    limitInputPixels: UPLOAD_LIMITS.pixels,
    failOn: "error",
    sequentialRead: true,
    autoOrient: true,
    pages: 1,
  });
  try {
    if ((await picture.metadata()).format !== form) return undefined;
    const side = isAvatar ? UPLOAD_LIMITS.avatarSide : UPLOAD_LIMITS.photoSide;
    const sized = picture
      .timeout({ seconds: UPLOAD_LIMITS.encodingSeconds })
      .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })
      .toColourspace("srgb");
    const made = isAvatar
      ? sized.webp({ quality: WEBP_QUALITY, effort: 2 })
      : sized.flatten({ background: "#fff" }).jpeg({ quality: JPEG_QUALITY });
    return await made.toBuffer();
  } catch {
    return undefined; // The decoder's own message does not help the sender: not a valid picture.
  }
}
