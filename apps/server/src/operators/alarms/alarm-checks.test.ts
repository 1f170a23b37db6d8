import { setTimeout as sleep } from "node:timers/promises";
import type { WithdrawalState } from "@candor/domain/events/events";
import { describe, expect, test } from "vitest";
import { ScriptedChain } from "../../../../../test/support/wire/scripted-chain.ts";
import { SendError } from "../../people/identity/mail-and-sms/send-error.ts";
import { ALARM_CHECKS, type CheckedExchange, runAlarmChecks } from "./alarm-checks.ts";
import { ALARM_KINDS, type AlarmName } from "./alarm-kinds.ts";
import { Alarms } from "./alarms.ts";
import { MailHealth } from "./mail-health.ts";

const HOUR_MS = 3_600_000;
const NOW_MS = 1_800_000_000_000;

const CUSTODY = {
  chain: "evm-1",
  assetId: 0,
  symbol: "USDT",
  chainDecimals: 6,
  hotWallet: "0",
  depositAddresses: "0",
  outsideWorld: "0",
  uncredited: "0",
  platform: "0",
  difference: "0",
  liabilities: "0",
} as const;

type Chains = CheckedExchange["chains"];
const CHAINS: Chains = {
  chains: [],
  custody: () => Promise.resolve([CUSTODY]),
  gas: () => Promise.resolve([]),
  uncreditedDeposits: () => [],
  unclaimedCoins: () => [],
};

const market = (symbol: string, ...ages: (number | undefined)[]) => ({
  marketId: 0,
  symbol,
  kind: "live" as const,
  indexAgeMs: 0,
  sources: ages.map((ageMs, index) => ({ name: ["binance", "okx"][index] ?? "", ageMs })),
});
const source = (name: string, state: "connected" | "reconnecting") => ({
  name,
  kind: "live" as const,
  sourceId: 0,
  state,
  detail: "",
  lastMessageAtMs: NOW_MS,
});

function exchangeOf(changes: Partial<CheckedExchange> = {}): CheckedExchange {
  return {
    home: "/",
    mode: "live",
    engine: {
      exchangeView: () =>
        Promise.resolve({ asOfSeq: 0, assets: [], markets: [], referralRatePpm: 0 }) as never,
      withdrawalsView: () => Promise.resolve({ asOfSeq: 0, withdrawals: [] }),
      durableSeq: 10,
    },
    chains: CHAINS,
    listings: {
      asset: () => ({ assetId: 0, spec: { symbol: "USDT", name: "", scale: 6, minTransfer: "1" } }),
    },
    signer: () => Promise.resolve("well"),
    feeds: () => ({
      kind: "live",
      healthy: true,
      sources: [source("binance", "connected")],
      markets: [market("BTCUSDT", 0, 0)],
    }),
    reachedSeq: () => 10,
    mail: new MailHealth(() => NOW_MS),
    identity: { guesses: () => ({ lastHour: 3, most: 100, isExhausted: false }) },
    nowMs: () => NOW_MS,
    ...changes,
  };
}

/** Problems that each alarm's check currently reports. */
async function found(
  exchange: CheckedExchange,
): Promise<Partial<Record<AlarmName, ReadonlyMap<string, string>>>> {
  const all: Partial<Record<AlarmName, ReadonlyMap<string, string>>> = {};
  for (const { alarms, look } of ALARM_CHECKS) {
    const problems = await look(exchange);
    for (const [index, name] of alarms.entries())
      if ((problems[index]?.size ?? 0) > 0) all[name] = problems[index] as ReadonlyMap<string, string>;
  }
  // The free space of the test machine's own disk must not affect the tests.
  delete all["disk-low"];
  return all;
}

const failing = new MailHealth(() => NOW_MS);
failing.note(new SendError("delivery failed: ECONNREFUSED"));
failing.note(new Error("something else"));

const custody = (difference: string): Chains => ({
  ...CHAINS,
  custody: () => Promise.resolve([{ ...CUSTODY, difference }]),
});
const open = (ageMs: number): CheckedExchange["engine"] => ({
  ...exchangeOf().engine,
  withdrawalsView: () =>
    Promise.resolve({ asOfSeq: 0, withdrawals: [{ createdAtMs: NOW_MS - ageMs } as WithdrawalState] }),
});

/** Every alarm kind that a check raises, with the expected subject and words of its text. */
const CASES: readonly (readonly [AlarmName, Partial<CheckedExchange>, subject: string, words: string])[] = [
  ["custody-unexplained", { chains: custody("-90000000000") }, "evm-1 USDT", "-90000 USDT missing"],
  ["custody-surplus", { chains: custody("5000000") }, "evm-1 USDT", "5 USDT unexplained"],
  ["signer-down", { signer: () => Promise.resolve("down") }, "", "not responding"],
  ["withdrawals-late", { engine: open(9 * HOUR_MS) }, "", "1 open for longer than 8 hours"],
  [
    "source-down",
    { feeds: () => ({ ...exchangeOf().feeds(), sources: [source("okx", "reconnecting")] }) },
    "okx",
    "reconnecting",
  ],
  [
    "market-unpriced",
    {
      feeds: () => ({
        ...exchangeOf().feeds(),
        markets: [market("BTCUSDT", 0, 0), market("ETHBTC", 0, undefined)],
      }),
    },
    "ETHBTC",
    "fresh prices from 1 of 2 required sources, none from okx",
  ],
  [
    "engine-slow",
    {
      engine: {
        ...exchangeOf().engine,
        exchangeView: () => sleep(1_100).then(() => ({ markets: [] }) as never),
      },
    },
    "",
    "answered in",
  ],
  ["read-models-behind", { reachedSeq: () => -20_000 }, "", "20010 commands behind"],
  [
    "index-disputed",
    {
      engine: {
        ...exchangeOf().engine,
        exchangeView: () =>
          Promise.resolve({ markets: [{ spec: { symbol: "ETHBTC" }, statusReason: "disputed" }] } as never),
      },
    },
    "ETHBTC",
    "sources disagree",
  ],
  [
    "verification-codes",
    { identity: { guesses: () => ({ lastHour: 101, most: 100, isExhausted: true }) } },
    "",
    "101 wrong codes",
  ],
  ["mail-failing", { mail: failing }, "", "not delivered"],
  [
    "gas-low",
    {
      chains: {
        ...CHAINS,
        gas: () =>
          Promise.resolve([
            {
              chain: "evm-1",
              chainName: "",
              address: "0xGas",
              coin: "ETH",
              balance: "0",
              sweeps: 0,
              isLow: true,
            },
          ]),
      },
    },
    "evm-1",
    "refill 0xGas",
  ],
  [
    "deposit-waiting",
    {
      chains: {
        ...CHAINS,
        unclaimedCoins: () => [{ chain: "evm-1", userId: 7, address: "0xAda", symbol: "ETH", amount: "3" }],
      },
    },
    "0xAda",
    "3 ETH of user 7",
  ],
];

describe("ALARM-03: each problem is detected and named", () => {
  test("a healthy exchange raises nothing", async () => {
    expect(await found(exchangeOf())).toEqual({});
    expect(await found(exchangeOf({ chains: custody("999999"), engine: open(7 * HOUR_MS) }))).toMatchObject(
      {},
    );
  });

  test.each(CASES)("%s", async (name, changes, subject, words) => {
    const all = await found(exchangeOf(changes));
    expect(Object.keys(all)).toEqual([name]);
    expect([...(all[name] ?? new Map<string, string>()).keys()]).toEqual([subject]);
    expect(all[name]?.get(subject)).toContain(words);
  });

  test("a chain that is paused or not confirmed, and a deposit that is held", async () => {
    const chain = new ScriptedChain(undefined as never, () => NOW_MS);
    chain.paused = "unreachable";
    expect(await found(exchangeOf({ chains: chain }))).toMatchObject({
      "chain-paused": new Map([["evm-31337", "deposits and withdrawals are paused: unreachable"]]),
    });
    chain.paused = "unconfirmed";
    expect(Object.keys(await found(exchangeOf({ chains: chain })))).toEqual(["chain-unconfirmed"]);
    chain.paused = undefined;
    const { depositId } = await chain.see(7, 0, 5_000_000);
    chain.hold(depositId, "over-limit");
    expect((await found(exchangeOf({ chains: chain })))["deposit-waiting"]?.get(depositId)).toContain(
      "5 USDT of user 7 cannot be credited (over-limit)",
    );
  });

  test("every alarm is raised by a check, or by the part that knows", () => {
    const byParts = new Set<AlarmName>(["clock-held", "server-ended"]);
    const checked = new Set(ALARM_CHECKS.flatMap(({ alarms }) => alarms));
    expect(
      (Object.keys(ALARM_KINDS) as AlarmName[]).filter((name) => !checked.has(name) && !byParts.has(name)),
    ).toEqual([]);
  });
});

test("ALARM-03 a check that cannot be done leaves its alarms as they are, and disturbs no other", async () => {
  const alarms = new Alarms(() => Date.now() + (isLater ? 10 * HOUR_MS : 0));
  let isLater = false;
  let custodyOf: Chains["custody"] = () => Promise.resolve([{ ...CUSTODY, difference: "-1" }]);
  const warned: string[] = [];
  const exchange = exchangeOf({
    chains: { ...CHAINS, custody: () => custodyOf() },
    signer: () => Promise.reject(new Error("no")),
  });
  const checks = runAlarmChecks(alarms, exchange, (_error, message) => warned.push(message), 10);
  await sleep(50);
  isLater = true;
  custodyOf = () => Promise.reject(new Error("the chain does not answer"));
  await sleep(50);
  await checks.stop();
  expect(alarms.raised().map(({ name }) => name)).toContain("custody-unexplained");
  expect(warned).toContain("alarms: signer-down cannot be told");
});
