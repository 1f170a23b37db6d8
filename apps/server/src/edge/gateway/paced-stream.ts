import { Readable } from "node:stream";

/** Somebody asked for a file and does not read it. */
export class SlowReaderError extends Error {
  constructor(partMs: number) {
    super(`a part of a file was not taken within ${partMs} ms`);
    this.name = "SlowReaderError";
  }
}

/**
 * A stream of parts that each have to be taken within `partMs`, and all of them within `wholeMs`; otherwise it is
 * destroyed with a SlowReaderError, so that nobody holds a place by not reading.
 */
export function pacedStream(parts: AsyncIterable<string>, partMs: number, wholeMs: number): Readable {
  const stream = Readable.from(
    timed(parts, partMs, () => stream.destroy(new SlowReaderError(partMs))),
    {
      // One part ahead: what is not taken is soon noticed.
      highWaterMark: 1,
    },
  );
  const whole = setTimeout(() => stream.destroy(new SlowReaderError(wholeMs)), wholeMs);
  whole.unref();
  stream.once("close", () => clearTimeout(whole));
  return stream;
}

async function* timed(
  parts: AsyncIterable<string>,
  partMs: number,
  late: () => void,
): AsyncGenerator<string> {
  for await (const part of parts) {
    const timer = setTimeout(late, partMs);
    timer.unref();
    try {
      yield part;
    } finally {
      clearTimeout(timer);
    }
  }
}
