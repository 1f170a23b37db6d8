import { execFile } from "node:child_process";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { WireWithdrawal } from "@candor/wire/chain-objects";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  QUIET,
  removeHome,
  type ServerProcess,
  startServer,
  temporaryHome,
} from "../support/server/run-server.ts";
import { PAYMENT_PASSWORD, WireClient } from "../support/wire-client.ts";

const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7";
const OPERATOR = path.resolve(import.meta.dirname, "../../apps/server/src/start/cli/operator.ts");
const PATIENCE_MS = 120_000;
const run = promisify(execFile);

let home: string;
let server: ServerProcess;
beforeAll(async () => {
  home = temporaryHome();
  server = await startServer(home, QUIET);
}, 180_000);
afterAll(async () => {
  await server.stop("SIGTERM");
  removeHome(home);
}, 60_000);

async function until<T>(ask: () => Promise<T>, isRight: (answer: T) => boolean): Promise<T> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const answer = await ask();
    if (isRight(answer)) return answer;
    if (Date.now() > end) throw new Error(`in vain; the last answer was ${JSON.stringify(answer)}`);
    await sleep(200);
  }
}

/** A customer of successive servers. */
class Customer {
  client: WireClient;

  constructor(url: string, token = "") {
    this.client = new WireClient(url);
    this.client.token = token;
  }

  async withdraw(chain: string, amount: string) {
    const request = { asset: "USDT", chain, address: ADDRESS, amount, paymentPassword: PAYMENT_PASSWORD };
    return (await this.client.expectOk(this.client.post("/Wallet/withdrawal", request))).withdrawal;
  }

  /** Waits until a withdrawal reaches a status; returns it with its fund records. */
  async reached(withdrawalId: string, status: string) {
    const ask = async () => {
      const path = `/wallet/getOrder?kind=withdrawal&id=${withdrawalId}` as const;
      const { order, ...rest } = await this.client.expectOk(this.client.get(path));
      return { ...rest, order: order as WireWithdrawal };
    };
    return await until(ask, ({ order }) => order.status === status);
  }

  async usdt(): Promise<[string, string]> {
    const { wallets } = await this.client.expectOk(this.client.get("/wallet/index"));
    const own = wallets.main.find(({ asset }) => asset === "USDT");
    return [own?.available ?? "", own?.frozen ?? ""];
  }
}

const operator = (...words: string[]) =>
  run(process.execPath, [OPERATOR, ...words, "--home", home, "--operator", "ada"]);
const statuses = (order: WireWithdrawal) => order.steps.map(({ status }) => status);

test("WDRL-09 from play money on the chain to withdrawals on it: plain, held over a crash, rejected, approved", async () => {
  let customer = new Customer(server.url);
  const { client } = customer;
  await client.register();
  const gift = await client.expectOk(client.post("/Sandbox/faucet", { amount: "10000" }));
  expect(gift.address).toBe((await client.expectOk(client.get("/wallet/index"))).u_address);
  const deposit = await client.credited(gift);
  expect(deposit).toMatchObject({ amount: "10000.000000", confirmations: deposit?.confirmationsRequired });
  expect(await customer.usdt()).toEqual(["10000.000000", "0.000000"]);
  await client.setPaymentPassword();

  const plain = await customer.withdraw(gift.chain, "100");
  expect(await customer.usdt()).toEqual(["9900.000000", "100.000000"]);
  const paid = await customer.reached(plain.withdrawalId, "confirmed");
  expect(statuses(paid.order)).toEqual(["frozen", "approved", "signed", "broadcast", "confirmed"]);
  expect(paid.order).toMatchObject({ fee: "1.000000", net: "99.000000", result: "success" });
  expect(paid.order.txHash).toMatch(/^0x[0-9a-f]{64}$/);

  const held = await customer.withdraw(gift.chain, "1500");
  expect(held).toMatchObject({ status: "reviewing", holdReason: "new-address" });
  await server.stop("SIGKILL");
  server = await startServer(home, QUIET);
  customer = new Customer(server.url, client.token);
  const released = await customer.reached(held.withdrawalId, "confirmed");
  expect(statuses(released.order)).toEqual([
    "frozen",
    "reviewing",
    "approved",
    "signed",
    "broadcast",
    "confirmed",
  ]);
  expect(released.order.steps[2]?.timeMs).toBeGreaterThanOrEqual(held.holdUntilMs ?? Number.NaN);

  const refused = await customer.withdraw(gift.chain, "5100");
  expect(refused).toMatchObject({ status: "reviewing", holdReason: "large-amount" });
  expect((await operator("withdrawal", "list")).stdout).toContain(refused.withdrawalId);
  await operator("withdrawal", "refuse", refused.withdrawalId, "--reason", "Please call us first");
  const returned = await customer.reached(refused.withdrawalId, "returned");
  expect(returned.order).toMatchObject({ result: "failed", reason: "Please call us first" });
  expect(await customer.usdt()).toEqual(["8400.000000", "0.000000"]);

  const large = await customer.withdraw(gift.chain, "5100");
  await operator("withdrawal", "approve", large.withdrawalId);
  await customer.reached(large.withdrawalId, "confirmed");
  expect(await customer.usdt()).toEqual(["3300.000000", "0.000000"]);

  const { asOfSeq } = await customer.client.expectOk(customer.client.get("/wallet/index"));
  const readLog = () =>
    customer.client.expectOk(
      customer.client.post("/wallet/moneyLog", { asset: "USDT", limit: 100, minSeq: asOfSeq }),
    );
  await expect.poll(async () => (await readLog()).list.length).toBeGreaterThanOrEqual(10);
  const log = await readLog();
  const records = log.list.map(({ kind, amount, result }) => [kind, amount, result]);
  expect(records).toHaveLength(10);
  const sum = log.list.reduce((total, { amount }) => total + BigInt(amount.replace(".", "")), 0n);
  expect(sum).toBe(3_300_000_000n);
  expect(records.at(-1)).toEqual(["deposit", "10000.000000", "success"]);
  expect(records).toContainEqual(["withdrawal-return", "5100.000000", "success"]);
}, 360_000);
