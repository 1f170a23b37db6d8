import { commandIndex } from "@candor/codec/command-layout";
import type { CommandKind } from "@candor/domain/commands/commands";
import { WALLETS } from "@candor/domain/enumerations";

/**
 * How the codes of a key's contents are made: from the number of the command's kind and from parts with a fixed number of
 * values each. No two kinds and no two combinations of parts have the same codes: contents.test.ts.
 *
 * Codes are part of snapshots: a layout that is in use never changes.
 */
export interface CodesLayout {
  /** The codes when all parts are 0. */
  readonly start: number;
  /** How many values each part may have, by its name, in the order in which packCodes takes them. */
  readonly parts: Readonly<Record<string, number>>;
  /** How much a code grows when each part grows by one; padded with zeros. */
  readonly factors: readonly number[];
}

const MAX_PARTS = 8;
/** Codes from 0 on have their kind in the lowest bits: kinds below 16. */
const KINDS = 16;
/** Above the codes of all other kinds that have the same lowest bits. */
const OPTION_START = 17_592_186_044_416;

function fill(factors: readonly number[]): readonly number[] {
  return Array.from({ length: MAX_PARTS }, (_, index) => factors[index] ?? 0);
}

/** Lays out codes from 0 up: the kind is in the lowest bits, the first part above it, and so on. */
function upward(kind: CommandKind, parts: Readonly<Record<string, number>>, base = 0): CodesLayout {
  let next = KINDS;
  const factors = Object.values(parts).map((size) => {
    const factor = next;
    next *= size;
    return factor;
  });
  return { start: base + commandIndex(kind), parts, factors: fill(factors) };
}

/** Lays out codes below 0: the kind is in the highest digits, the last part in the lowest. */
function downward(kind: CommandKind, parts: Readonly<Record<string, number>>): CodesLayout {
  let product = 1;
  const factors = Object.values(parts).reduceRight<readonly number[]>((after, size) => {
    const factor = 0 - product;
    product *= size;
    return [factor, ...after];
  }, []);
  return { start: 0 - commandIndex(kind) * product, parts, factors: fill(factors) };
}

/** Layouts for all commands that may carry a key. */
export const KEY_CODES = {
  deposit: upward("deposit", { asset: 256 }),
  transfer: upward("transfer", { asset: 256, from: 4, to: 4 }),
  "request-withdrawal": upward("request-withdrawal", { asset: 256, chain: 64, addressStart: 65_536 }),
  "place-order": upward("place-order", {
    market: 256,
    side: 2,
    type: 16,
    timeInForce: 8,
    selfTrade: 4_096,
    trailingPpm: 2_097_152,
  }),
  "place-oco": upward("place-oco", { market: 256, side: 2, unused: 128, selfTrade: 4_096 }),
  "cancel-all": upward("cancel-all", {}),
  "reduce-order": upward("reduce-order", {}),
  "place-option": upward("place-option", { unused: 16, direction: 2, market: 256 }, OPTION_START),
  "place-contract-order": downward("place-contract-order", {
    market: 256,
    side: 8,
    type: 8,
    timeInForce: 8,
    selfTrade: 8,
    triggerBy: 8,
    reduceOnly: 2,
    leverage: 256,
  }),
  "set-protection": downward("set-protection", { market: 256, triggerBy: 4 }),
  "close-position": downward("close-position", { market: 256 }),
  "close-all-positions": downward("close-all-positions", { unused: 256 }),
  "set-leverage": downward("set-leverage", { market: 256 }),
  "move-margin": downward("move-margin", { market: 256 }),
  "buy-miners": downward("buy-miners", { unused: 256 }),
  "claim-mining": downward("claim-mining", { unused: 256 }),
  "recycle-miner": downward("recycle-miner", { unused: 256 }),
  "place-lever-order": downward("place-lever-order", {
    market: 256,
    side: 8,
    type: 8,
    timeInForce: 8,
    selfTrade: 8,
    effect: 8,
    leverage: 16,
  }),
  "repay-loan": downward("repay-loan", { market: 256 }),
  "move-lever-funds": downward("move-lever-funds", { market: 256, isIn: 2 }),
  convert: downward("convert", { from: 256, to: 256, wallet: 4 }),
  "place-list": downward("place-list", {
    market: 256,
    side: 2,
    selfTrade: 8,
    aboveType: 16,
    belowType: 16,
    aboveForce: 8,
    belowForce: 8,
  }),
  "place-oto": downward("place-oto", {
    market: 256,
    sides: 4,
    workingForce: 8,
    selfTrade: 8,
    firstType: 16,
    secondType: 16,
    firstForce: 8,
    rest: 4_096,
  }),
  "place-contract-terms": downward("place-contract-terms", {
    market: 256,
    side: 8,
    type: 16,
    timeInForce: 8,
    selfTrade: 8,
    triggerBy: 8,
    flags: 8,
    leverage: 256,
  }),
  "set-position-mode": downward("set-position-mode", { dual: 2, unused: 128 }),
  "change-price": downward("change-price", { market: 256 }),
  "place-iceberg": downward("place-iceberg", {
    market: 256,
    side: 2,
    type: 16,
    timeInForce: 8,
    selfTrade: 8,
    trailingPpm: 2_097_152,
  }),
} satisfies Partial<Record<CommandKind, CodesLayout>>;

/** The codes of these parts, each from 0 to below its number of values; NaN, which equals nothing, for a part that is NaN. */
export function packCodes(
  { start, factors }: CodesLayout,
  a = 0,
  b = 0,
  c = 0,
  d = 0,
  e = 0,
  f = 0,
  g = 0,
  h = 0,
): number {
  const first = a * (factors[0] as number) + b * (factors[1] as number) + c * (factors[2] as number);
  const second = d * (factors[3] as number) + e * (factors[4] as number) + f * (factors[5] as number);
  return start + first + second + g * (factors[6] as number) + h * (factors[7] as number);
}

/**
 * A number of a list's contents with the visible lots of its icebergs (a, b, c) and its trailing rates (d, e) mixed in,
 * because they do not fit next to the other contents. A change of one of them always changes it. Without them it stays as it
 * is.
 */
export function withRareTerms(amount: number, a: number, b: number, c: number, d: number, e: number): number {
  const mixed = a * 3 + b * 5 + c * 7 + d * 11 + e * 13;
  const room = Number.MAX_SAFE_INTEGER - amount;
  return mixed <= room ? amount + mixed : mixed - room - 1;
}

/** A wallet as a part of codes; NaN for what is none, so that a question about it meets no other wallet's key. */
export function walletCode(wallet: string): number {
  const index = (WALLETS as readonly string[]).indexOf(wallet);
  return index < 0 ? Number.NaN : index;
}
