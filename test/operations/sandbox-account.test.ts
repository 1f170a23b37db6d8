import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import path from "node:path";
import { promisify } from "node:util";
import { LIMITS } from "@candor/domain/limits";
import type { Units } from "@candor/money/brand";
import { readEnvironment } from "@candor/server/config/environment";
import { openInstance } from "@candor/server/config/instance";
import { type AccountReply, FundedAccounts } from "@candor/server/edge/sandbox-door/funded-accounts";
import {
  openSandboxDoor,
  type SandboxDoor,
  sandboxSocketPath,
} from "@candor/server/edge/sandbox-door/open-sandbox-door";
import { Refusal } from "@candor/server/operators/protocol/operator-messages";
import { Identity } from "@candor/server/people/identity/identity-service";
import { MainClient, USDMClient } from "binance";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditHistory } from "../support/core/audit-history.ts";
import { keyFileIn } from "../support/home-parts.ts";
import { NO_EXCHANGE } from "../support/identity/no-exchange.ts";
import { MEMORY_DISK } from "../support/memory-disk.ts";
import { listenFor } from "../support/wire/binance-bot.ts";
import { ContractWorld } from "../support/wire/contract-world.ts";
import { accepted, type GatewayUnderTest } from "../support/wire/gateway-under-test.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const COMMAND = path.join(ROOT, "apps/server/src/start/cli/sandbox.ts");
const EXAMPLE = path.join(ROOT, "examples/binance-order.mjs");
const run = promisify(execFile);
const SILENT = { error: () => {}, warn: () => {}, info: () => {} };
const key = (letter: string) => ({ apiKey: letter.repeat(64), secret: letter.toUpperCase().repeat(64) });

let exchange: GatewayUnderTest;
let url: string;
let accounts: FundedAccounts;
let door: SandboxDoor;
const errors: unknown[] = [];
beforeAll(async () => {
  const world = await ContractWorld.start({ nowMs: Date.now });
  ({ exchange } = world);
  url = await listenFor(exchange);
  const { engine, listings, identity, home } = exchange;
  accounts = new FundedAccounts({ engine, listings, identity, url });
  const log = { ...SILENT, error: (details: object) => errors.push(details) };
  await world.observe(60_000);
  door = await openSandboxDoor({
    home,
    keyFile: keyFileIn(home),
    adminPort: 0,
    accounts,
    faults: undefined,
    time: undefined,
    scenario: undefined,
    log,
  });
});
afterAll(async () => {
  await door.close();
  await exchange.close();
  expect(errors).toEqual([]);
});

/** Runs the command. @returns what it printed, or its error and exit code */
async function command(...words: string[]): Promise<{ out: string; error: string; code: number }> {
  try {
    const { stdout } = await run(process.execPath, [COMMAND, ...words, "--home", exchange.home]);
    return { out: stdout, error: "", code: 0 };
  } catch (error) {
    const { stdout, stderr, code } = error as { stdout: string; stderr: string; code: number };
    return { out: stdout, error: stderr, code };
  }
}

const open = async (body: object): Promise<AccountReply> => {
  const reply = await accounts.open(body);
  if (reply instanceof Refusal) throw new Error(reply.problem);
  return reply;
};
const userCount = () => exchange.identity.userCount;
const treasury = async () =>
  (await exchange.engine.solvencyView()).assets.map(({ treasuryUnits }) => treasuryUnits);
/** Every balance of a user, in the order of the wallets. */
const balances = async (userId: number) =>
  (await exchange.engine.accountView(userId)).balances
    .filter(({ availableUnits, frozenUnits }) => availableUnits + frozenUnits !== 0)
    .map(({ wallet, assetId, availableUnits, frozenUnits }) =>
      [wallet, exchange.listings.asset(assetId).spec.symbol, availableUnits, frozenUnits].join(" "),
    )
    .toSorted();

test("SBOX-01 SBOX-06 one command, and a program trades spot and futures with the printed key", async () => {
  const before = await treasury();
  const { out } = await command(
    "account",
    "--usdt",
    "1000000",
    "--futures-usdt",
    "400000",
    "--btc",
    "10",
    "--json",
  );
  const account = JSON.parse(out) as AccountReply;
  expect(account).toEqual({
    created: true,
    userId: account.userId,
    username: expect.stringMatching(/^bot_[a-z2-9]{8}$/),
    apiKey: expect.stringMatching(/^[0-9a-f]{64}$/),
    secret: expect.stringMatching(/^[0-9a-f]{64}$/),
    spot: { USDT: "600000", BTC: "10" },
    futures: { USDT: "400000" },
    url,
  });
  const all = ["coin BTC 1000000000 0", "coin USDT 600000000000 0", "contract USDT 400000000000 0"];
  expect(await balances(account.userId)).toEqual(all);
  // USDT, BTC, ETH: exactly this money left the treasury.
  const after = await treasury();
  expect(after.map((units, assetId) => (before[assetId] ?? 0) - units)).toEqual([1e12, 1e9, 0]);

  const options = {
    api_key: account.apiKey,
    api_secret: account.secret,
    baseUrl: url,
    disableTimeSync: true,
  };
  const futures = new USDMClient(options);
  expect(await futures.getPositions({ symbol: "BTCUSDT" })).toMatchObject([
    {
      symbol: "BTCUSDT",
      marginType: "cross",
      leverage: "20",
      positionAmt: expect.stringMatching(/^0\.0*$|^0$/),
    },
  ]);
  const { canTrade } = await new MainClient(options).getAccountInformation();
  expect(canTrade).toBe(true);

  const file = path.join(exchange.home, "account.json");
  writeFileSync(file, out);
  const { stdout } = await run(process.execPath, [EXAMPLE, file]);
  const lines = stdout.trimEnd().split("\n");
  expect(lines.map((line) => line.replace(/[0-9]+/, "N"))).toEqual([
    "spot: order N at 57000 is NEW",
    "spot: order N is CANCELED",
    "futures: order N at 57000 is NEW",
    "futures: order N is CANCELED",
  ]);
  expect(await balances(account.userId)).toEqual(all);
  // The independent auditor recomputes every balance from the journal's first command on.
  expect(auditHistory(exchange.home).get(account.userId)).toHaveLength(4);
});

test("SBOX-01 without options half of a million USDT is in each wallet, and the account can log in if it has a password", async () => {
  const account = await open({ username: "Grid_bot", password: "kestrel7" });
  expect(account).toMatchObject({ created: true, username: "Grid_bot", futures: { USDT: "500000" } });
  expect(account.spot).toEqual({ USDT: "500000" });
  const session = accepted(
    await exchange.client().call("login", { account: "grid_bot", password: "kestrel7" }),
  );
  const { wallets } = accepted(await exchange.client(session.token).call("walletIndex", {}));
  expect(wallets.coin).toMatchObject([{ asset: "USDT", available: "500000.000000" }]);
  const { list } = accepted(await exchange.client(session.token).call("apiKey", { action: "list" }));
  expect(list).toMatchObject([
    { label: "npm run sandbox", permissions: ["read", "trade"], tradeEndsAtMs: null },
  ]);
});

test("SBOX-02 the same key again, and at the same moment, has one account with the money of the first request", async () => {
  const own = key("k");
  const [first, second] = await Promise.all([
    open({ ...own, assets: { USDT: "1000" } }),
    open({ ...own, assets: { USDT: "5000" } }),
  ]);
  expect(first).toMatchObject({ created: true, spot: { USDT: "500" }, futures: { USDT: "500" } });
  expect(second).toEqual({ ...first, created: false });
  const [users, issued] = [userCount(), await treasury()];
  const again = await command("account", "--usdt", "7", "--key", own.apiKey, "--secret", own.secret);
  expect(again.out).toContain(
    `The key exists already: account ${first.userId} (${first.username}) is unchanged.`,
  );
  expect(again.out).toContain("Spot     500 USDT\nFutures  500 USDT\n");
  const stolen = await command("account", "--key", own.apiKey, "--secret", "x".repeat(64));
  expect(stolen).toMatchObject({ code: 1, error: expect.stringContaining("exists with another secret") });
  expect([userCount(), await treasury()]).toEqual([users, issued]);
});

test.each([
  [{ assets: { USDT: "-5" } }, 'USDT must be a decimal number such as 1000 or 0.5, got "-5".'],
  [{ assets: { USDT: "1e6" } }, "USDT must be a decimal number"],
  [{ assets: { USDT: "0.0000001" } }, "USDT has at most 6 decimals"],
  [{ assets: { USDT: "45035997" } }, "USDT must be at most 45035996.273704"],
  [{ assets: { DOGS: "5" } }, "DOGS is not an asset of this exchange."],
  [{ assets: { BTC: "0.000001" } }, "Each wallet's part of BTC must be 0 or at least 0.00001."],
  [{ assets: { USDT: "10" }, futuresUsdt: "9.5" }, "Each wallet's part of USDT must be 0 or at least 1."],
  [{ assets: { USDT: "10" }, futuresUsdt: "11" }, "it must not be higher than the USDT."],
  [{ assets: { BTC: "1" }, futuresUsdt: "5" }, "futuresUsdt is a part of the USDT"],
  [{ apiKey: "a".repeat(64) }, "A key needs its secret"],
  [{ ...key("a"), secret: "short" }, "secret: must be 64 letters and digits."],
  [{ ...key("a"), apiKey: `${"a".repeat(63)}-` }, "apiKey: must be 64 letters and digits."],
  [{ username: "1st" }, "username must be 4 to 20 letters"],
  [{ password: "short" }, "password does not follow the rule"],
  [{ userId: 10_001 }, "userId"],
  [[], "The request is wrong"],
] as const)("SBOX-03 a wrong request is refused and changes nothing: %o", async (body, problem) => {
  const before = [userCount(), exchange.engine.durableSeq];
  const reply = await accounts.open(body);
  expect(reply).toBeInstanceOf(Refusal);
  expect((reply as Refusal).problem).toContain(problem);
  expect([userCount(), exchange.engine.durableSeq]).toEqual(before);
});

test("SBOX-03 a name in use is refused, no money is issued, and wrong usage exits with 2", async () => {
  const { username } = await open({ assets: { USDT: "0" }, username: "Taken_name" });
  const before = [userCount(), exchange.engine.durableSeq];
  const twice = await command("account", "--username", username.toLowerCase());
  expect(twice).toMatchObject({ code: 1, error: "Not done: The username taken_name is in use.\n" });
  expect(await command("account", "--coin", "ETH")).toMatchObject({ code: 2 });
  expect(await command("accounts")).toMatchObject({ code: 2 });
  expect([userCount(), exchange.engine.durableSeq]).toEqual(before);
});

test("SBOX-03 what the treasury can no longer issue is refused before an account is opened", async () => {
  const { userId } = await open({ assets: { ETH: "1" } });
  const assetId = exchange.listings.assetBySymbol("ETH")?.assetId ?? 0;
  const rest = (LIMITS.maxUnits - 1e8 - 5e8) as Units;
  const all = { kind: "deposit", userId, assetId, amountUnits: rest, origin: "faucet", key: "" } as const;
  expect((await exchange.engine.execute(all)).executed.error).toBeUndefined();
  const before = [userCount(), exchange.engine.durableSeq];
  expect(await accounts.open({ assets: { ETH: "5.00000001" } })).toEqual(
    new Refusal("The sandbox's treasury can issue only 5 ETH more."),
  );
  expect([userCount(), exchange.engine.durableSeq]).toEqual(before);
});

/** Sends a request to the admin port with any header. */
function send(headers: Readonly<Record<string, string>>, given: object = {}): Promise<[number, string]> {
  const { method = "POST", body = "{}", url: target = "/sandbox/account" } = given as Record<string, string>;
  return new Promise((resolve, reject) => {
    const place = { host: "127.0.0.1", port: door.adminPort, path: target, method };
    const sent = request({ ...place, headers }, (response) => {
      let text = "";
      response.on("data", (chunk: Buffer) => (text += chunk.toString()));
      response.once("end", () => resolve([response.statusCode ?? 0, text]));
    });
    sent.once("error", reject);
    sent.end(method === "POST" ? body : undefined);
  });
}

test("SBOX-04 the admin port answers programs of this machine that have the token, and no web page", async () => {
  const file = path.join(exchange.home, "admin-token.txt");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(sandboxSocketPath(exchange.home)).mode & 0o777).toBe(0o600);
  const token = readFileSync(file, "utf8").trim();
  const good = {
    host: `localhost:${door.adminPort}`,
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
  };
  const before = userCount();
  for (const host of ["attacker.example", "127.0.0.1.attacker.example", `192.0.2.1:${door.adminPort}`])
    expect((await send({ ...good, host }))[0], host).toBe(403);
  expect((await send({ ...good, origin: "http://localhost:8080" }))[0]).toBe(403);
  for (const authorization of ["", "Bearer ", `Bearer ${token}x`, `Basic ${token}`])
    expect((await send({ ...good, authorization }))[0], authorization).toBe(401);
  expect((await send(good, { method: "GET" }))[0]).toBe(405);
  expect((await send({ ...good, origin: "https://attacker.example" }, { method: "OPTIONS" }))[0]).toBe(403);
  expect((await send(good, { url: "/sandbox/other" }))[0]).toBe(404);
  // A sandbox is no test rig, and its time is the system's.
  expect((await send(good, { url: "/sandbox/time" }))[0]).toBe(409);
  expect((await send(good, { url: "/sandbox/balance" }))[0]).toBe(409);
  expect((await send(good, { url: "/sandbox/index" }))[0]).toBe(409);
  expect((await send(good, { url: "/sandbox/funding" }))[0]).toBe(409);
  expect((await send(good, { url: "/sandbox/book" }))[0]).toBe(409);
  expect((await send({ ...good, "content-type": "text/plain" }))[0]).toBe(415);
  expect((await send(good, { body: " ".repeat(20_000) }))[0]).toBe(413);
  expect((await send(good, { body: "{" }))[0]).toBe(400);
  expect(userCount()).toBe(before);
  const [status, text] = await send(good, { body: JSON.stringify({ ...key("p"), assets: { BTC: "2" } }) });
  expect([status, JSON.parse(text)]).toMatchObject([201, { created: true, spot: { BTC: "2" }, futures: {} }]);
  expect((await send(good, { body: JSON.stringify(key("p")) }))[0]).toBe(200);
});

test("SBOX-05 live mode has no door: no port, no account, and the command refuses its home", async () => {
  const live = { CANDOR_MODE: "live", CANDOR_PRICES: "public", CANDOR_ADMIN_PORT: "8090" };
  expect(() => readEnvironment(live)).toThrow("CANDOR_ADMIN_PORT must not be set in live mode");
  const home = mkdtempSync(path.join(MEMORY_DISK, "candor-live-"));
  const identity = Identity.open({
    directory: path.join(home, "identity"),
    mode: "live",
    exchange: NO_EXCHANGE,
  });
  try {
    const { engine, listings } = exchange;
    expect(() => new FundedAccounts({ engine, listings, identity, url })).toThrow("only in the sandbox");
    openInstance(home, "live", Date.now());
    const refused = run(process.execPath, [COMMAND, "account", "--home", home]);
    await expect(refused).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining("is a live exchange"),
    });
  } finally {
    identity.close();
    rmSync(home, { recursive: true });
  }
});
