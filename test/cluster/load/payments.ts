import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { PAYMENT_PASSWORD, type WireClient } from "../../support/wire-client.ts";
import { until } from "../database-stage.ts";
import { again, clientOf } from "./cluster-load.ts";

const PAUSE_MS = 2_500;
const AMOUNT = 20;
const MONEY = 9_000;
const ARRIVAL_MS = 120_000;

interface Balance {
  readonly asset: string;
  readonly available: string;
  readonly frozen: string;
}

/**
 * A user who withdraws to another user's deposit address, on the chain, until stopped. Whatever is paid twice or credited
 * twice changes a balance.
 */
export class Payments {
  readonly ids = new Set<string>();
  readonly failures: string[] = [];
  private readonly payer: WireClient;
  private readonly receiver: WireClient;
  private readonly place: { readonly chain: string; readonly address: string };
  private isStopped = false;
  private running: Promise<void> = Promise.resolve();

  static async prepare(urls: readonly string[]): Promise<Payments> {
    const [payer, receiver] = [clientOf(urls), clientOf(urls, 1)];
    await payer.register();
    await receiver.register();
    const bought = await payer.expectOk(
      payer.post("/Sandbox/faucet", { asset: "USDT", amount: String(MONEY) }),
    );
    await payer.credited(bought);
    await payer.setPaymentPassword();
    const { list } = await receiver.expectOk(receiver.post("/Wallet/sites", { asset: "USDT" }));
    const site = list.find((each) => "chain" in each && each.chain === bought.chain);
    if (site === undefined) throw new Error("the receiver has no address");
    return new Payments(payer, receiver, { chain: site.chain, address: site.address });
  }

  private constructor(payer: WireClient, receiver: WireClient, place: Payments["place"]) {
    this.payer = payer;
    this.receiver = receiver;
    this.place = place;
  }

  start(): void {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await this.running;
  }

  /** Resolves once everything has arrived: each withdrawal was paid once and credited once. Rejects after two minutes. */
  async arrived(): Promise<void> {
    const fees = await Promise.all([...this.ids].map((id) => this.feeOf(id)));
    const sent = this.ids.size * AMOUNT;
    const paid = fees.reduce((sum, fee) => sum + fee, sent);
    let found = "";
    await until(
      async () => {
        const [left, received] = [await usdtOf(this.payer), await usdtOf(this.receiver)];
        found = `the payer has ${left}, the receiver ${received}`;
        return (
          left === `${(MONEY - paid).toFixed(6)} + 0.000000` && received === `${sent.toFixed(6)} + 0.000000`
        );
      },
      `${this.ids.size} payments of ${AMOUNT} have arrived`,
      ARRIVAL_MS,
    ).catch((error: Error) => {
      throw new Error(`${error.message}: ${found}`);
    });
    // A second payment would follow within some blocks.
    await sleep(PAUSE_MS);
    const received = await usdtOf(this.receiver);
    if (received !== `${sent.toFixed(6)} + 0.000000`)
      throw new Error(`more arrived than was sent: ${received}`);
  }

  private async run(): Promise<void> {
    while (!this.isStopped) {
      await this.pay();
      await sleep(PAUSE_MS);
    }
  }

  private async pay(): Promise<void> {
    const request = {
      asset: "USDT",
      amount: String(AMOUNT),
      paymentPassword: PAYMENT_PASSWORD,
      requestId: randomUUID().slice(0, 30),
      ...this.place,
    };
    const { code, data, status } = await again(
      () => this.payer.post("/Wallet/withdrawal", request),
      (reply) => reply.status !== 503 && reply.data.error !== "request.tooFast",
    );
    if (code === 1) this.ids.add(data.withdrawal.withdrawalId);
    else this.failures.push(`${status} ${code} ${String(data.error)}`);
  }

  private async feeOf(withdrawalId: string): Promise<number> {
    const path = `/wallet/getOrder?kind=withdrawal&id=${withdrawalId}` as const;
    const { order } = await this.payer.expectOk(this.payer.get(path));
    return Number((order as { readonly fee: string }).fee);
  }
}

/** Returns a user's USDT in the main wallet as `available + frozen`. */
async function usdtOf(client: WireClient): Promise<string> {
  const { wallets } = await client.expectOk(client.get("/wallet/index"));
  const usdt = (wallets.main as readonly Balance[]).find(({ asset }) => asset === "USDT");
  return `${usdt?.available} + ${usdt?.frozen}`;
}
