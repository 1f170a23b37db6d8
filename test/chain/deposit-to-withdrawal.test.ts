import type { Units } from "@candor/money/brand";
import type { ChainChange } from "@candor/server/custody/chain/chain-port";
import { findAnvil } from "@candor/server/custody/chain/development/anvil-binary";
import { afterEach, describe, expect, test } from "vitest";
import { ChainWorld, ETH, USDT } from "./chain-world.ts";

const ADA = 10_001;
const OUTSIDE = "0x52908400098527886E0F7030069857D2E4169EE7";

let world: ChainWorld | undefined;
afterEach(async () => {
  await world?.remove();
  world = undefined;
});

const KINDS = [
  { name: "embedded", anvil: findAnvil() ?? null },
  { name: "simulated", anvil: null },
] as const;

describe.each(KINDS)("on the $name chain", ({ name, anvil }) => {
  test("FUND-01 play money is detected, confirmed and credited once; a withdrawal is signed, sent and confirmed", async () => {
    world = await ChainWorld.open({ development: { anvil } });
    const { service } = world;
    expect(service.chains.map(({ kind }) => kind)).toEqual([name]);
    await world.openUsers(ADA);
    const changes: ChainChange[] = [];
    service.subscribe((change) => changes.push(change));
    const sending = await service.sendFromFaucet(ADA, USDT, 500_000_000 as Units);
    expect(sending?.address).toBe(await service.depositAddressOf(ADA));
    await service.sendFromFaucet(ADA, ETH, 200_000_000 as Units);
    await world.until(
      "both are credited",
      () =>
        service.depositsOf(ADA, 10).every(({ status }) => status === "credited") &&
        service.depositsOf(ADA, 10).length === 2,
    );
    expect(await world.balanceOf(ADA, USDT)).toEqual([500_000_000, 0]);
    expect(await world.balanceOf(ADA, ETH)).toEqual([200_000_000, 0]);
    const notices = (): readonly string[] =>
      changes.flatMap((change) =>
        change.kind === "deposit" && change.deposit.assetId === USDT ? [change.deposit.status] : [],
      );
    await world.until("the user has the notice", () => notices().includes("credited"));
    const statuses = notices();
    expect(statuses[0]).toBe("seen");
    expect(statuses.at(-1)).toBe("credited");
    expect(statuses.filter((status) => status === "credited")).toHaveLength(1);

    const id = await world.withdraw(ADA, USDT, 100_000_000, 1_000_000, OUTSIDE);
    await world.until("it is confirmed", () => world?.withdrawals.get(id)?.status === "confirmed");
    expect(await world.balanceOf(ADA, USDT)).toEqual([400_000_000, 0]);
    const coins = await world.withdraw(ADA, ETH, 50_000_000, 50_000, OUTSIDE);
    await world.until("coins are confirmed", () => world?.withdrawals.get(coins)?.status === "confirmed");
    expect(await world.balanceOf(ADA, ETH)).toEqual([150_000_000, 0]);
    for (const asset of [USDT, ETH]) expect(await world.custodyOf(asset)).toMatchObject({ difference: "0" });
  });
});
