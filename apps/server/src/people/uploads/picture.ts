import type { UploadPurpose } from "@candor/wire/verification-calls";
import type { Sharp, SharpOptions } from "sharp";
import { BoundedWork, BusyError } from "../../kit/bounded-work.ts";
import { UPLOAD_LIMITS } from "./upload-limits.ts";

/** More pictures than this wait: whoever comes then is told to come back. */
const MAX_WAITING = UPLOAD_LIMITS.maxUnderWay;
const JPEG_QUALITY = 88;
const WEBP_QUALITY = 86;

type MakeSharp = (bytes: Uint8Array, options: SharpOptions) => Sharp;

let loading: Promise<MakeSharp> | undefined;

/** Loaded with the first picture, so that a server does not start the slower for it. */
function loadSharp(): Promise<MakeSharp> {
  loading ??= import("sharp").then(({ default: sharp }) => {
    // One decoder for each form that is taken; SVG, PDF, TIFF and all else cannot even be tried.
    sharp.block({ operation: ["VipsForeignLoad"] });
    sharp.unblock({ operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp"] });
    // Each picture in one thread, and nothing of it is kept in memory.
    sharp.concurrency(1);
    sharp.cache(false);
    return sharp;
  });
  return loading;
}

const encoding = new BoundedWork(
  UPLOAD_LIMITS.maxEncoding,
  MAX_WAITING,
  () => new BusyError("too many pictures are being made anew"),
);

export type PictureForm = "jpeg" | "png" | "webp";

/** In hexadecimal. */
const STARTS: readonly (readonly [PictureForm, RegExp])[] = [
  ["jpeg", /^ffd8ff/],
  ["png", /^89504e470d0a1a0a/],
  ["webp", /^52494646.{8}57454250/],
];

/** What a file is by its first bytes; its name and its declared type do not count. */
export function pictureForm(bytes: Uint8Array): PictureForm | undefined {
  const start = Buffer.from(bytes.subarray(0, 16)).toString("hex");
  return STARTS.find(([, pattern]) => pattern.test(start))?.[0];
}

/**
 * Makes a picture anew from its pixels: metadata, colour profiles, further frames and whatever hangs behind the picture
 * are gone, and it stands upright. Avatars become WebP, photos JPEG.
 * @returns undefined when it is not a sound JPEG, PNG or WebP within the limits. Throws BusyError.
 */
export function remakePicture(bytes: Uint8Array, purpose: UploadPurpose): Promise<Buffer | undefined> {
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
    return undefined; // the decoder's own words say nothing to the sender: not a sound picture
  }
}
