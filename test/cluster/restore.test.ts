import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { clientOf } from "../support/cluster/cluster-load.ts";
import { arrivalsAt, connectToChain } from "../support/cluster/payments.ts";
import { until } from "../support/cluster/until.ts";
import { ConsoleSession } from "../support/console/console-session.ts";
import { type AcceptedOrder, OrderLoad } from "../support/core/order-load.ts";
import { verifyHistory } from "../support/core/verify-history.ts";
import { HAS_OPENSSL } from "../support/link/link-certificates.ts";
import { postgresBinaries } from "../support/projections/postgres-server.ts";
import { isDeep } from "../support/repeats.ts";
import { PAYMENT_PASSWORD, type WireClient } from "../support/wire-client.ts";
import { RestoreStage } from "./restore-stage.ts";

vi.setConfig({ testTimeout: 300_000, hookTimeout: 600_000 });

const CAN_RUN = isDeep && HAS_OPENSSL && postgresBinaries() !== undefined;
if (!CAN_RUN)
  console.warn(
    "a restore to a point in time is not tested: it takes a minute, needs CANDOR_DEEP=1, PostgreSQL and OpenSSL",
  );

/** Nobody has its key. */
const RECEIVER = "0x00000000000000000000000000000000000c0de2";
const BLOCKS_MS = 6_000;
/** Amounts in 1e-5 ETH, all different, so that one that is paid twice shows up twice. */
const AMOUNT = { paidBefore: 2_001, approvedBefore: 3_001, requestedAfter: 4_001, repeated: 5_001 } as const;
const DIGITS = 5;

describe.skipIf(!CAN_RUN)("an exchange whose database is set back to a point in time", () => {
  let stage: RestoreStage;
  let load: OrderLoad;
  let accepted: readonly AcceptedOrder[];
  let chain: string;
  let payer: WireClient;
  let latePayer: WireClient;
  /** Has deposited before. */
  let saver: WireClient;
  /** Deposits after, to an address from before. */
  let depositor: WireClient;
  let lost: { readonly id: number; readonly address: string };
  const owners: ConsoleSession[] = [];
  /** Identifiers of withdrawals, and their fees in 1e-5 ETH. */
  const withdrawals = new Map<keyof typeof AMOUNT, { readonly id: string; readonly fee: number }>();

  const netOf = (name: keyof typeof AMOUNT): number => AMOUNT[name] - (withdrawals.get(name)?.fee ?? 0);
  const newUser = async (): Promise<WireClient> => {
    const client = clientOf([stage.url]);
    await client.register();
    return client;
  };
  const rich = async (): Promise<WireClient> => {
    const client = await newUser();
    const bought = await client.expectOk(client.post("/Sandbox/faucet", { asset: "ETH" }));
    await client.credited(bought);
    await client.setPaymentPassword();
    chain = bought.chain ?? "";
    return client;
  };
  const deposit = async (client: WireClient, amount: string): Promise<void> => {
    const sent = await client.expectOk(client.post("/Sandbox/faucet", { asset: "USDT", amount }));
    await client.credited(sent);
  };
  const withdraw = async (client: WireClient, name: keyof typeof AMOUNT): Promise<void> => {
    const { withdrawal } = await client.expectOk(
      client.post("/Wallet/withdrawal", {
        asset: "ETH",
        chain,
        address: RECEIVER,
        amount: (AMOUNT[name] / 10 ** DIGITS).toFixed(DIGITS),
        paymentPassword: PAYMENT_PASSWORD,
        requestId: randomUUID().slice(0, 30),
      }),
    );
    const fee = Math.round(Number(withdrawal.fee) * 10 ** DIGITS);
    withdrawals.set(name, { id: withdrawal.withdrawalId, fee });
  };
  const statusOf = async (client: WireClient, name: keyof typeof AMOUNT): Promise<string> => {
    const path = `/wallet/getOrder?kind=withdrawal&id=${withdrawals.get(name)?.id}` as const;
    return ((await client.expectOk(client.get(path))).order as { readonly status: string }).status;
  };
  const confirmed = (client: WireClient, name: keyof typeof AMOUNT): Promise<void> =>
    until(
      async () => {
        await sleep(250);
        return (await statusOf(client, name)) === "confirmed";
      },
      `the withdrawal ${name} is confirmed`,
      120_000,
    );
  const arrived = async (): Promise<readonly number[]> => {
    const connection = await connectToChain(stage.chainSettings);
    try {
      return await arrivalsAt(connection, RECEIVER);
    } finally {
      await connection.close();
    }
  };
  const differenceOf = async (symbol: string): Promise<string> => {
    const text = await stage.run("operator", "chain", "status", "--json", "--operator", "anna");
    // A note follows the rows.
    const rows = JSON.parse(text.slice(0, text.lastIndexOf("]") + 1)) as {
      readonly asset: string;
      readonly difference: string;
    }[];
    return String(rows.find(({ asset }) => asset === symbol)?.difference);
  };
  const inMain = async (client: WireClient, symbol: string): Promise<number> => {
    const { wallets } = await client.expectOk(client.get("/wallet/index"));
    const main = wallets.main as readonly { asset: string; available: string; frozen: string }[];
    const found = main.find(({ asset }) => asset === symbol);
    return Number(found?.available ?? 0) + Number(found?.frozen ?? 0);
  };
  const numberOf = async (client: WireClient): Promise<number> =>
    Number((await client.expectOk(client.post("/User/profile"))).id);
  const addressOf = async (client: WireClient): Promise<string> => {
    const { list } = await client.expectOk(client.post("/Wallet/sites", { asset: "USDT" }));
    return (list[0] as { readonly address: string }).address;
  };

  beforeAll(async () => {
    stage = await RestoreStage.begin();
    await stage.startSigner();
    await stage.start();
    for (const [at, link] of stage.foundingLinks.entries()) {
      const owner = new ConsoleSession(stage.url);
      await owner.join(link, ["anna", "berta"][at] ?? "");
      owners.push(owner);
    }
    payer = await rich();
    latePayer = await rich();
    saver = await newUser();
    depositor = await newUser();
    load = new OrderLoad(stage.url);
    await load.start();
    const before = load.accepted.length;
    stage.database.backUp();
    await load.more(20);
    expect(load.accepted.length).toBeGreaterThan(before);
    await deposit(saver, "100");
    await addressOf(depositor);
    await withdraw(payer, "paidBefore");
    await confirmed(payer, "paidBefore");
    // It is approved, and cannot be signed yet.
    await stage.stopSigner();
    await withdraw(payer, "approvedBefore");
    await until(
      async () => (await statusOf(payer, "approvedBefore")) === "approved",
      "a withdrawal is approved",
    );
    accepted = [...load.accepted];
    const time = await stage.database.now();

    await stage.startSigner();
    await confirmed(payer, "approvedBefore");
    await withdraw(latePayer, "requestedAfter");
    await confirmed(latePayer, "requestedAfter");
    await deposit(depositor, "50");
    const newcomer = await newUser();
    await deposit(newcomer, "70");
    lost = { id: await numberOf(newcomer), address: await addressOf(newcomer) };
    await load.more(20);
    await load.stop();
    expect(load.failures).toEqual([]);
    await stage.database.archived();
    await stage.crash();
    await stage.restoreTo(time);
  });
  afterAll(() => stage.end());

  test("CLUS-04 cores refuse the restored database until operators accept it, and then keep aside what it lacks", async () => {
    await expect(stage.start()).rejects.toThrow("accept-restore");
    await stage.crash();
    expect(await stage.run("journal", "accept-restore")).toContain("Accepted");
    await stage.start();
  });

  test("CLUS-04 the restored exchange has every order acknowledged before that time, and is consistent", async () => {
    await verifyHistory(
      {
        url: stage.database.url,
        keyFile: stage.keyFile,
        query: (sql) => stage.database.query(sql),
      },
      accepted,
    );
    const executed = await stage.database.query<{ orders: number }>(
      "select count(*)::int as orders from read_models.orders",
    );
    expect(executed[0]?.orders).toBeLessThan(load.accepted.length);
  });

  test("CLUS-04 what was paid after that time is not paid again, and deposits are credited once", async () => {
    await confirmed(payer, "approvedBefore");
    await until(async () => (await inMain(depositor, "USDT")) === 50, "the later deposit is credited again");
    // A second payment would follow within some blocks.
    await sleep(BLOCKS_MS);
    const expected = [netOf("paidBefore"), netOf("approvedBefore"), netOf("requestedAfter")];
    expect((await arrived()).toSorted((a, b) => a - b)).toEqual(expected);
    expect([await inMain(saver, "USDT"), await inMain(depositor, "USDT")]).toEqual([100, 50]);
    expect(await differenceOf("USDT")).toBe("0");
    // Requested and paid after that time: the exchange still owes it, and the operators are shown as much.
    expect(Number(await differenceOf("ETH"))).toBeCloseTo(-netOf("requestedAfter") / 10 ** DIGITS, 8);
  });

  test("CLUS-04 nobody gets the number or the deposit address of a user who registered after that time", async () => {
    const next = await newUser();
    expect(await numberOf(next)).not.toBe(lost.id);
    expect(await addressOf(next)).not.toBe(lost.address);
  });

  test("CLUS-04 after the documented corrections the custody's difference is 0, and new withdrawals are paid", async () => {
    const [anna, berta] = owners as [ConsoleSession, ConsoleSession];
    await Promise.all([anna.signInAgain(), berta.signInAgain()]);
    const user = String(await numberOf(latePayer));
    const { fee = 0 } = withdrawals.get("requestedAfter") ?? {};
    for (const [account, amount] of [
      ["outside-world", netOf("requestedAfter")],
      ["fees", fee],
    ] as const) {
      const input = { asset: "ETH", wallet: "main", amount: `-${amount / 10 ** DIGITS}`, account };
      const reason = "paid before the database was restored";
      const proposed = await anna.command("correction propose", user, { input, reason });
      expect(proposed).toMatchObject({ status: 200 });
      const number = /Proposal ([0-9]+)/.exec(proposed.body.note ?? "")?.[1] ?? "";
      expect(await berta.command("correction confirm", number, { reason })).toMatchObject({ status: 200 });
    }
    expect(await differenceOf("ETH")).toBe("0");
    await withdraw(latePayer, "repeated");
    await confirmed(latePayer, "repeated");
    expect((await arrived()).at(-1)).toBe(netOf("repeated"));
    await until(async () => (await differenceOf("ETH")) === "0", "the difference is 0 again");
  });

  test("CLUS-04 the journal verifies, and the published liabilities equal it", async () => {
    const published = await payer.expectOk(payer.post("/Evidence/liabilities"));
    await stage.stop();
    expect(await stage.run("journal", "verify")).toContain("consistent");
    const verified = await stage.run("liabilities", "verify");
    expect(verified).toContain(published.rootHash);
    expect(verified).toContain("matches all hashes and sums, and the audit log");
  });
});
