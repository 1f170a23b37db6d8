/** Part of a picture, in its own pixels. */
export interface CropArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Larger than any avatar on screen. */
const AVATAR_PX = 512;
const JPEG_QUALITY = 0.9;

/** Upload limits of the wire. */
export const MAX_BYTES = 8 * 1024 * 1024;
export const MAX_PIXELS = 40_000_000;

/** Converts a crop in percent to whole pixels inside the picture. */
export function areaOfPercent(
  percent: CropArea,
  picture: { readonly width: number; readonly height: number },
): CropArea {
  const left = Math.round((percent.x / 100) * picture.width);
  const top = Math.round((percent.y / 100) * picture.height);
  const x = Math.min(Math.max(0, left), picture.width - 1);
  const y = Math.min(Math.max(0, top), picture.height - 1);
  // Round once for both sides: separate rounding could make it one pixel off square.
  const side = Math.round((percent.width / 100) * picture.width);
  const most = Math.min(picture.width - x, picture.height - y);
  const size = Math.max(1, Math.min(side, most));
  return { x, y, width: size, height: size };
}

/** Draws the cropped part as a square JPEG. Nothing outside the frame leaves the device. */
export async function cropToJpeg(image: HTMLImageElement, area: CropArea): Promise<Blob> {
  const side = Math.min(AVATAR_PX, area.width);
  const canvas = document.createElement("canvas");
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("this browser draws no canvas");
  // JPEG has no transparency: draw transparent parts white, not black.
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, side, side);
  // Drawing an undecoded picture draws nothing.
  await image.decode();
  context.imageSmoothingQuality = "high";
  context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, side, side);
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, "image/jpeg", JPEG_QUALITY),
  );
  if (blob === null) throw new Error("the picture could not be written");
  return blob;
}
