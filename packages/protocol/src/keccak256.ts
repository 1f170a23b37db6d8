const LANES = 25;
const SIDE = 5;
const LANE_BYTES = 8;
const ROUNDS = 24;
/** Of Keccak-256: what a block takes in; the rest of the state is its capacity. */
const RATE_BYTES = 136;
const HASH_BYTES = 32;
/** Feedback of the shift register that round constants come from: x⁸ + x⁶ + x⁵ + x⁴ + 1. */
const FEEDBACK = 0x71;

/**
 * Keccak-256 as Ethereum uses it: the permutation of FIPS 202 with the padding of the first submission. For checksums of short
 * texts; it is slow, and its time depends on nothing but the length.
 */
export function keccak256(message: Uint8Array): Uint8Array {
  const lanes = new BigUint64Array(LANES);
  const padded = new Uint8Array(Math.ceil((message.length + 1) / RATE_BYTES) * RATE_BYTES);
  padded.set(message);
  padded[message.length] = 0x01;
  padded[padded.length - 1] = (padded.at(-1) as number) | 0x80;
  const view = new DataView(padded.buffer);
  for (let block = 0; block < padded.length; block += RATE_BYTES) {
    for (let at = 0; at < RATE_BYTES; at += LANE_BYTES)
      mix(lanes, at / LANE_BYTES, view.getBigUint64(block + at, true));
    permute(lanes);
  }
  const hash = new DataView(new ArrayBuffer(HASH_BYTES));
  for (let at = 0; at < HASH_BYTES; at += LANE_BYTES)
    hash.setBigUint64(at, lane(lanes, at / LANE_BYTES), true);
  return new Uint8Array(hash.buffer);
}

/** Keccak-f[1600], FIPS 202, 3.2 and 3.3. */
function permute(lanes: BigUint64Array): void {
  let register = 1;
  for (let round = 0; round < ROUNDS; round++) {
    mixColumns(lanes);
    moveLanes(lanes);
    mixRows(lanes);
    // ι
    for (let bit = 0; bit <= 6; bit++) {
      if ((register & 1) !== 0) mix(lanes, 0, 1n << BigInt((1 << bit) - 1));
      register = ((register << 1) & 0xff) ^ (register >= 0x80 ? FEEDBACK : 0);
    }
  }
}

/** θ */
function mixColumns(lanes: BigUint64Array): void {
  const parities = new BigUint64Array(SIDE);
  for (let at = 0; at < LANES; at++) mix(parities, at % SIDE, lane(lanes, at));
  for (let at = 0; at < LANES; at++)
    mix(lanes, at, lane(parities, (at + 4) % SIDE) ^ turn(lane(parities, (at + 1) % SIDE), 1));
}

/** ρ and π */
function moveLanes(lanes: BigUint64Array): void {
  let [x, y] = [1, 0];
  let carried = lane(lanes, 1);
  for (let step = 1; step < LANES; step++) {
    [x, y] = [y, (2 * x + 3 * y) % SIDE];
    const at = x + SIDE * y;
    const next = lane(lanes, at);
    lanes[at] = turn(carried, ((step * (step + 1)) / 2) % 64);
    carried = next;
  }
}

/** χ */
function mixRows(lanes: BigUint64Array): void {
  for (let row = 0; row < LANES; row += SIDE) {
    const old = lanes.slice(row, row + SIDE);
    for (let x = 0; x < SIDE; x++)
      mix(lanes, row + x, ~lane(old, (x + 1) % SIDE) & lane(old, (x + 2) % SIDE));
  }
}

const lane = (lanes: BigUint64Array, at: number): bigint => lanes[at] as bigint;

/** Into a lane, by exclusive or. */
function mix(lanes: BigUint64Array, at: number, bits: bigint): void {
  lanes[at] = lane(lanes, at) ^ bits;
}

const turn = (value: bigint, bits: number): bigint =>
  BigInt.asUintN(64, (value << BigInt(bits)) | (value >> BigInt(64 - bits)));
