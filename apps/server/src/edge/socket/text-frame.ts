const FIN_TEXT = 0x81;
/** Maximum payload whose length fits in the second byte. */
const SHORT = 125;
const UINT16_MARK = 126;
const UINT64_MARK = 127;
const UINT16_MAX = 0xffff;

/**
 * Builds one unmasked, uncompressed WebSocket text frame (RFC 6455, 5.2). A server's frames are the same for every
 * client, so a frame can be built once and written to all of them.
 */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
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
  // One byte per character: latin1 is a plain copy.
  frame.write(text, header, length === text.length ? "latin1" : "utf8");
  return frame;
}
