import { deflateSync } from "node:zlib";
import sharp from "sharp";

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});

function crc32(bytes: Uint8Array): number {
  let c = 0xffffffff;
  for (const byte of bytes) c = (crcTable[(c ^ byte) & 0xff] as number) ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const crc = Buffer.alloc(4);
  crc.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, crc]);
}

/** A single-color PNG whose rows are all zeros: a few kilobytes that expand to many megabytes. */
export function pngBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8); // one bit per pixel, gray
  const rows = Buffer.alloc(height * (1 + Math.ceil(width / 8)));
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", new Uint8Array()),
  ]);
}

const noise = (width: number, height: number) => ({
  create: {
    width,
    height,
    channels: 3 as const,
    background: "#888",
    noise: { type: "gaussian" as const, mean: 128, sigma: 30 },
  },
});

/** A picture of gray noise. */
export function picture(form: "jpeg" | "png" | "webp", width = 320, height = 200): Promise<Buffer> {
  return sharp(noise(width, height)).toFormat(form).toBuffer();
}

/** A photo like a phone's: rotated, with location and phone model in its metadata. */
export function phonePhoto(): Promise<Buffer> {
  return sharp(noise(300, 200))
    .withExif({
      IFD0: { Make: "PhoneMaker", Model: "Phone 7", Artist: "Maria Klein" },
      IFD3: {
        GPSLatitudeRef: "N",
        GPSLatitude: "52/1 31/1 0/1",
        GPSLongitudeRef: "E",
        GPSLongitude: "13/1 24/1 0/1",
      },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

/** Two frames, one red and one blue. */
export async function animatedWebp(): Promise<Buffer> {
  const frame = (background: string) =>
    sharp({ create: { width: 40, height: 40, channels: 3, background } })
      .png()
      .toBuffer();
  return sharp([await frame("red"), await frame("blue")], { join: { animated: true } })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer();
}
