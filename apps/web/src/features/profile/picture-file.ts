import { MOST_BYTES, MOST_PIXELS } from "./crop-picture.ts";

/** What the server takes; a browser that knows more formats must not offer them. */
export const PICTURE_TYPES = "image/jpeg,image/png,image/webp";

/** A picture file that the browser could open. Its address must be revoked when it is shown no more. */
export interface OpenPicture {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

export type PictureProblem = "format" | "size" | "pixels";

/** Opens a picture to look at it before it is handed in. */
export async function openPicture(file: Blob): Promise<OpenPicture | PictureProblem> {
  if (file.size > MOST_BYTES) return "size";
  const url = URL.createObjectURL(file);
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } catch {
    // Whatever is not a picture cannot be decoded: that is the answer, not a failure.
    URL.revokeObjectURL(url);
    return "format";
  }
  const { naturalWidth: width, naturalHeight: height } = image;
  if (width * height <= MOST_PIXELS) return { url, width, height };
  URL.revokeObjectURL(url);
  return "pixels";
}
