import { deserialize } from "node:v8";

/** Values beyond one per byte: a correct program may send one object in many places. */
const MAX_REPEATED_VALUES = 100_000;

/**
 * Returns a value from another process, as `v8.serialize` wrote it. Throws RangeError for one that is much larger than its
 * bytes: a list of holes, or an object in very many places, is a few bytes on the link and fills the memory of who checks it.
 */
export function readClone(bytes: Uint8Array): unknown {
  const value: unknown = deserialize(bytes);
  let left = bytes.length + MAX_REPEATED_VALUES;
  const open: unknown[] = [value];
  const count = (values: Iterable<unknown>, size: number): void => {
    left -= size;
    if (left < 0) throw new RangeError(`a value that is much larger than its ${bytes.length} bytes`);
    for (const each of values) if (typeof each === "object" && each !== null) open.push(each);
  };
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== "object" || next === null || ArrayBuffer.isView(next)) continue;
    if (Array.isArray(next)) count(next.length <= left ? next : [], next.length + 1);
    else if (next instanceof Map) {
      count(next.keys(), next.size);
      count(next.values(), next.size + 1);
    } else if (next instanceof Set) count(next, next.size + 1);
    else {
      const values = Object.values(next);
      count(values, values.length + 1);
    }
  }
  return value;
}
