import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

export const PAYMENT_PASSWORD = "135790";
const ARRIVAL_PATIENCE_MS = 60_000;

/** A legacy wire client as an outsider would write it; independent of the server's code. */
export interface WireReply {
  readonly status: number;
  readonly code: number;
  readonly msg: string;
  // This client has no schemas, so it reads replies as JSON.parse returns them. `unknown` would only add casts that
  // check nothing, and the schemas' types would assume what these tests verify. test/wire checks the shapes of replies
  // with the client of test/wire/support.
  // oxlint-disable-next-line typescript/no-explicit-any -- the result of JSON.parse
  readonly data: any;
}

export class WireClient {
  private readonly url: string;
  private readonly headers: Readonly<Record<string, string>>;
  token = "";
  /** Token of the link printed by the server, for an outbox that is not open. */
  outboxToken = "";

  /** @param headers sent with every call, in addition to the token */
  constructor(url: string, headers: Readonly<Record<string, string>> = {}) {
    this.url = url;
    this.headers = headers;
  }

  async post(path: string, payload: object = {}): Promise<WireReply> {
    const data = Buffer.from(encodeURIComponent(JSON.stringify(payload))).toString("base64");
    const response = await fetch(`${this.url}/api${path}`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", ...this.ownHeaders() },
      body: new URLSearchParams({ data }),
    });
    return read(response);
  }

  async get(path: string): Promise<WireReply> {
    return read(await fetch(`${this.url}/api${path}`, { headers: this.ownHeaders() }));
  }

  private ownHeaders(): Record<string, string> {
    return this.token === "" ? { ...this.headers } : { ...this.headers, token: this.token };
  }

  /** Registers with the code from the outbox, sets the payment password and transfers play money to the spot wallet. */
  async register(): Promise<{ readonly email: string; readonly password: string }> {
    const email = `${randomUUID().slice(0, 8)}@example.com`;
    const password = "trader42x";
    const site = await this.expectOk(this.post("/ebapi/public_api/index"));
    await this.expectOk(this.post("/ems/send", { email, event: "register" }));
    const session = await this.expectOk(
      this.post("/user/register", {
        email,
        password,
        repeatPassword: password,
        code: await this.newestCode(email),
        invitationCode: site.registration.houseCode,
      }),
    );
    this.token = session.token;
    return { email, password };
  }

  async fund(amount: string): Promise<void> {
    const bought = await this.expectOk(this.post("/Sandbox/faucet", { asset: "USDT", amount }));
    await this.credited(bought);
    await this.setPaymentPassword();
    await this.expectOk(
      this.post("/Wallet/transfer", {
        asset: "USDT",
        from: "main",
        to: "coin",
        amount,
        paymentPassword: PAYMENT_PASSWORD,
      }),
    );
    return bought;
  }

  async setPaymentPassword(): Promise<void> {
    const email = (await this.expectOk(this.post("/User/profile"))).username;
    await this.expectOk(this.post("/ems/send", { event: "payment" }));
    const code = await this.newestCode(email);
    await this.expectOk(
      this.post("/user/resetpwd", { kind: "payment", code, newPassword: PAYMENT_PASSWORD }),
    );
  }

  /** Waits until play money sent over the chain has been credited. */
  // oxlint-disable-next-line typescript/no-explicit-any -- see WireReply
  async credited({ chain, txHash }: { readonly chain?: string; readonly txHash?: string }): Promise<any> {
    if (chain === undefined) return undefined;
    const end = Date.now() + ARRIVAL_PATIENCE_MS;
    for (;;) {
      const told = await this.expectOk(this.post("/Recharge/Order", { chain, txHash }));
      if (told.success === "deposit.succeeded") return told.deposit;
      if (Date.now() > end) throw new Error(`no credit of ${txHash}: ${JSON.stringify(told)}`);
      await sleep(200);
    }
  }

  /** Returns the messages sent by the sandbox to a mailbox or phone, newest first. */
  async outbox(to: string): Promise<readonly { readonly text: string }[]> {
    const headers = this.outboxToken === "" ? {} : { cookie: `candor-outbox=${this.outboxToken}` };
    const reader = new WireClient(this.url, headers);
    const { list } = await reader.expectOk(reader.get(`/Sandbox/outbox?to=${encodeURIComponent(to)}`));
    return list;
  }

  async newestCode(to: string): Promise<string> {
    for (let attempt = 0; attempt < 50; attempt++) {
      const code = (await this.outbox(to)).flatMap(
        ({ text }) => /(?<=[:：] ?)[0-9]{6}$/m.exec(text) ?? [],
      )[0];
      if (code !== undefined) return code;
      await sleep(100);
    }
    throw new Error(`no code for ${to} in the outbox`);
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- see WireReply
  async expectOk(call: Promise<WireReply>): Promise<any> {
    const reply = await call;
    if (reply.code !== 1)
      throw new Error(`refused with ${reply.code} ${reply.msg}: ${JSON.stringify(reply.data)}`);
    return reply.data;
  }
}

async function read(response: Response): Promise<WireReply> {
  const { code, msg, data } = (await response.json()) as { code: number; msg: string; data: string };
  return {
    status: response.status,
    code,
    msg,
    data: JSON.parse(Buffer.from(data, "base64").toString("utf8")),
  };
}
