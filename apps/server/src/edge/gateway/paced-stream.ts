import { Readable } from "node:stream";

/** A client requested a file and does not read it. */
export class SlowReaderError extends Error {
  constructor(partMs: number) {
    super(`client did not read a part of a file within ${partMs} ms`);
    this.name = "SlowReaderError";
  }
}

/**
 * Creates a stream whose parts must each be read within `partMs`, and all of them within `wholeMs`; otherwise it is
 * destroyed with a SlowReaderError, so that a client cannot hold a slot by not reading.
 */
export function pacedStream(parts: AsyncIterable<string>, partMs: number, wholeMs: number): Readable {
  const stream = Readable.from(
    timed(parts, partMs, () => stream.destroy(new SlowReaderError(partMs))),
    {
      // Buffers one part, so that a stalled reader is noticed soon.
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
