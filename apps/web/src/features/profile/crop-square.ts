import type { CropArea } from "../../shared/pictures/crop-picture.ts";

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Maximum zoom: the frame covers this fraction of the largest square. */
const SMALLEST_SHARE = 0.2;
const WHOLE = 100;

const clamp = (value: number, most: number): number => Math.min(Math.max(0, value), Math.max(0, most));

/** Returns the sides of the largest square in a picture, in percent of the picture's sides. */
function largestSides({ width, height }: Size): Size {
  const side = Math.min(width, height);
  return { width: (side / width) * WHOLE, height: (side / height) * WHOLE };
}

/** Returns the largest centered square of a picture, in percent. */
export function middleSquare(picture: Size): CropArea {
  const sides = largestSides(picture);
  return { x: (WHOLE - sides.width) / 2, y: (WHOLE - sides.height) / 2, ...sides };
}

/** Returns the square with the same center at a zoom of 0 (largest) to 100, kept inside the picture; in percent. */
export function zoomSquare(square: CropArea, zoom: number, picture: Size): CropArea {
  const largest = largestSides(picture);
  const share = 1 - (zoom / WHOLE) * (1 - SMALLEST_SHARE);
  const width = largest.width * share;
  const height = largest.height * share;
  return {
    x: clamp(square.x + (square.width - width) / 2, WHOLE - width),
    y: clamp(square.y + (square.height - height) / 2, WHOLE - height),
    width,
    height,
  };
}

/** Returns the zoom of a square of this size: 0 (largest) to 100. */
export function zoomOf(square: CropArea, picture: Size): number {
  const share = square.width / largestSides(picture).width;
  return Math.round(clamp((1 - share) / (1 - SMALLEST_SHARE), 1) * WHOLE);
}
