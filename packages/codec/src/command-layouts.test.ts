import type { Command } from "@candor/domain/commands/commands";
import type { Lots, Ppm, PriceE8, Ticks, Units } from "@candor/money/brand";
import { expect, test } from "vitest";
import { CommandReader } from "./command-reader.ts";
import { CommandWriter } from "./command-writer.ts";

/** Commands with the bytes that journals have of them: these never change. */
const RECORDED: readonly { readonly command: Command; readonly bytes: string }[] = [
  {
    command: {
      kind: "place-order",
      userId: 4_294_967_295,
      marketId: 258,
      side: "sell",
      type: "trailing-stop",
      timeInForce: "fok",
      selfTrade: "expire-both",
      quantityLots: 2 as Lots,
      quoteUnits: 9_007_199_254_740_991 as Units,
      priceTicks: 4 as Ticks,
      stopTicks: 5 as Ticks,
      trailingPpm: 6 as Ppm,
      key: "key-1",
    },
    bytes: "2b000805ffffffff02010105020202000000040000000500000006000000ffffffffffff3f436b65792d31",
  },
  {
    command: {
      kind: "place-contract-order",
      userId: 7,
      marketId: 258,
      side: "sell",
      type: "stop-market",
      timeInForce: "ioc",
      selfTrade: "expire-maker",
      triggerBy: "index",
      reduceOnly: true,
      leverage: 125,
      quantityLots: 3 as Lots,
      priceTicks: 4 as Ticks,
      stopTicks: 5 as Ticks,
      trailingPpm: 6 as Ppm,
      takeProfitTicks: 7 as Ticks,
      stopLossTicks: 4_294_967_295 as Ticks,
      key: "key-2",
    },
    bytes: "2e0012050700000002010103010102017d0300000004000000050000000600000007000000ffffffff6b65792d32",
  },
  {
    command: {
      kind: "place-option",
      userId: 7,
      marketId: 258,
      direction: "down",
      stakeUnits: 3 as Units,
      durationSeconds: 60,
      minPayoutPpm: 850_000 as Ppm,
      key: "key-3",
    },
    bytes: "20001f050700000002010100000000000008403c00000050f80c006b65792d33",
  },
  {
    command: { kind: "cancel-order", userId: 7, orderId: 1_099_511_627_776, key: "" },
    bytes: "10000a00070000000000000000007042",
  },
  {
    command: {
      kind: "reduce-order",
      userId: 7,
      orderId: 1_099_511_627_776,
      quantityLots: 3 as Lots,
      key: "k",
    },
    bytes: "15000c01070000000000000000007042030000006b",
  },
  {
    command: { kind: "cancel-all", userId: 7, marketId: 258, product: undefined, key: "" },
    bytes: "0c000b000700000002010000",
  },
  {
    command: { kind: "cancel-all", userId: 7, marketId: -1, product: undefined, key: "" },
    bytes: "0c000b0007000000ffffffff",
  },
  {
    command: { kind: "cancel-all", userId: 7, marketId: -1, product: "contract", key: "k" },
    bytes: "0d000b0107000000ffff03006b",
  },
  {
    command: {
      kind: "observe-price",
      marketId: 258,
      sourceId: 31,
      priceE8: 6_000_000_000_000 as PriceE8,
      observedAtMs: 1_767_225_600_000,
    },
    bytes: "1c0005000000000002011f0000008079efd39542000080aa6db77942",
  },
  { command: { kind: "advance-time" }, bytes: "0800040000000000" },
  {
    command: { kind: "adopt-rules", version: 1 },
    bytes: "2a002e00000000007b226b696e64223a2261646f70742d72756c6573222c2276657273696f6e223a317d",
  },
];

test.each(RECORDED)("PROT-01 $command.kind has the bytes of earlier versions", ({ command, bytes }) => {
  const writer = new CommandWriter();
  // What earlier commands left in the buffer must not show through.
  writer.write({
    kind: "place-option",
    userId: 4_294_967_295,
    marketId: 65_535,
    direction: "down",
    stakeUnits: -1 as Units,
    durationSeconds: 4_294_967_295,
    minPayoutPpm: 4_294_967_295 as Ppm,
    key: "x".repeat(60),
  });
  writer.reset();
  writer.write(command);
  expect(Buffer.from(writer.take()).toString("hex")).toBe(bytes);
  const reader = new CommandReader();
  reader.open(new Uint8Array(Buffer.from(bytes, "hex")));
  expect(reader.next()).toEqual(command);
});
