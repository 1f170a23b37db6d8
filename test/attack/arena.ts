import { readFileSync } from "node:fs";
import path from "node:path";
import type { ConsoleSession } from "../support/console/console-session.ts";
import {
  type DataAt,
  PAYMENT_PASSWORD,
  type Rejected,
  WireClient,
  type WireReply,
} from "../support/wire-client.ts";

export type Wallet = "main" | "coin" | "contract" | "option";

interface Identity {
  readonly email: string;
  readonly password: string;
  readonly address: string;
  readonly chain: string;
}

/** An account with its own network address: attacker or victim. */
export class Person {
  readonly client: WireClient;
  readonly email: string;
  readonly password: string;
  readonly address: string;
  /** Chain that funded this account; also the target of its withdrawals. */
  readonly chain: string;

  constructor(client: WireClient, identity: Identity) {
    this.client = client;
    this.email = identity.email;
    this.password = identity.password;
    this.address = identity.address;
    this.chain = identity.chain;
  }

  /** Makes a call that must be accepted and returns its data. */
  ok<const Path extends string>(path: Path, payload: object = {}) {
    return this.client.expectOk(this.client.post(path, payload));
  }

  call<const Path extends string>(
    path: Path,
    payload: object = {},
  ): Promise<WireReply<DataAt<Path> & Rejected>> {
    return this.client.post(path, payload);
  }

  transfer(request: object) {
    return this.call("/Wallet/transfer", { ...request, paymentPassword: PAYMENT_PASSWORD });
  }

  withdraw(request: object) {
    return this.call("/Wallet/withdrawal", { ...request, paymentPassword: PAYMENT_PASSWORD });
  }

  /** Returns the available balance of one asset in one wallet, in whole coins. */
  async balance(wallet: Wallet, asset: string): Promise<number> {
    const { wallets } = await this.ok("/Market/balance", { asset });
    return Number(wallets[wallet].available);
  }

  /** Returns available plus frozen balance of one asset in all wallets, in whole coins. */
  async total(asset: string): Promise<number> {
    const { wallets } = await this.ok("/Market/balance", { asset });
    return Object.values(wallets).reduce(
      (sum, { available, frozen }) => sum + Number(available) + Number(frozen),
      0,
    );
  }
}

/** A running sandbox, reachable for attackers by address and by its machine's socket. */
export class Arena {
  readonly url: string;
  readonly home: string;
  private readonly outboxToken: string;
  /** Signed in; set by the first attack that needs an owner. */
  owner: Promise<ConsoleSession> | undefined;
  private people = 0;

  /** @param outboxToken from the outbox link printed by the server */
  constructor(url: string, home: string, outboxToken: string) {
    this.url = url;
    this.home = home;
    this.outboxToken = outboxToken;
  }

  /** Creates a visitor without an account, at an unused address. */
  visitor(address = this.nextAddress()): WireClient {
    const client = new WireClient(this.url, { headers: { "x-forwarded-for": address } });
    client.outboxToken = this.outboxToken;
    return client;
  }

  /** Creates an account with only a payment password. */
  async person(address = this.nextAddress()): Promise<Person> {
    const client = this.visitor(address);
    const { email, password } = await client.register();
    await client.setPaymentPassword();
    return new Person(client, { email, password, address, chain: "" });
  }

  /** Creates accounts, each with `amount` of play money in one wallet. */
  async traders<Count extends number>(count: Count, wallet: Wallet, amount: string): Promise<Traders<Count>> {
    const people: Person[] = [];
    for (let index = 0; index < count; index++) people.push(await this.trader(wallet, amount));
    return people as unknown as Traders<Count>;
  }

  /** Returns the first sign-up link of the founding owners, which the server's own account can read. */
  foundingLink(): string {
    const text = readFileSync(path.join(this.home, "console-links.txt"), "utf8");
    const link = /\S+\/console\/#\/join\/\S+/.exec(text)?.[0];
    if (link === undefined) throw new Error("this sandbox has its owners already");
    return link;
  }

  private async trader(wallet: Wallet, amount: string): Promise<Person> {
    const { client, email, password, address } = await this.person();
    const gift = await client.expectOk(client.post("/Sandbox/faucet", { asset: "USDT", amount }));
    await client.credited(gift);
    const person = new Person(client, { email, password, address, chain: gift.chain });
    if (wallet !== "main")
      await client.expectOk(person.transfer({ asset: "USDT", from: "main", to: wallet, amount }));
    return person;
  }

  /** From the benchmark range (RFC 2544), which no customer uses. */
  private nextAddress(): string {
    this.people++;
    return `198.18.${this.people >> 8}.${this.people & 255}`;
  }
}

type Traders<Count extends number> = Count extends 1
  ? [Person]
  : Count extends 2
    ? [Person, Person]
    : Count extends 4
      ? [Person, Person, Person, Person]
      : Person[];
