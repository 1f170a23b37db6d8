/** The C library puts this many bytes before a large block that starts a page. */
const HEADER_BYTES = 16;
const LINE_BYTES = 128;
const OFFSET_BYTES = LINE_BYTES - HEADER_BYTES;

/**
 * Memory of `words` safe integers for rows of whole cache lines: two views over the same bytes, aligned to a cache
 * line. Only speed depends on it: misaligned rows cost half as many misses more.
 */
export class RowBuffer {
  readonly numbers: Float64Array<ArrayBuffer>;
  readonly ints: Int32Array<ArrayBuffer>;

  constructor(words: number) {
    const buffer = new ArrayBuffer(OFFSET_BYTES + words * 8);
    this.numbers = new Float64Array(buffer, OFFSET_BYTES, words);
    this.ints = new Int32Array(buffer, OFFSET_BYTES, words * 2);
  }
}
