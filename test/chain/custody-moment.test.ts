import { setImmediate as nextTurn } from "node:timers/promises";
import type { Units } from "@candor/money/brand";
import type { CustodyView } from "@candor/server/custody/chain/chain-port";
import { findAnvil } from "@candor/server/custody/chain/development/anvil-binary";
import { afterEach, describe, expect, test } from "vitest";
import { ChainWorld, ETH, USDT } from "./chain-world.ts";

const USERS = [10_001, 10_002, 10_003, 10_004, 10_005, 10_006];
const RECEIVER = "0x00000000000000000000000000000000000c0de1";
const ROUNDS = 6;

let world: ChainWorld | undefined;
afterEach(async () => {
  await world?.remove();
  world = undefined;
});

const KINDS = [
  { name: "embedded", anvil: findAnvil() ?? null },
  { name: "simulated", anvil: null },
] as const;

describe.each(KINDS)("on the $name chain", ({ anvil }) => {
  test("CHAIN-11 custody that is read while deposits, sweeps and withdrawals are in progress never shows a difference", async () => {
    world = await ChainWorld.open({
      development: { anvil, blockIntervalMs: 20, pollMs: 5, sweepEveryMs: 30 },
    });
    const { service } = world;
    await world.openUsers(...USERS);
    const over = new AbortController();
    const wrong: CustodyView[] = [];
    let readings = 0;
    const watching = (async () => {
      while (!over.signal.aborted) {
        for (const view of await service.custody()) {
          readings++;
          if (view.difference !== "0") wrong.push(view);
        }
        await nextTurn();
      }
    })();
    for (let round = 1; round <= ROUNDS; round++) {
      for (const userId of USERS) {
        await service.sendFromFaucet(userId, USDT, (5_000_000 + round) as Units);
        await service.sendFromFaucet(userId, ETH, (5_000_000 + round) as Units);
        for (const [asset, least, fee] of [
          [USDT, 3_000_000, 1_000_000],
          [ETH, 2_000_000, 50_000],
        ] as const) {
          const [available] = await world.balanceOf(userId, asset);
          if (available > least) await world.withdraw(userId, asset, least, fee, RECEIVER);
        }
      }
      const target = round * USERS.length * 2;
      await world.until("the round's deposits have arrived", () => arrived(world as ChainWorld) === target);
    }
    await world.until("all has ended", async () => {
      const { withdrawals } = await (world as ChainWorld).engine.withdrawalsView();
      return withdrawals.length === 0 && !service.isBusy;
    });
    over.abort();
    await watching;
    expect(wrong).toEqual([]);
    expect(readings).toBeGreaterThan(20);
    // Both directions were in progress while it was read.
    const statuses = new Set([...world.withdrawals.values()].map(({ status }) => status));
    expect(statuses).toEqual(new Set(["confirmed"]));
  }, 200_000);
});

const arrived = ({ service }: ChainWorld): number =>
  USERS.reduce((sum, userId) => sum + service.depositsOf(userId, 10_000).length, 0);
