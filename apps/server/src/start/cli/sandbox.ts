import { existsSync, readFileSync } from "node:fs";
import { request } from "node:http";
import path from "node:path";
import { parseArgs } from "node:util";
import { modeOfHome } from "../../config/instance.ts";
import type { AppliedRule } from "../../edge/binance-api/faults/fault-rules.ts";
import { ACCOUNT_PATH, FAULTS_PATH, RIG_PATHS, TIME_PATH } from "../../edge/sandbox-door/answer-door.ts";
import type { Amounts } from "../../edge/sandbox-door/fund-account.ts";
import type { AccountReply } from "../../edge/sandbox-door/funded-accounts.ts";
import type { TimeReply } from "../../edge/sandbox-door/manual-time.ts";
import { sandboxSocketPath } from "../../edge/sandbox-door/open-sandbox-door.ts";
import { argumentProblem } from "../../kit/argument-problem.ts";

/** `npm run sandbox`: opens accounts with play money at the sandbox that runs on a home, and asks it for faults. */

/** 0: done; 1: rejected, or no sandbox; 2: invalid command line. */
const REFUSED = 1;
const WRONG_USE = 2;
const ANSWER_TIMEOUT_MS = 60_000;
/** A day with market makers takes a while. */
const ADVANCE_TIMEOUT_MS = 3_600_000;

const USAGE = `Opens accounts with play money at the sandbox of this machine, makes its API fail on demand, and moves its time.

  npm run sandbox -- account [options]
  npm run sandbox -- faults FILE|off|list
  npm run sandbox -- advance MS [--step MS]
  npm run sandbox -- balance|index|funding|book …

account

  --usdt AMOUNT          USDT in total; default 1000000
  --futures-usdt AMOUNT  the part of it in the contract wallet, which is Binance's futures; default half
  --btc AMOUNT           BTC in the spot wallet
  --coin SYMBOL=AMOUNT   any other coin in the spot wallet; can be repeated
  --key KEY --secret SECRET
                         a key of your own, 64 letters and digits each; default random. With a key that
                         exists, nothing is changed and its account is shown
  --username NAME        name of the account; default random
  --password PASSWORD    to log in to the app with that name; by default nobody can
  --json                 the account as JSON
  --home DIR             the sandbox's home directory; default CANDOR_HOME, then .candor

faults
  FILE                   sets the rules in a JSON file; they replace earlier ones (docs/faults.md)
  off                    removes all rules
  list                   shows the rules and how often each has applied

advance
  MS                     lets that many milliseconds pass, if the server was started with CANDOR_CLOCK=manual;
                         0 shows the time (docs/bots.md)
  --step MS              stop only so often in between, at most every 5000 ms; faster for long times

Only in a test rig, which was founded with CANDOR_MODE=scenario:
balance USER_ID spot|futures|main|option COIN AMOUNT
                         sets the available balance of a wallet
index SYMBOL PRICE       sets the index of a spot market, which its contract follows
funding SYMBOL           ends the funding interval of a contract
book FILE                replaces the orders of an earlier call with those of a JSON file:
                         {"symbol": "BTCUSDT", "market": "spot", "bids": [["60000", "1"]], "asks": []}

The key may read and trade, from every address. All contracts of the account use cross margin.
Exit codes: 0 done, 1 refused, 2 invalid command line.`;

const OPTIONS = {
  usdt: { type: "string", default: "1000000" },
  "futures-usdt": { type: "string" },
  btc: { type: "string" },
  coin: { type: "string", multiple: true },
  key: { type: "string" },
  secret: { type: "string" },
  username: { type: "string" },
  password: { type: "string" },
  step: { type: "string" },
  home: { type: "string" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

interface FaultsReply {
  readonly rules: readonly AppliedRule[];
}

class UsageError extends Error {}

const print = (line: string): void => {
  console.log(line);
};

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options: OPTIONS });
  } catch (error) {
    throw new UsageError(argumentProblem(error));
  }
}

type Options = ReturnType<typeof readArguments>["values"];

async function run(): Promise<number> {
  const { values, positionals } = readArguments();
  if (values.help === true || positionals.length === 0) {
    print(USAGE);
    return 0;
  }
  const home = path.resolve(values.home ?? process.env.CANDOR_HOME ?? ".candor");
  const [command, ...words] = positionals;
  if (command === "faults" && words.length === 1) return await setFaults(home, words[0] ?? "");
  if (command === "advance" && words.length === 1) return await advance(home, words[0] ?? "", values);
  const rigRequest = rigRequestOf(command, words);
  if (rigRequest !== undefined) {
    print(JSON.stringify(await ask<object>(home, "POST", rigRequest.at, rigRequest.body)));
    return 0;
  }
  if (command !== "account" || words.length > 0)
    throw new UsageError(`unknown command "${positionals.join(" ")}"`);
  const reply = await ask<AccountReply>(home, "POST", ACCOUNT_PATH, bodyOf(values));
  if (values.json === true) print(JSON.stringify(reply, null, 2));
  else for (const line of linesOf(reply)) print(line);
  return 0;
}

async function advance(home: string, text: string, { step = "0", json }: Options): Promise<number> {
  for (const [name, value] of [
    ["MS", text],
    ["--step", step],
  ] as const)
    if (!/^[0-9]{1,12}$/.test(value)) throw new UsageError(`${name} must be milliseconds, got "${value}"`);
  const body = { advanceMs: Number(text), stepMs: Number(step) };
  const reply = await ask<TimeReply>(home, "POST", TIME_PATH, body, ADVANCE_TIMEOUT_MS);
  if (json === true) print(JSON.stringify(reply, null, 2));
  else print(`It is ${new Date(reply.timeMs).toISOString()}. Journal: ${reply.seq} commands, ${reply.hash}`);
  return 0;
}

/** Returns the request of a verb that only a test rig has. */
function rigRequestOf(
  command: string | undefined,
  words: readonly string[],
): { readonly at: string; readonly body: unknown } | undefined {
  const [first = "", second = "", third, fourth] = words;
  const verb = `${command} ${words.length}`;
  if (verb === "balance 4") {
    if (!/^[0-9]{1,15}$/.test(first)) throw new UsageError(`USER_ID must be a number, got "${first}"`);
    const body = { userId: Number(first), wallet: second, asset: third, amount: fourth };
    return { at: RIG_PATHS.balance, body };
  }
  if (verb === "index 2") return { at: RIG_PATHS.index, body: { symbol: first, price: second } };
  if (verb === "funding 1") return { at: RIG_PATHS.funding, body: { symbol: first } };
  return verb === "book 1" ? { at: RIG_PATHS.book, body: readJsonFile(first) } : undefined;
}

/** @param what a file, `off` or `list` */
async function setFaults(home: string, what: string): Promise<number> {
  const { rules } =
    what === "list"
      ? await ask<FaultsReply>(home, "GET", FAULTS_PATH)
      : await ask<FaultsReply>(home, "PUT", FAULTS_PATH, what === "off" ? [] : readJsonFile(what));
  if (rules.length === 0) print("No faults.");
  for (const { applied, ...rule } of rules)
    print(`${String(applied).padStart(6)} times  ${JSON.stringify(rule)}`);
  return 0;
}

function readJsonFile(file: string): unknown {
  if (!existsSync(file)) throw new UsageError(`${file} does not exist`);
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new UsageError(`${file} is not JSON: ${(error as Error).message}`);
  }
}

function bodyOf(options: Options): object {
  const assets: Record<string, string> = { USDT: options.usdt };
  if (options.btc !== undefined) assets.BTC = options.btc;
  for (const text of options.coin ?? []) {
    const [, symbol, amount] = /^([A-Z0-9]+)=(.+)$/.exec(text) ?? [];
    if (symbol === undefined || amount === undefined)
      throw new UsageError(`--coin must be like ETH=20, got "${text}"`);
    if (Object.hasOwn(assets, symbol)) throw new UsageError(`${symbol} is given twice`);
    assets[symbol] = amount;
  }
  const { key: apiKey, secret, username, password, "futures-usdt": futuresUsdt } = options;
  return { assets, futuresUsdt, apiKey, secret, username, password };
}

async function ask<T extends object>(
  home: string,
  method: string,
  at: string,
  body?: unknown,
  timeoutMs = ANSWER_TIMEOUT_MS,
): Promise<T> {
  if (modeOfHome(home) === "live")
    throw new Error(
      `${home} is a live exchange: accounts with play money, faults and a clock that can be set exist only in a sandbox`,
    );
  const socketPath = sandboxSocketPath(home);
  if (!existsSync(socketPath))
    throw new Error(
      `no sandbox is running on ${home}: start one with npm start, or choose its home with --home`,
    );
  const { status, text } = await send(socketPath, method, at, body, timeoutMs).catch((error: unknown) => {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    throw ["ECONNREFUSED", "ENOENT"].includes(code) ? new Error(`no sandbox is running on ${home}`) : error;
  });
  const reply = JSON.parse(text) as T | { readonly problem: string };
  if ("problem" in reply) throw new Error(`Not done: ${reply.problem}`);
  if (status !== 200 && status !== 201) throw new Error(`the sandbox answered with HTTP ${status}`);
  return reply;
}

function send(
  socketPath: string,
  method: string,
  at: string,
  json: unknown,
  timeoutMs: number,
): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const body = json === undefined ? "" : JSON.stringify(json);
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    const sent = request({ socketPath, path: at, method, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => (text += chunk));
      response.once("error", reject);
      response.once("end", () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.setTimeout(timeoutMs, () => sent.destroy(new Error("the sandbox did not answer")));
    sent.once("error", reject);
    sent.end(body);
  });
}

function linesOf({ created, userId, username, spot, futures, apiKey, secret, url }: AccountReply): string[] {
  return [
    created
      ? `Account ${userId} (${username}) has play money and a key.`
      : `The key exists already: account ${userId} (${username}) is unchanged.`,
    `Spot     ${write(spot)}`,
    `Futures  ${write(futures)}`,
    `URL      ${url}`,
    `API key  ${apiKey}`,
    `Secret   ${secret}`,
  ];
}

const write = (amounts: Amounts): string =>
  Object.entries(amounts)
    .map(([symbol, amount]) => `${amount} ${symbol}`)
    .join(", ") || "nothing";

try {
  process.exitCode = await run();
} catch (error) {
  const wrongUse = error instanceof UsageError;
  console.error(error instanceof Error ? error.message : error);
  if (wrongUse) console.error("\nnpm run sandbox -- --help");
  process.exitCode = wrongUse ? WRONG_USE : REFUSED;
}
