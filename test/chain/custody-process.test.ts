import type { Units } from "@candor/money/brand";
import { connectChannel } from "@candor/server/custody/channel/open-channel";
import { decodeValue, encodeValue } from "@candor/server/custody/link/custody-peer";
import type { Hex } from "@candor/server/kit/hex";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { HAS_OPENSSL } from "../support/link/link-certificates.ts";
import { WITHOUT_OPENSSL } from "../support/link/test-authority.ts";
import { repeats } from "../support/repeats.ts";
import { ETH, USDT } from "./chain-world.ts";
import { CustodyWorld, EXCHANGE } from "./custody-world.ts";

const ADA = 10_001;
const BEN = 10_002;
const RECEIVER: Hex = "0x00000000000000000000000000000000000c0de1";
const ONE_ETH = 100_000_000;
const FEE = 50_000;
const WEI_PER_UNIT = 10n ** 10n;
const ENDS = repeats(6, 60);

describe.skipIf(!HAS_OPENSSL)(`a custody process${WITHOUT_OPENSSL}`, () => {
  let world: CustodyWorld;
  beforeEach(async () => {
    world = new CustodyWorld();
    await world.startServices();
    await world.startCustody();
  });
  afterEach(() => world.close());

  const fund = async (userId: number, units: number): Promise<void> => {
    const [before] = await world.balanceOf(userId, ETH);
    await world.chains.sendFromFaucet(userId, ETH, units as Units);
    await world.until("the deposit is credited", async () => {
      return (await world.balanceOf(userId, ETH))[0] === before + units;
    });
    // The exchange has it a moment before the watchers' journal says so.
    await world.until("the deposit is shown as credited", () =>
      world.chains.depositsOf(userId, 10).every(({ status }) => status === "credited"),
    );
  };
  const arrived = (): Promise<bigint> => world.chain.balance(RECEIVER);
  const expectNothingMissing = async (): Promise<void> => {
    for (const asset of [USDT, ETH])
      await world.until("every balance is explained", async () => {
        return (await world.custodyOf(asset).catch(() => undefined))?.difference === "0";
      });
  };

  test("CLUS-05 credits deposits and pays withdrawals for the core, which shows them", async () => {
    await world.startCore(1);
    await world.watched();
    await world.openUser(ADA);
    await fund(ADA, 3 * ONE_ETH);
    const [deposit] = world.chains.depositsOf(ADA, 10);
    expect(deposit).toMatchObject({
      status: "credited",
      userId: ADA,
      assetId: ETH,
      amountUnits: 3 * ONE_ETH,
    });
    const finding = await world.chains.explainTransaction("evm-31338", deposit?.txHash ?? "", ADA);
    expect(finding).toMatchObject({ kind: "deposit", deposit: { depositId: deposit?.depositId } });
    const shown: number[] = [];
    world.chains.subscribe((change) => {
      if (change.kind === "withdrawal") shown.push(change.progress.confirmations);
    });
    await world.withdraw(ADA, ETH, ONE_ETH, FEE, RECEIVER);
    await world.until("it is paid", async () => (await world.balanceOf(ADA, ETH))[1] === 0);
    expect(await arrived()).toBe(BigInt(ONE_ETH - FEE) * WEI_PER_UNIT);
    expect(shown.length).toBeGreaterThan(0);
    await expectNothingMissing();
    expect(await world.core?.opening.answering()).toMatchObject([
      { role: "custody" },
      { role: "signer" },
      { role: "chain" },
    ]);
    expect(await world.core?.opening.signer()).toBe("well");
  });

  test("CLUS-05 the process, the core, or both end again and again: everything is paid and credited once", async () => {
    let term = 1;
    await world.startCore(term);
    await world.watched();
    await world.openUser(ADA);
    await fund(ADA, 10 * ONE_ETH);
    const amounts: number[] = [];
    for (let round = 0; round < ENDS; round++) {
      await world.watched();
      const amount = ONE_ETH / 10 + round;
      amounts.push(amount);
      await world.withdraw(ADA, ETH, amount, FEE, RECEIVER);
      await world.chains.sendFromFaucet(ADA, ETH, 1_000_000 as Units).catch(() => undefined);
      // At another moment of the payment each time.
      await new Promise((resolve) => setTimeout(resolve, round * 37));
      if (round % 3 !== 1) await world.stopCustody();
      if (round % 3 !== 0) {
        await world.stopCore();
        term++;
        await world.startCore(term);
      }
      if (round % 3 !== 1) await world.startCustody();
    }
    await world.until("all are paid", async () => (await world.balanceOf(ADA, ETH))[1] === 0);
    const paid = amounts.reduce((sum, each) => sum + each - FEE, 0);
    expect(await arrived()).toBe(BigInt(paid) * WEI_PER_UNIT);
    await world.until("all deposits are credited", () =>
      world.chains.depositsOf(ADA, 1_000).every(({ status }) => status === "credited"),
    );
    await expectNothingMissing();
  });

  test("CLUS-05 without the process trading goes on: chains are paused, addresses are still issued, and withdrawals wait", async () => {
    await world.startCore(1);
    await world.watched();
    await world.openUser(ADA);
    await world.openUser(BEN);
    await fund(ADA, ONE_ETH);
    const address = await world.chains.depositAddressOf(ADA);
    await world.stopCustody();
    await world.until("it is away", () => world.chains.chains[0]?.paused === "unreachable");
    expect(world.chains.existingDepositAddressOf(ADA)).toBe(address);
    const added = await world.chains.depositAddressOf(BEN);
    await expect(world.chains.custody()).rejects.toThrow("chain unavailable");
    // It is not the signer that is down.
    await expect(world.core?.opening.signer()).rejects.toThrow("chain unavailable");
    const withdrawalId = await world.withdraw(ADA, ETH, ONE_ETH / 2, FEE, RECEIVER);
    // The next leader starts without the process too.
    await world.stopCore();
    await world.startCore(2);
    expect(world.chains.chains[0]).toMatchObject({ paused: "unreachable" });
    expect(world.chains.depositsOf(ADA, 1)[0]).toMatchObject({ status: "credited" });
    expect(world.chains.existingDepositAddressOf(BEN)).toBe(added);
    await world.startCustody();
    await world.until("it is paid", async () => (await world.balanceOf(ADA, ETH))[1] === 0);
    expect(withdrawalId).toBeGreaterThan(0);
    expect(await arrived()).toBe(BigInt(ONE_ETH / 2 - FEE) * WEI_PER_UNIT);
    await fund(BEN, 7_000_000);
    await expectNothingMissing();
  });

  test("CLUS-05 of two processes one works and the other waits; it takes over with a higher number, which the signer requires from then on", async () => {
    await world.startCustody("custody-2");
    await world.startCore(1, ["custody", "custody-2"]);
    await world.watched();
    expect(world.servers.get("custody")?.state).toMatchObject({ term: 1, session: 1, isOpen: true });
    expect(world.servers.get("custody-2")?.state).toBeUndefined();
    await world.openUser(ADA);
    await fund(ADA, ONE_ETH);
    await world.stopCustody();
    await world.until("the other works", () => world.servers.get("custody-2")?.state?.isOpen === true);
    await world.watched();
    await fund(ADA, ONE_ETH);
    const { session = 0 } = world.servers.get("custody-2")?.state ?? {};
    expect(session).toBeGreaterThan(1);
    expect(world.rank).toMatchObject({ term: 1, session });
    // The one that was replaced signs nothing more, even if nobody has told it.
    await expect(
      world.greetSigner({ version: 1, mode: "sandbox", exchange: EXCHANGE, term: 1, session: session - 1 }),
    ).rejects.toThrow("lower-term");
  });

  test("CLUS-05 a core with a lower term is turned away, also after a restart, and a present one is dropped for a higher term", async () => {
    await world.startCore(5);
    await world.watched();
    const answers = async (change: object): Promise<unknown> => {
      const { reply } = await greet({
        version: 1,
        mode: "sandbox",
        exchange: EXCHANGE,
        term: 5,
        session: 9,
        ...change,
      });
      return reply;
    };
    expect(await answers({ term: 4 })).toEqual({ turnedAway: "lower-term", term: 5 });
    expect(await answers({ exchange: "1-1" })).toEqual({ turnedAway: "other-exchange", term: 5 });
    expect(await answers({ mode: "live" })).toEqual({ turnedAway: "other-mode", term: 5 });
    expect(await answers({ version: 2 })).toEqual({ turnedAway: "other-version", term: 5 });
    expect(await answers({ more: 1 })).toEqual({ turnedAway: "malformed", term: 5 });
    await world.stopCustody();
    await world.startCustody();
    expect(await answers({ term: 4 })).toEqual({ turnedAway: "lower-term", term: 5 });
    await world.watched();
    expect(await answers({ term: 6, session: 1 })).toEqual({ admitted: { term: 6 } });
    await world.until("the former leader is turned away", () =>
      world.log.lines.some((line) => line.includes("turned this core away: lower-term (it has seen term 6)")),
    );
    expect(world.chains.chains[0]?.paused).toBe("unreachable");
  });

  test("CLUS-05 a wrong message of either side ends the connection with a line in the log, and changes nothing", async () => {
    const other = { type: "credited", timeMs: 1, depositId: "d0-ab-n", seq: 1 };
    const hash = `0x${"ab".repeat(32)}`;
    const credit = {
      userId: ADA,
      assetId: ETH,
      amountUnits: 1,
      chainIndex: 0,
      txHash: hash,
      logIndex: -1,
      key: "",
    };
    const asks: readonly (readonly [unknown, string])[] = [
      [{ id: 1, ask: { kind: "nothing" } }, "kind"],
      [{ id: 1, ask: { kind: "seed" }, more: 1 }, "wrong message"],
      ["text", "wrong message"],
      [{ id: 1, answer: true }, "an answer that nobody waits for"],
      [{ news: { kind: "round", chainIndex: -1 } }, "chainIndex"],
      [{ id: 1, ask: { kind: "commit", record: other } }, "unknown deposit d0-ab-n"],
      [{ id: 1, ask: { kind: "commit", record: { ...other, type: "kept-deposit" } } }, "record.type"],
      [
        {
          id: 1,
          ask: { kind: "commit", record: { type: "address-issued", userId: ADA, address: RECEIVER } },
        },
        "record.type",
      ],
      [
        {
          id: 1,
          ask: { kind: "commit", record: { type: "chain-registered", chainIndex: 7, evmChainId: 5 } },
        },
        "the chain's index is not the next one",
      ],
      [
        {
          id: 1,
          ask: { kind: "commit", record: { type: "advanced", chainIndex: 3, timeMs: 1, blocks: [] } },
        },
        "chain 3 is not registered",
      ],
      [
        { id: 1, ask: { kind: "execute", command: { kind: "credit-deposit", ...credit } } },
        "without a deposit",
      ],
      [
        { id: 1, ask: { kind: "execute", command: { kind: "open-account", userId: BEN, role: "trader" } } },
        "command.kind",
      ],
    ];
    await world.startCore(1);
    await world.watched();
    await world.openUser(ADA);
    await fund(ADA, ONE_ETH);
    const before = [world.chains.depositsOf(ADA, 10), world.core?.engine.durableSeq];
    await world.stopCustody();
    for (const [message, words] of asks) await world.refuses(message, words);
    expect([world.chains.depositsOf(ADA, 10), world.core?.engine.durableSeq]).toEqual(before);
    await world.startCustody();
    await world.watched();
    await fund(ADA, ONE_ETH);
    await expectNothingMissing();
    // The other direction: a core that greets well and then sends nonsense.
    const greeting = { version: 1, mode: "sandbox", exchange: EXCHANGE, term: 2, session: 1 };
    const { channel } = await greet(greeting);
    channel.send(encodeValue({ id: 1, ask: { kind: "pay-me" } }));
    await world.until("the process has refused it", () =>
      world.log.lines.some((line) => line.includes("core disconnected") || line.includes("cannot be opened")),
    );
    await world.until("it works for nobody", () => world.servers.get("custody")?.state === undefined);
  });

  test("CLUS-05 an exchange that watched in its core moves to a custody process and back, and keeps what was watched", async () => {
    const inCore = await world.startOwnChains(1);
    await inCore.engine.execute({ kind: "open-account", userId: ADA, role: "trader" });
    const address = await inCore.chains.depositAddressOf(ADA);
    await inCore.chains.sendFromFaucet(ADA, ETH, ONE_ETH as Units);
    await world.until("it is credited", () => inCore.chains.depositsOf(ADA, 1)[0]?.status === "credited");
    const [first] = inCore.chains.depositsOf(ADA, 1);
    await inCore.close();
    await world.startCore(2);
    await world.watched();
    expect(await world.chains.depositAddressOf(ADA)).toBe(address);
    expect(world.chains.deposit(first?.depositId ?? "")).toEqual(first);
    await fund(ADA, ONE_ETH);
    await world.withdraw(ADA, ETH, ONE_ETH, FEE, RECEIVER);
    await world.stopCore();
    await world.stopCustody();
    const back = await world.startOwnChains(3);
    await world.until("it is paid", async () => {
      const { withdrawals } = await back.engine.withdrawalsView();
      return withdrawals.every(({ status }) => status === "confirmed") && (await arrived()) > 0n;
    });
    expect(await arrived()).toBe(BigInt(ONE_ETH - FEE) * WEI_PER_UNIT);
    expect(back.chains.depositsOf(ADA, 10)).toHaveLength(2);
    expect((await back.chains.custody()).map(({ difference }) => difference)).toEqual(["0", "0"]);
    await back.close();
  });

  /** Connects as a core and greets. */
  async function greet(greeting: object) {
    const channel = await connectChannel({
      place: world.placeOf("custody"),
      identity: world.authority.identityOf("core-2"),
      protocol: "candor-custody",
      maxMessageBytes: 1_000_000,
    });
    const reply = await new Promise<unknown>((resolve, reject) => {
      channel.receive({
        message: (bytes) => resolve(decodeValue(bytes)),
        closed: (why) => reject(new Error(why)),
      });
      channel.send(encodeValue(greeting));
    });
    return { channel, reply };
  }
});
