import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { serialize } from "node:v8";
import type { Units } from "@candor/money/brand";
import type { Hex } from "@candor/server/kit/hex";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { HAS_OPENSSL } from "../support/link/link-certificates.ts";
import { WITHOUT_OPENSSL } from "../support/link/test-authority.ts";
import { ETH } from "./chain-world.ts";
import { CustodyWorld } from "./custody-world.ts";

const ADA = 10_001;
const BEN = 10_002;
const RECEIVER: Hex = "0x00000000000000000000000000000000000c0de1";
const HASH = `0x${"ab".repeat(32)}`;

/** What a process with the certificate of a custody process may do to its core, and what it misses of it. */
describe.skipIf(!HAS_OPENSSL)(`a core and what its custody process sends${WITHOUT_OPENSSL}`, () => {
  let world: CustodyWorld;
  beforeEach(async () => {
    world = new CustodyWorld();
    await world.startServices();
    await world.startCustody();
    await world.startCore(1);
    await world.watched();
    await world.openUser(ADA);
  });
  afterEach(() => world.close());

  test("CLUS-05 a custody process cannot approve a withdrawal that waits for a person", async () => {
    await world.chains.sendFromFaucet(ADA, ETH, 100_000_000 as Units);
    await world.until("it is credited", async () => (await world.balanceOf(ADA, ETH))[0] === 100_000_000);
    const { engine } = world.core ?? {};
    const requested = await engine?.execute({
      kind: "request-withdrawal",
      userId: ADA,
      assetId: ETH,
      chainIndex: 0,
      address: RECEIVER,
      amountUnits: 50_000_000 as Units,
      feeUnits: 100_000 as Units,
      needsReview: true,
      key: "",
    });
    const withdrawalId = requested?.executed.seq;
    await world.stopCustody();
    const command = { kind: "advance-withdrawal", withdrawalId, status: "approved", txHash: "" };
    await world.refuses({ id: 1, ask: { kind: "execute", command } }, "command.status");
    // Nor can it leave that step out.
    for (const status of ["signed", "broadcast"]) {
      const step = { ...command, status, txHash: HASH };
      const impostor = await world.impersonate({ id: 1, ask: { kind: "execute", command: step } });
      await world.until("it is answered", () => impostor.answers.length > 0);
      expect(impostor.answers).toMatchObject([{ error: "withdrawal.state" }]);
      await impostor.close();
    }
    const view = await engine?.withdrawalsView();
    expect(view?.withdrawals).toMatchObject([{ withdrawalId, status: "reviewing", txHash: "" }]);
  });

  test("CLUS-05 a short message that stands for gigabytes, or is no JSON, ends the connection, and the core goes on", async () => {
    await world.stopCustody();
    const holes: string[] = [];
    holes.length = 2 ** 32 - 1;
    const record = { type: "confirmed", timeMs: 1, depositIds: holes };
    // As a structured clone, a list of holes has some bytes.
    const clone = serialize({ id: 1, ask: { kind: "commit", record } });
    for (const bytes of [
      clone,
      Buffer.from('{"id":1,"ask"'),
      Buffer.from('{"news":{"$bigint":"x"}}'),
      Buffer.alloc(0),
    ]) {
      expect(bytes.length).toBeLessThan(200);
      await world.refuses(bytes, "it cannot be read");
    }
    await world.startCustody();
    await world.watched();
  });

  test("CLUS-05 a process that has the state but has not described its chain learns addresses that are issued", async () => {
    await world.openUser(BEN);
    await world.stopCustody();
    // It has the state, and starts slowly: its signer or its node does not answer yet.
    const slow = await world.impersonate({ id: 1, ask: { kind: "solvency" } });
    await world.until("it has the state", () => slow.answers.length > 0);
    const address = await world.chains.depositAddressOf(BEN);
    expect(slow.asked).toEqual([{ kind: "issued", userId: BEN, address: address.toLowerCase() }]);
    await slow.close();
  });

  test("CLUS-05 a process whose disk cannot be written turns the core away, which uses another one, and admits it again later", async () => {
    await world.startCustody("custody-2");
    await world.stopCore();
    await world.startCore(2, ["custody", "custody-2"]);
    await world.watched();
    const folder = path.join(world.directory, "custody", "custody");
    const obstruct = (): void => {
      rmSync(folder, { recursive: true });
      // No folder can be made here, like on a full disk.
      writeFileSync(folder, "");
    };
    const refusals = (): number =>
      world.log.lines.filter((line) => line.includes("turned this core away: cannot-store")).length;
    await world.stopCustody();
    await world.until("the other works", () => world.servers.get("custody-2")?.state?.isOpen === true);
    obstruct();
    await world.startCustody();
    await world.stopCustody("custody-2");
    await world.until("the core is turned away", () => refusals() > 0);
    await world.startCustody("custody-2");
    await world.until("the other works", () => world.servers.get("custody-2")?.state?.isOpen === true);
    await world.stopCustody("custody-2");
    rmSync(folder);
    await world.until("it is admitted", () => world.servers.get("custody")?.state?.isOpen === true);
    await world.watched();
  });

  test("CLUS-05 while no process works, each place and problem is logged once", async () => {
    await world.startCustody("custody-2");
    await world.stopCore();
    await world.startCore(2, ["custody", "custody-2"]);
    await world.watched();
    await world.stopCustody();
    await world.stopCustody("custody-2");
    const lines = world.log.lines.length;
    const attempts = (): readonly string[] =>
      world.log.lines.slice(lines).filter((line) => line.includes("no custody process at"));
    await world.until("both were tried", () => new Set(attempts()).size >= 2);
    // Several rounds of attempts, which come at least once a second.
    await sleep(5_000);
    expect(attempts()).toHaveLength(new Set(attempts()).size);
  });
});
