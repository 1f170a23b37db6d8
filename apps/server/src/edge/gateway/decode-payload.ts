import { isUtf8 } from "node:buffer";

/** Twice the largest body, so that any base64 text in a body fits. */
const SCRATCH_BYTES = 131_072;
const PERCENT = 0x25;
const FIRST_NON_ASCII = 0x80;
const NOT_HEX = 255;

const HEX = new Uint8Array(256).fill(NOT_HEX);
for (let digit = 0; digit < 10; digit++) HEX[0x30 + digit] = digit;
for (let digit = 10; digit < 16; digit++) {
  HEX[0x41 + digit - 10] = digit;
  HEX[0x61 + digit - 10] = digit;
}

const scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES);

/**
 * Decodes base64 of percent-encoded UTF-8: `decodeURIComponent(atob(text))` in one pass over bytes, because every
 * request uses it. Accepts URL-safe base64, missing padding, and blanks instead of `+`.
 * @returns `undefined` if the text is invalid
 */
export function decodePayloadText(text: string): string | undefined {
  const base64 = text.includes(" ") ? text.replaceAll(" ", "+") : text;
  const digits = base64.endsWith("=") ? base64.replace(/={1,2}$/, "") : base64;
  if (digits.length % 4 === 1 || digits.length > SCRATCH_BYTES) return undefined;
  const length = scratch.write(digits, "base64");
  // The decoder skips invalid base64 characters, which gives fewer bytes than expected.
  if (length !== Math.floor((digits.length * 3) / 4)) return undefined;
  return decodePercents(length);
}

/** Decodes the first `length` bytes of the scratch in place. */
function decodePercents(length: number): string | undefined {
  let written = 0;
  let nonAscii = 0;
  for (let at = 0; at < length; at++) {
    let byte = scratch[at] as number;
    if (byte === PERCENT) {
      if (at + 2 >= length) return undefined;
      const high = HEX[scratch[at + 1] as number] as number;
      const low = HEX[scratch[at + 2] as number] as number;
      if (high === NOT_HEX || low === NOT_HEX) return undefined;
      byte = high * 16 + low;
      at += 2;
    }
    nonAscii |= byte;
    scratch[written++] = byte;
  }
  if (nonAscii < FIRST_NON_ASCII) return scratch.toString("latin1", 0, written);
  return isUtf8(scratch.subarray(0, written)) ? scratch.toString("utf8", 0, written) : undefined;
}
