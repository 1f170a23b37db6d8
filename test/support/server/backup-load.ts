import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { picture } from "../uploads/pictures.ts";
import { PAYMENT_PASSWORD, type Transport, WireClient } from "../wire-client.ts";

const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7";
const ORDER_PAUSE_MS = 20;
const TOO_FAST = [104, 212];
const RETRY_MS = 500;
const PASSWORD = "trader42x";

/** Sends to a server, and again if that was too fast, until stopped. */
export function patiently(server: string, isStopped = (): boolean => false): Transport {
  return async ({ method, url, payload, headers = {} }) => {
    for (;;) {
      const body = payload === undefined ? {} : { body: payload };
      const response = await fetch(server + url, { method, headers, ...body });
      const text = await response.text();
      const { code } = JSON.parse(text) as { readonly code: unknown };
      if (isStopped() || !TOO_FAST.includes(Number(code)))
        return { status: response.status, headers: Object.fromEntries(response.headers), text };
      await sleep(RETRY_MS);
    }
  };
}

/** Calls that the server has acknowledged. */
export interface Acknowledged {
  /** Sessions of registered users. */
  readonly people: readonly { readonly token: string; readonly userId: string }[];
  readonly orders: readonly { readonly token: string; readonly order: object }[];
  readonly withdrawals: readonly { readonly token: string; readonly withdrawalId: string }[];
  /** Chat messages, each with a picture. */
  readonly messages: readonly { readonly token: string; readonly text: string }[];
  /** Sessions of users whose accounts are closed, which rewrites stores and erases keys. */
  readonly closed: readonly string[];
}

/** Clients of a server with CANDOR_PROXY=local that register, trade, withdraw, write to the operator and close accounts. */
export class BackupLoad {
  private readonly url: string;
  private readonly people: { token: string; userId: string }[] = [];
  private readonly orders: { token: string; order: object }[] = [];
  private readonly withdrawals: { token: string; withdrawalId: string }[] = [];
  private readonly messages: { token: string; text: string }[] = [];
  private readonly closed: string[] = [];
  private isStopped = false;
  private workers: Promise<void>[] = [];

  constructor(url: string) {
    this.url = url;
  }

  /** Resolves when every kind of work has happened once. */
  async start(): Promise<void> {
    const traders = [this.trade(), this.trade(), this.trade(), this.trade(), this.withdraw()];
    this.workers = [...traders, this.openAccounts(), this.closeAccounts()].map((worker) =>
      worker.catch((error: unknown) => {
        // Requests that were too fast are not sent again then.
        if (!this.isStopped) throw error;
      }),
    );
    const failed = Promise.all(this.workers).then(() => undefined);
    while (Object.values(this.acknowledged()).some((list) => list.length === 0))
      await Promise.race([failed, sleep(100)]);
  }

  acknowledged(): Acknowledged {
    return {
      people: [...this.people],
      orders: [...this.orders],
      withdrawals: [...this.withdrawals],
      messages: [...this.messages],
      closed: [...this.closed],
    };
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await Promise.all(this.workers);
  }

  private async newcomer(): Promise<{ readonly client: WireClient; readonly email: string }> {
    // Each has an address of its own, because one address may register only some people an hour.
    const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
    const client = new WireClient(
      patiently(this.url, () => this.isStopped),
      {
        headers: { "x-forwarded-for": address },
      },
    );
    const { email } = await client.register();
    return { client, email };
  }

  private async trade(): Promise<void> {
    const { client } = await this.newcomer();
    await client.fund("9000");
    const { coinsList } = await client.expectOk(client.get("/market/coinList"));
    const market = coinsList.find(({ symbol }) => symbol === "BTCUSDT");
    const price = (Math.floor(Number(market?.indexPrice) * 9) / 10).toFixed(1);
    for (let count = 0; !this.isStopped && count < 20_000; count++) {
      const order = {
        product: "spot",
        symbol: "BTCUSDT",
        side: "buy",
        type: "limit",
        timeInForce: count % 100 === 0 ? "gtc" : "ioc",
        quantity: "0.0001",
        price,
        clientOrderId: randomUUID().slice(0, 30),
      };
      await client.expectOk(client.post("/Entrus/doOrder", order));
      this.orders.push({ token: client.token, order });
      await sleep(ORDER_PAUSE_MS);
    }
  }

  private async withdraw(): Promise<void> {
    const { client } = await this.newcomer();
    const { chain } = await client.expectOk(
      client.post("/Sandbox/faucet", { asset: "USDT", amount: "9000" }),
    );
    while (!this.isStopped) {
      const { wallets } = await client.expectOk(client.get("/wallet/index"));
      if (wallets.main.some(({ asset, available }) => asset === "USDT" && Number(available) > 0)) break;
      await sleep(200);
    }
    await client.setPaymentPassword();
    while (!this.isStopped) {
      const asked = {
        asset: "USDT",
        chain,
        address: ADDRESS,
        amount: "20",
        paymentPassword: PAYMENT_PASSWORD,
      };
      const { withdrawal } = await client.expectOk(client.post("/Wallet/withdrawal", asked));
      this.withdrawals.push({ token: client.token, withdrawalId: withdrawal.withdrawalId });
      await sleep(2_000);
    }
  }

  private async openAccounts(): Promise<void> {
    while (!this.isStopped) {
      const { client } = await this.newcomer();
      const { token } = client;
      const { id } = await client.expectOk(client.post("/User/profile"));
      this.people.push({ token, userId: id });
      const text = `Hello from ${id}`;
      const imageUrl = await this.upload(client);
      await client.expectOk(client.post("/Chat/send", { text, imageUrl }));
      this.messages.push({ token, text });
      await sleep(300);
    }
  }

  private async upload({ token, headers }: WireClient): Promise<string> {
    const form = new FormData();
    form.set("purpose", "chat");
    form.set(
      "file",
      new Blob([new Uint8Array(await picture("jpeg", 60, 40))], { type: "image/jpeg" }),
      "a.jpg",
    );
    const sent = { method: "POST", headers: { ...headers, token }, body: form };
    const { data } = (await (await fetch(`${this.url}/api/Common/upload`, sent)).json()) as { data: string };
    return (JSON.parse(Buffer.from(data, "base64").toString("utf8")) as { readonly url: string }).url;
  }

  private async closeAccounts(): Promise<void> {
    while (!this.isStopped) {
      const { client, email } = await this.newcomer();
      await client.expectOk(client.post("/Chat/send", { text: "Goodbye" }));
      await client.expectOk(client.post("/ems/send", { event: "close" }));
      const code = await client.newestCode(email);
      await client.expectOk(client.post("/user/close", { action: "close", password: PASSWORD, code }));
      this.closed.push(client.token);
    }
  }
}
