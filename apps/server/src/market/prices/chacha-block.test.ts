import { createCipheriv, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { CHACHA_WORDS, chachaBlock } from "./chacha-block.ts";

const CONSTANTS = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574];

/** Returns the first blocks of a stream as bytes. */
function blocksOf(key: Buffer, nonce: Buffer, counter: number, count: number): Buffer {
  const words = (bytes: Buffer) =>
    Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readInt32LE(at * 4));
  const blocks: Buffer[] = [];
  for (let n = 0; n < count; n++) {
    const state = Int32Array.from([...CONSTANTS, ...words(key), counter + n, ...words(nonce)]);
    const block = new Int32Array(CHACHA_WORDS);
    chachaBlock(state, block);
    blocks.push(Buffer.from(block.buffer));
  }
  return Buffer.concat(blocks);
}

test("FEED-18 a block is that of RFC 8439, section 2.3.2", () => {
  const key = Buffer.from("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f", "hex");
  const nonce = Buffer.from("000000090000004a00000000", "hex");
  expect(blocksOf(key, nonce, 1, 1).toString("hex")).toBe(
    "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4ed2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e",
  );
});

test("FEED-18 blocks are those of the cipher that Node has", () => {
  for (let n = 0; n < 20; n++) {
    const key = randomBytes(32);
    const nonce = randomBytes(12);
    const cipher = createCipheriv("chacha20", key, Buffer.concat([Buffer.alloc(4), nonce]));
    expect(blocksOf(key, nonce, 0, 4)).toEqual(cipher.update(Buffer.alloc(256)));
  }
});
