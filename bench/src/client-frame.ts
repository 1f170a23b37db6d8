const SHORT = 125;
const UINT16_MARK = 126;
const UINT16_MAX = 0xffff;
const MASKED = 0x80;
const FIN_TEXT = 0x81;

export const HANDSHAKE =
  "GET /ws HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" +
  "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

/** Returns a client's text frame of at most 65,535 bytes. The mask is all zeros, so it leaves the payload unchanged. */
export function maskedFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  if (length > UINT16_MAX) throw new RangeError(`a frame of ${length} bytes`);
  const header = length <= SHORT ? 6 : 8;
  const frame = Buffer.alloc(header + length);
  frame[0] = FIN_TEXT;
  frame[1] = MASKED | (length <= SHORT ? length : UINT16_MARK);
  if (length > SHORT) frame.writeUInt16BE(length, 2);
  frame.write(text, header);
  return frame;
}
