import { MAX_BYTES, MAX_PIXELS } from "./crop-picture.ts";

/** Formats that the server accepts; browsers that know more must not offer them. */
export const PICTURE_TYPES = "image/jpeg,image/png,image/webp";

/** A picture file that the browser could decode. Revoke its URL when it is no longer shown. */
export interface OpenPicture {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

export type PictureProblem = "format" | "size" | "pixels";

/** Opens a picture for preview before uploading. */
export async function openPicture(file: Blob): Promise<OpenPicture | PictureProblem> {
  if (file.size > MAX_BYTES) return "size";
  const url = URL.createObjectURL(file);
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } catch {
    // A file that is not a picture cannot be decoded: report a wrong format, not a failure.
    URL.revokeObjectURL(url);
    return "format";
  }
  const { naturalWidth: width, naturalHeight: height } = image;
  if (width * height <= MAX_PIXELS) return { url, width, height };
  URL.revokeObjectURL(url);
  return "pixels";
}
