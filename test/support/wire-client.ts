import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { CALLS, type CallName, type CallReply } from "@candor/wire/calls";
import type { FastifyInstance } from "fastify";

export const PAYMENT_PASSWORD = "135790";
const ARRIVAL_PATIENCE_MS = 60_000;
const FORM = "application/x-www-form-urlencoded";

export interface WireReply<Data = Record<string, unknown>> {
  readonly status: number;
  readonly code: number;
  readonly msg: string;
  readonly time: number;
  readonly data: Data;
  readonly headers: Readonly<Record<string, unknown>>;
  /** The raw body. */
  readonly text: string;
}

/** A reply to a call by name. */
export interface WireAnswer<Name extends CallName = CallName> extends WireReply {
  readonly name: Name;
}

/** Name of the call at a path, which may be written in any letter case and have a query. */
type CallAt<Path extends string> = Path extends `${infer Bare}?${string}`
  ? CallAt<Bare>
  : {
      [Name in CallName]: Lowercase<(typeof CALLS)[Name]["path"]> extends Lowercase<Path> ? Name : never;
    }[CallName];

type KeyOfAny<Union> = Union extends unknown ? keyof Union : never;
type ValueOfAny<Union, Key extends PropertyKey> =
  Union extends Partial<Record<Key, infer Value>> ? Exclude<Value, undefined> : never;
/** All fields of all forms of a reply: a test expects one form and reads its fields. */
type AnyForm<Union> = { readonly [Key in KeyOfAny<Union>]: ValueOfAny<Union, Key> };

/**
 * `data` of the call at a path if it accepts. The types come from the schemas; the tests check the values. A path that
 * is only known at run time has no type.
 */
export type DataAt<Path extends string> = string extends Path
  ? unknown
  : [CallAt<Path>] extends [never]
    ? unknown
    : AnyForm<CallReply<CallAt<Path>>>;

/** `data` of a rejection. */
export interface Rejected {
  readonly error?: string;
}

export interface WireClientOptions {
  readonly token?: string | undefined;
  /** Sent with every call. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface WireRequest {
  readonly method: "GET" | "POST" | "PUT" | "OPTIONS" | "HEAD";
  /** Below the server's address. */
  readonly url: string;
  readonly payload?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface RawReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** Sends a request some other way. */
export type Transport = (request: WireRequest) => Promise<RawReply>;

export function encodePayload(payload: unknown): string {
  const encoded = Buffer.from(encodeURIComponent(JSON.stringify(payload))).toString("base64");
  return `data=${encodeURIComponent(encoded)}`;
}

/** A legacy wire client as an outsider would write it. Calls a server over HTTP, or a gateway in this process. */
export class WireClient {
  token: string;
  headers: Record<string, string>;
  /** Sender's address, for a gateway in this process. */
  address = "127.0.0.1";
  /** Token of the link printed by the server, for an outbox that is not open. */
  outboxToken = "";
  private readonly target: string | FastifyInstance | Transport;

  /** @param target address of a server, a gateway, or how to send */
  constructor(
    target: string | FastifyInstance | Transport,
    { token = "", headers = {} }: WireClientOptions = {},
  ) {
    this.target = target;
    this.token = token;
    this.headers = { ...headers };
  }

  call<Name extends CallName>(name: Name, payload: object = {}): Promise<WireAnswer<Name>> {
    const { method, path } = CALLS[name];
    if (method === "POST") return this.postRaw(name, encodePayload(payload));
    const query = new URLSearchParams(payload as Record<string, string>).toString();
    return this.send(name, { method, url: `/api${path}${query === "" ? "" : `?${query}`}` });
  }

  /** Sends a raw form body. */
  postRaw<Name extends CallName>(
    name: Name,
    body: string | Buffer,
    contentType = FORM,
  ): Promise<WireAnswer<Name>> {
    const url = `/api${CALLS[name].path}`;
    return this.send(name, { method: "POST", url, payload: body, headers: { "content-type": contentType } });
  }

  async send<Name extends CallName>(name: Name, request: WireRequest): Promise<WireAnswer<Name>> {
    return { name, ...(await this.request<Record<string, unknown>>(request)) };
  }

  /** Calls a path as the specification or an old client spells it. */
  post<const Path extends string>(
    path: Path,
    payload: object = {},
  ): Promise<WireReply<DataAt<Path> & Rejected>> {
    const headers = { "content-type": FORM };
    return this.request({ method: "POST", url: `/api${path}`, payload: encodePayload(payload), headers });
  }

  get<const Path extends string>(path: Path): Promise<WireReply<DataAt<Path> & Rejected>> {
    return this.request({ method: "GET", url: `/api${path}` });
  }

  /** Registers with the code from the outbox. */
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

  /** Sets the payment password and transfers play money to the spot wallet. */
  async fund(amount: string, asset = "USDT") {
    const bought = await this.expectOk(this.post("/Sandbox/faucet", { asset, amount }));
    await this.credited(bought);
    await this.setPaymentPassword();
    await this.expectOk(
      this.post("/Wallet/transfer", {
        asset,
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
  async credited({ chain, txHash }: { readonly chain?: string | null; readonly txHash?: string | null }) {
    if (chain === undefined) return undefined;
    const end = Date.now() + ARRIVAL_PATIENCE_MS;
    for (;;) {
      const named = await this.expectOk(this.post("/Recharge/Order", { chain, txHash }));
      if (named.success === "deposit.succeeded") return named.deposit;
      if (Date.now() > end) throw new Error(`no credit of ${txHash}: ${JSON.stringify(named)}`);
      await sleep(200);
    }
  }

  /** Returns the messages sent by the sandbox to a mailbox or phone, newest first. */
  async outbox(to: string): Promise<readonly { readonly text: string }[]> {
    const cookie = `candor-outbox=${this.outboxToken}`;
    const { data } = await this.request<{ readonly list: readonly { readonly text: string }[] }>({
      method: "GET",
      url: `/api/Sandbox/outbox?to=${encodeURIComponent(to)}`,
      headers: this.outboxToken === "" ? {} : { cookie },
    });
    return data.list;
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

  async expectOk<Data>(call: Promise<WireReply<Data>>): Promise<Data> {
    const reply = await call;
    if (reply.code !== 1)
      throw new Error(`refused with ${reply.code} ${reply.msg}: ${JSON.stringify(reply.data)}`);
    return reply.data;
  }

  private async request<Data>(request: WireRequest): Promise<WireReply<Data>> {
    const headers = {
      ...(this.token === "" ? {} : { token: this.token }),
      ...this.headers,
      ...request.headers,
    };
    const { status, headers: received, text } = await this.transmit({ ...request, headers });
    const envelope = text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
    return {
      status,
      code: Number(envelope.code),
      msg: String(envelope.msg),
      time: Number(envelope.time),
      data: decodeData(envelope.data) as Data,
      headers: received,
      text,
    };
  }

  private async transmit(request: WireRequest): Promise<RawReply> {
    if (typeof this.target === "function") return await this.target(request);
    const { method, url, payload, headers = {} } = request;
    if (typeof this.target === "string") {
      const body = payload === undefined ? {} : { body: payload };
      const response = await fetch(this.target + url, { method, headers, ...body });
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        text: await response.text(),
      };
    }
    const response = await this.target.inject({
      method,
      url,
      headers,
      remoteAddress: this.address,
      ...(payload !== undefined && { payload }),
    });
    return { status: response.statusCode, headers: response.headers, text: response.body };
  }
}

function decodeData(data: unknown): unknown {
  return typeof data === "string" ? JSON.parse(Buffer.from(data, "base64").toString("utf8")) : {};
}
