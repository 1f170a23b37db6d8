import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { readCustodyPlaces, readPlacesOfCustody } from "@candor/server/config/chain/custody-places";
import { RemoteDevelopmentChain } from "@candor/server/custody/chain/development/remote-development-chain";
import pino from "pino";
import { PAYMENT_PASSWORD, type WireClient } from "../wire-client.ts";
import { again, clientOf } from "./cluster-load.ts";
import { until } from "./until.ts";

const PAUSE_MS = 2_500;
/** Every so many rounds, somebody deposits. */
const DEPOSIT_EVERY = 4;
const DEPOSITED = "100";
/** A person must release such a withdrawal; time releases every other one of these small amounts. */
const FOR_A_PERSON = "many-withdrawals";
/** The chain is started again at this moment. */
const CHAIN_PAUSED = "withdrawal.chainPaused";
const TOO_FAST = "request.tooFast";
const LOOK_MS = 250;
const ARRIVAL_MS = 120_000;
/** Nobody has its key. */
const RECEIVER = "0x00000000000000000000000000000000000c0de1";
const ETH_DECIMALS = 18;
/** Amounts are unique, so that one that is paid twice shows up twice. */
const FIRST_AMOUNT = 2_000;
const AMOUNT_DIGITS = 5;

interface Balance {
  readonly asset: string;
  readonly available: string;
  readonly frozen: string;
}

interface Refusal {
  readonly error?: string;
  readonly retryAfterMs?: number;
}

/** A user who withdraws to an outside address, and users who deposit, until stopped. */
export class Payments {
  /** Amounts of accepted withdrawals in 1e-5 ETH, by id. */
  private readonly amounts = new Map<string, number>();
  readonly depositors: WireClient[] = [];
  readonly failures: string[] = [];
  private readonly urls: readonly string[];
  private readonly payer: WireClient;
  private readonly chain: string;
  private isStopped = false;
  private running: Promise<void> = Promise.resolve();

  static async prepare(urls: readonly string[]): Promise<Payments> {
    const payer = clientOf(urls);
    await payer.register();
    const bought = await payer.expectOk(payer.post("/Sandbox/faucet", { asset: "ETH" }));
    await payer.credited(bought);
    await payer.setPaymentPassword();
    return new Payments(urls, payer, bought.chain);
  }

  private constructor(urls: readonly string[], payer: WireClient, chain: string) {
    this.urls = urls;
    this.payer = payer;
    this.chain = chain;
  }

  start(): void {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await this.running;
  }

  /**
   * Resolves once all withdrawals are confirmed or wait for a person, and all deposits are credited.
   * @returns amounts in 1e-5 ETH that confirmed withdrawals should bring, and that arrived, and the depositors' balances
   */
  async arrived(custodyPid: number): Promise<{
    readonly confirmed: readonly number[];
    readonly amounts: readonly number[];
    readonly balances: readonly string[];
  }> {
    const chain = await connectToChain(variablesOf(custodyPid));
    try {
      const confirmed: number[] = [];
      for (const [id, amount] of this.amounts) {
        const fee = await this.feeOnceSettled(id);
        if (fee !== undefined) confirmed.push(amount - fee);
      }
      let balances: readonly string[] = [];
      await until(
        async () => {
          balances = await Promise.all(this.depositors.map(usdtOf));
          return balances.every((each) => !each.startsWith("0.0"));
        },
        `${this.depositors.length} deposits are credited`,
        ARRIVAL_MS,
      );
      // A second payment or credit would follow within some blocks.
      await sleep(2 * PAUSE_MS);
      balances = await Promise.all(this.depositors.map(usdtOf));
      return { confirmed, amounts: await arrivalsAt(chain, RECEIVER), balances };
    } finally {
      await chain.close();
    }
  }

  /**
   * Resolves once a withdrawal is confirmed, or is one of too many of this user, which a person must review.
   * @returns its fee in 1e-5 ETH, or undefined if it waits for a person
   */
  private async feeOnceSettled(id: string): Promise<number | undefined> {
    let status = "";
    let fee = "";
    let isForPerson = false;
    await until(
      async () => {
        const path = `/wallet/getOrder?kind=withdrawal&id=${id}` as const;
        const { order } = await this.payer.expectOk(this.payer.get(path));
        if (!("withdrawalId" in order)) throw new Error(`withdrawal ${id} is none`);
        ({ status, fee } = order);
        isForPerson = status === "reviewing" && order.holdReason === FOR_A_PERSON;
        await sleep(LOOK_MS);
        return status === "confirmed" || isForPerson;
      },
      `withdrawal ${id} is confirmed`,
      ARRIVAL_MS,
    ).catch((error: Error) => {
      throw new Error(`${error.message}: it is ${status}`);
    });
    return !isForPerson ? Math.round(Number(fee) * 10 ** AMOUNT_DIGITS) : undefined;
  }

  private async run(): Promise<void> {
    for (let round = 0; !this.isStopped; round++) {
      if (round % DEPOSIT_EVERY === 0) await this.deposit();
      await this.pay(FIRST_AMOUNT + round);
      await sleep(PAUSE_MS);
    }
  }

  private async pay(amount: number): Promise<void> {
    const request = {
      asset: "ETH",
      chain: this.chain,
      address: RECEIVER,
      amount: (amount / 10 ** AMOUNT_DIGITS).toFixed(AMOUNT_DIGITS),
      paymentPassword: PAYMENT_PASSWORD,
      requestId: randomUUID().slice(0, 30),
    };
    const { code, data, status } = await again(
      () => this.answerOf(request),
      ({ status: answered, data: said }) => ![503, 504].includes(answered) && said.error !== CHAIN_PAUSED,
    );
    if (code === 1) this.amounts.set(data.withdrawal.withdrawalId, amount);
    // Neither a user with too many open withdrawals nor a paused chain accepts one: its amount must not arrive.
    else if (![TOO_FAST, CHAIN_PAUSED].includes(String(data.error)))
      this.failures.push(`${status} ${code} ${String(data.error)}`);
  }

  /** Asks until the user may ask: a call that is not counted says nothing about an earlier one without an answer. */
  private async answerOf(request: Parameters<typeof this.payer.post<"/Wallet/withdrawal">>[1]) {
    for (;;) {
      const answer = await this.payer.post("/Wallet/withdrawal", request);
      const { error, retryAfterMs }: Refusal = answer.data;
      if (error !== TOO_FAST || retryAfterMs === undefined) return answer;
      await sleep(retryAfterMs);
    }
  }

  /** Registers somebody and sends play money once. Users without an answer are not counted: their money may be on its way. */
  private async deposit(): Promise<void> {
    const client = clientOf(this.urls);
    try {
      await client.register();
      await client.expectOk(client.post("/Sandbox/faucet", { asset: "USDT", amount: DEPOSITED }));
    } catch {
      return;
    }
    this.depositors.push(client);
  }
}

/** Returns a process's environment variables. */
function variablesOf(pid: number): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readFileSync(`/proc/${pid}/environ`, "utf8")
      .split("\0")
      .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );
}

/**
 * Connects to the sandbox's chain as a core or a custody process does.
 * @param variables of that process
 */
export async function connectToChain(
  variables: Readonly<Record<string, string>>,
): Promise<RemoteDevelopmentChain> {
  const read = variables.CANDOR_ROLE === "custody" ? readPlacesOfCustody : readCustodyPlaces;
  const { identity, developmentChain } = read(variables, "sandbox", undefined);
  if (identity === undefined || developmentChain === undefined) throw new Error("the process has no chain");
  return await RemoteDevelopmentChain.connect({
    place: developmentChain,
    identity,
    log: pino({ level: "silent" }),
  });
}

/** Returns the amounts in 1e-5 ETH that were sent to a receiver, in the order of the chain. */
export async function arrivalsAt(
  { chain }: RemoteDevelopmentChain,
  receiver: string,
): Promise<readonly number[]> {
  const found: number[] = [];
  const head = await chain.headNumber();
  for (let number = 0; number <= head; number++)
    for (const { to, value, hash } of (await chain.block(number))?.transactions ?? [])
      if (to === receiver && (await chain.receipt(hash))?.succeeded === true)
        found.push(Number(value / 10n ** BigInt(ETH_DECIMALS - AMOUNT_DIGITS)));
  return found;
}

/** Returns a user's USDT in the main wallet as `available + frozen`. */
async function usdtOf(client: WireClient): Promise<string> {
  const { wallets } = await client.expectOk(client.get("/wallet/index"));
  const usdt = (wallets.main as readonly Balance[]).find(({ asset }) => asset === "USDT");
  return `${usdt?.available} + ${usdt?.frozen}`;
}
