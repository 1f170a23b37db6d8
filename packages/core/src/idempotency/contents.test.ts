import fc from "fast-check";
import { expect, test } from "vitest";
import { KEY_CODES, packCodes } from "./contents.ts";

type Kind = keyof typeof KEY_CODES;
const KINDS = Object.keys(KEY_CODES) as Kind[];

/** A kind with a value for each of its parts; parts that nothing is kept in are 0. */
const contents = fc.constantFrom(...KINDS).chain((kind) => {
  const values = Object.entries(KEY_CODES[kind].parts).map(([part, size]) =>
    part === "unused" ? fc.constant(0) : fc.oneof(fc.constantFrom(0, size - 1), fc.nat(size - 1)),
  );
  return fc.tuple(fc.constant(kind), fc.tuple(...values));
});

const codesOf = ([kind, values]: readonly [Kind, readonly number[]]): number =>
  packCodes(KEY_CODES[kind], ...values);

test("CORE-07 no two kinds of commands and no two contents of one kind have the same codes", () => {
  fc.assert(
    fc.property(contents, contents, (one, other) => {
      const isSame = JSON.stringify(one) === JSON.stringify(other);
      expect(codesOf(one) === codesOf(other)).toBe(isSame);
    }),
    { numRuns: 20_000 },
  );
});

test("CORE-07 codes are safe integers, and those of two kinds lie in ranges or rests of their own", () => {
  const ranges = KINDS.map((kind) => {
    const { parts, start } = KEY_CODES[kind];
    const largest = Object.entries(parts).map(([part, size]) => (part === "unused" ? 0 : size - 1));
    const end = codesOf([kind, largest]);
    expect(Number.isSafeInteger(start) && Number.isSafeInteger(end), kind).toBe(true);
    return { kind, low: Math.min(start, end), high: Math.max(start, end) };
  });
  for (const one of ranges)
    for (const other of ranges) {
      if (one === other) continue;
      const areApart = one.high < other.low || other.high < one.low;
      const haveOwnRests = one.low >= 0 && other.low >= 0 && one.low % 16 !== other.low % 16;
      expect(areApart || haveOwnRests, `${one.kind} and ${other.kind}`).toBe(true);
    }
});

test("CORE-07 the codes that snapshots store never change", () => {
  const examples: readonly (readonly [Kind, readonly number[], number])[] = [
    ["deposit", [3], 6 | (3 << 4)],
    ["transfer", [3, 1, 2], 7 | (3 << 4) | (1 << 12) | (2 << 14)],
    ["request-withdrawal", [3, 5, 0xabcd], 14 + 3 * 16 + 5 * 4_096 + 0xabcd * 262_144],
    [
      "place-order",
      [7, 1, 5, 3, 2, 20_000],
      (8 | (7 << 4) | (1 << 12) | (5 << 13) | (3 << 17) | (2 << 20)) + 20_000 * 2 ** 32,
    ],
    ["place-oco", [7, 1, 0, 2], 9 | (7 << 4) | (1 << 12) | (2 << 20)],
    ["cancel-all", [], 11],
    ["reduce-order", [], 12],
    ["place-option", [0, 1, 7], 2 ** 44 + 31 + (7 * 2 + 1) * 256],
    [
      "place-contract-order",
      [7, 1, 5, 3, 2, 1, 1, 125],
      0 - (((((((18 * 256 + 7) * 8 + 1) * 8 + 5) * 8 + 3) * 8 + 2) * 8 + 1) * 2 + 1) * 256 - 125,
    ],
    ["set-protection", [7, 2], 0 - ((19 * 256 + 7) * 4 + 2)],
    ["close-position", [7], 0 - (20 * 256 + 7)],
    ["close-all-positions", [], 0 - 21 * 256],
    ["set-leverage", [7], 0 - (22 * 256 + 7)],
    ["move-margin", [7], 0 - (23 * 256 + 7)],
    ["set-position-mode", [1], 0 - (56 * 2 + 1) * 128],
    ["change-price", [7], 0 - (61 * 256 + 7)],
    ["buy-miners", [], 0 - 27 * 256],
    ["claim-mining", [], 0 - 28 * 256],
    ["recycle-miner", [], 0 - 29 * 256],
    [
      "place-lever-order",
      [7, 1, 5, 3, 2, 2, 10],
      0 - ((((((33 * 256 + 7) * 8 + 1) * 8 + 5) * 8 + 3) * 8 + 2) * 8 + 2) * 16 - 10,
    ],
    ["repay-loan", [7], 0 - (34 * 256 + 7)],
    ["move-lever-funds", [7, 1], 0 - ((35 * 256 + 7) * 2 + 1)],
    ["convert", [3, 4, 1], 0 - ((36 * 65_536 + 3 * 256 + 4) * 4 + 1)],
    [
      "place-list",
      [7, 1, 2, 7, 3, 0, 2],
      0 - (((((((51 * 256 + 7) * 2 + 1) * 8 + 2) * 16 + 7) * 16 + 3) * 8 + 0) * 8 + 2),
    ],
    [
      "place-oto",
      [7, 2, 3, 1, 3, 1, 0, 520],
      0 - (((((((53 * 256 + 7) * 4 + 2) * 8 + 3) * 8 + 1) * 16 + 3) * 16 + 1) * 8 + 0) * 4_096 - 520,
    ],
    [
      "place-contract-terms",
      [7, 1, 6, 3, 2, 1, 5, 20],
      0 - (((((((54 * 256 + 7) * 8 + 1) * 16 + 6) * 8 + 3) * 8 + 2) * 8 + 1) * 8 + 5) * 256 - 20,
    ],
    [
      "place-iceberg",
      [7, 1, 2, 3, 1, 5_000],
      0 - (((((62 * 256 + 7) * 2 + 1) * 16 + 2) * 8 + 3) * 8 + 1) * 2_097_152 - 5_000,
    ],
  ];
  expect(examples.map(([kind]) => kind).sort()).toEqual([...KINDS].sort());
  for (const [kind, values, codes] of examples) expect(codesOf([kind, values]), kind).toBe(codes);
});
