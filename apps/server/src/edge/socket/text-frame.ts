const FIN_TEXT = 0x81;
/** Maximum payload whose length fits in the second byte. */
const SHORT = 125;
const UINT16_MARK = 126;
const UINT64_MARK = 127;
const UINT16_MAX = 0xffff;
const OPEN = 0x5b;
const COMMA = 0x2c;
const CLOSE = 0x5d;

/**
 * Builds one unmasked, uncompressed WebSocket text frame (RFC 6455, 5.2). A server's frames are the same for every
 * client, so a frame can be built once and written to all of them.
 */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const frame = newFrame(length);
  frame.write(text, frame.length - length, encodingOf(text.length, length));
  return frame;
}

/** Builds the frame of a JSON array from its elements, without joining them to a long string first. */
export function arrayFrame(texts: readonly string[]): Buffer {
  let characters = 0;
  let bytes = 0;
  for (const text of texts) {
    characters += text.length;
    bytes += Buffer.byteLength(text);
  }
  const length = bytes + Math.max(1, texts.length) + 1;
  const encoding = encodingOf(characters, bytes);
  const frame = newFrame(length);
  let at = frame.length - length;
  frame[at++] = OPEN;
  for (const [index, text] of texts.entries()) {
    if (index > 0) frame[at++] = COMMA;
    at += frame.write(text, at, encoding);
  }
  frame[at] = CLOSE;
  return frame;
}

/** If each character is one byte, latin1 is a plain copy. */
function encodingOf(characters: number, bytes: number): "latin1" | "utf8" {
  return characters === bytes ? "latin1" : "utf8";
}

/** Returns a frame with its header; its payload of `length` bytes follows. */
function newFrame(length: number): Buffer {
  const header = length <= SHORT ? 2 : length <= UINT16_MAX ? 4 : 10;
  const frame = Buffer.allocUnsafe(header + length);
  frame[0] = FIN_TEXT;
  if (length <= SHORT) {
    frame[1] = length;
  } else if (length <= UINT16_MAX) {
    frame[1] = UINT16_MARK;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = UINT64_MARK;
    frame.writeUInt32BE(0, 2);
    frame.writeUInt32BE(length, 6);
  }
  return frame;
}
