import path from "node:path";
import { NEWEST_RULES } from "@candor/domain/rules";
import { serveConsoleApi } from "@candor/server/edge/console-api/serve-console-api";
import { SealingKey } from "@candor/server/kit/durable/sealed-value";
import { Listings } from "@candor/server/market/market-data/listings";
import { MarketDataMirror } from "@candor/server/market/market-data/market-data-mirror";
import { OperatorAccounts } from "@candor/server/operators/accounts/operator-accounts";
import type { OperatorMail } from "@candor/server/operators/accounts/operator-mail";
import { Alarms } from "@candor/server/operators/alarms/alarms";
import { type Operators, openOperators } from "@candor/server/operators/desk/open-operators";
import type { Role } from "@candor/server/operators/protocol/roles";
import { PasswordHasher } from "@candor/server/people/identity/password-hashing/password-hasher";
import type { CommandResult } from "@candor/wire/console/command-result";
import Fastify, { type FastifyInstance } from "fastify";
import { generateSync } from "otplib";
import { keyFileIn } from "../home-parts.ts";
import { ClockUnderTest } from "../wire/clock-under-test.ts";
import { GatewayUnderTest } from "../wire/gateway-under-test.ts";
import { START_MS, type TestOptions } from "../wire/opened-exchange.ts";

/** argon2id with minimal cost: these tests are about rules, not cost. */
const CHEAP_HASH = { memoryKib: 8, passes: 1 };
const STEP_MS = 30_000;
const DAY_MS = 86_400_000;

export const PASSWORD = "mallard-orchid-72";

/** Replies of all calls; a test reads the fields of its call. */
export interface ReplyBody extends CommandResult {
  readonly error: { readonly message: string };
  readonly totpSecret: string;
  readonly problems: readonly string[];
}

export interface ConsoleReply<Body> {
  readonly status: number;
  readonly body: Body;
}

/** An operator's browser as the server sees it. */
export class ConsoleClient {
  cookie = "";
  address = "127.0.0.1";
  /** Headers that a console page sends with each call. */
  headers: Record<string, string> = { "x-candor-console": "1" };
  private readonly app: FastifyInstance;

  constructor(app: FastifyInstance) {
    this.app = app;
  }

  async call<Body = ReplyBody>(name: string, input: object = {}): Promise<ConsoleReply<Body>> {
    const reply = await this.app.inject({
      method: "POST",
      url: `/console/api/${name}`,
      remoteAddress: this.address,
      headers: { ...this.headers, cookie: this.cookie, "content-type": "application/json" },
      payload: JSON.stringify(input),
    });
    const [set] = [reply.headers["set-cookie"]].flat();
    if (set !== undefined) this.cookie = set.split(";")[0] ?? "";
    return { status: reply.statusCode, body: reply.json<Body>() };
  }

  command(command: string, target = "", more: object = {}): Promise<ConsoleReply<ReplyBody>> {
    return this.call("command", { command, target, ...more });
  }
}

/** The console's calls on a real exchange, in one process. */
export class ConsoleUnderTest {
  readonly exchange: GatewayUnderTest;
  readonly accounts: OperatorAccounts;
  readonly operators: Operators;
  readonly app: FastifyInstance;
  readonly listings: Listings;
  /** Alarms raised by a test. */
  readonly alarms: Alarms;
  readonly clock: ClockUnderTest;
  private readonly mirror: MarketDataMirror;
  /** Secrets of one-time codes, by name. */
  private readonly secrets = new Map<string, string>();

  private constructor(
    parts: Pick<
      ConsoleUnderTest,
      "exchange" | "accounts" | "operators" | "app" | "listings" | "clock" | "alarms"
    >,
    mirror: MarketDataMirror,
  ) {
    this.exchange = parts.exchange;
    this.accounts = parts.accounts;
    this.operators = parts.operators;
    this.app = parts.app;
    this.clock = parts.clock;
    this.listings = parts.listings;
    this.alarms = parts.alarms;
    this.mirror = mirror;
  }

  /** @param operatorMail undefined if no mail is configured */
  static async start(options: TestOptions = {}, operatorMail?: OperatorMail): Promise<ConsoleUnderTest> {
    const exchange = await GatewayUnderTest.start({ gateway: { rateLimitFactor: 1_000 }, ...options });
    const { home, documents, identity, funding, time, engine } = exchange;
    const listings = new Listings(START_MS);
    const mirror = new MarketDataMirror(engine, listings);
    await mirror.start();
    await engine.execute({ kind: "adopt-rules", version: NEWEST_RULES });
    const nowMs = () => time.ms;
    const accounts = openAccounts(home, nowMs);
    const clock = new ClockUnderTest({ engine, live: exchange.settings.live });
    await clock.guard.start();
    const operators = await openOperators({
      home,
      ports: {
        ...documents,
        operators: accounts,
        operatorMail,
        site: "",
        nowMs,
        settings: exchange.settings,
        content: exchange.content,
        pictures: exchange.pictures,
        engine,
        identity,
        listings,
        withdrawals: funding.desk,
        addresses: funding.addresses,
        chains: funding.chains,
        notices: exchange.notices.service,
        clock: clock.guard,
      },
      demoReviewer: false,
      takePoint: () => Promise.reject(new Error("this exchange has no home to copy")),
      nowMs,
      log: { info: () => {}, warn: () => {}, error: () => {} },
    });
    const alarms = new Alarms(nowMs);
    const app = Fastify({ routerOptions: { caseSensitive: false, ignoreTrailingSlash: true } });
    serveConsoleApi(
      app,
      {
        home,
        mode: "sandbox",
        sendsMail: operatorMail !== undefined,
        accounts,
        desk: operators.desk,
        exchange: {
          chat: documents.chat,
          engine,
          identity,
          verification: documents.verification,
          withdrawals: funding.desk,
          chains: funding.chains,
          liabilities: exchange.liabilities,
          listings,
          mirror,
          readModels: exchange.readModels,
          site: exchange.site,
          alarms,
          prices: () => ({ kind: "simulated", healthy: true, sources: [], markets: [] }),
          signer: () => Promise.resolve("none"),
          nowMs,
          clock: () => clock.guard.health(),
        },
      },
      { rateLimitFactor: 1_000, nowMs, log: { error: (details) => exchange.errors.push(details) } },
    );
    return new ConsoleUnderTest({ exchange, accounts, operators, app, listings, clock, alarms }, mirror);
  }

  client(): ConsoleClient {
    return new ConsoleClient(this.app);
  }

  /** Signs up and signs in an operator who counts as a separate person, like a founder. */
  async operator(name: string, ...roles: readonly Role[]): Promise<ConsoleClient> {
    const link = await this.accounts.invite(name, roles, { how: "founded", by: [], atMs: 0 });
    if ("problem" in link) throw new Error(link.problem);
    const secret = await signUp(this, this.client(), tokenOf(link.path), name);
    return await this.signedIn(name, secret);
  }

  /** Advances all clocks by slightly more than a day; console sessions expire. */
  async nextDay(): Promise<void> {
    this.exchange.time.ms += DAY_MS + STEP_MS;
    await this.exchange.observePrices();
  }

  /** Signs in again after a session has ended. */
  async restored(name: string): Promise<ConsoleClient> {
    const secret = this.secrets.get(name);
    if (secret === undefined) throw new Error(`${name} never signed in`);
    return await this.signedIn(name, secret);
  }

  /** Signs in one time step later, because a code is valid once. */
  async signedIn(name: string, secret: string, password = PASSWORD): Promise<ConsoleClient> {
    this.secrets.set(name, secret);
    const client = this.client();
    this.exchange.time.ms += STEP_MS;
    const reply = await client.call("sign-in", { name, password, totp: this.code(secret) });
    if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
    return client;
  }

  code(secret: string): string {
    return generateSync({ secret, epoch: Math.floor(this.exchange.time.ms / 1_000) });
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.operators.close();
    this.accounts.close();
    this.mirror.stop();
    await this.exchange.close();
  }
}

export function openAccounts(home: string, nowMs: () => number): OperatorAccounts {
  return OperatorAccounts.open({
    directory: path.join(home, "operators"),
    sealing: SealingKey.ofFile(keyFileIn(home)),
    hasher: new PasswordHasher(CHEAP_HASH),
    nowMs,
    onFailure: (error) => {
      throw error;
    },
  });
}

export const tokenOf = (path: string): string => path.split("/").at(-1) ?? "";

/** @returns the secret of the one-time codes */
export async function signUp(
  console: ConsoleUnderTest,
  client: ConsoleClient,
  token: string,
  name: string,
): Promise<string> {
  const begun = await client.call("sign-up-begin", { token });
  const secret = begun.body.totpSecret;
  const totp = console.code(secret);
  const done = await client.call("sign-up-finish", { token, name, password: PASSWORD, totp });
  if (done.status !== 200) throw new Error(JSON.stringify(done.body));
  return secret;
}
