import { statfs } from "node:fs/promises";
import type { EnginePort } from "@candor/domain/engine-port";
import { LIMITS } from "@candor/domain/limits";
import { COIN_DECIMALS } from "../../config/chain/network-settings.ts";
import { type ChainPort } from "../../custody/chain/chain-port.ts";
import { decimalOf } from "../../custody/chain/deposit-view.ts";
import type { SignerState } from "../../custody/chain/open-chains.ts";
import { WITHDRAWAL_PROMISE_MS } from "../../custody/withdrawals/withdrawal-rules.ts";
import type { Listings } from "../../market/market-data/listings.ts";
import type { FeedView } from "../../market/prices/price-service.ts";
import type { Identity } from "../../people/identity/identity-service.ts";
import type { AlarmName } from "./alarm-kinds.ts";
import type { Alarms } from "./alarms.ts";
import type { MailHealth } from "./mail-health.ts";

/** Raises `disk-low` when free space falls below this share of the disk, unless this many bytes are still free. */
const LOW_DISK_SHARE = 0.05;
const ENOUGH_BYTES = 20_000_000_000;
const LOW_DISK_BYTES = 1_000_000_000;
const GIB = 1_073_741_824;
const SLOW_ENGINE_MS = 1_000;
const FAR_BEHIND = 10_000;
const HOUR_MS = 3_600_000;

/** The parts of the exchange that the checks read. */
export interface CheckedExchange {
  readonly home: string;
  readonly mode: "sandbox" | "live";
  readonly engine: Pick<EnginePort, "exchangeView" | "withdrawalsView" | "durableSeq">;
  readonly chains: Pick<ChainPort, "chains" | "custody" | "gas" | "uncreditedDeposits" | "unclaimedCoins">;
  readonly listings: Pick<Listings, "asset">;
  readonly signer: () => Promise<SignerState>;
  readonly feeds: () => FeedView;
  readonly reachedSeq: () => number;
  readonly mail: MailHealth;
  readonly identity: Pick<Identity, "guesses">;
  readonly nowMs: () => number;
}

/** Problems by subject, each saying what to do. Empty when there are none. */
type Problems = ReadonlyMap<string, string>;

interface AlarmCheck {
  /** Interval between checks. Checks that query a chain run less often. */
  readonly everyMs: number;
  readonly alarms: readonly AlarmName[];
  /**
   * Returns one map of problems for each entry of `alarms`. Rejects when the state cannot be determined; the alarms
   * then stay unchanged.
   */
  readonly look: (exchange: CheckedExchange) => Promise<readonly Problems[]> | readonly Problems[];
}

const OFTEN_MS = 5_000;
const SELDOM_MS = 60_000;

export const ALARM_CHECKS: readonly AlarmCheck[] = [
  { everyMs: SELDOM_MS, alarms: ["custody-unexplained", "custody-surplus"], look: custodyProblems },
  { everyMs: SELDOM_MS, alarms: ["gas-low"], look: gasProblems },
  { everyMs: OFTEN_MS, alarms: ["chain-paused", "chain-unconfirmed"], look: chainProblems },
  { everyMs: OFTEN_MS, alarms: ["signer-down"], look: signerProblems },
  { everyMs: OFTEN_MS, alarms: ["deposit-waiting"], look: depositProblems },
  { everyMs: SELDOM_MS, alarms: ["withdrawals-late"], look: withdrawalProblems },
  { everyMs: OFTEN_MS, alarms: ["source-down", "market-unpriced"], look: feedProblems },
  { everyMs: OFTEN_MS, alarms: ["index-disputed"], look: indexProblems },
  { everyMs: OFTEN_MS, alarms: ["verification-codes"], look: codeProblems },
  { everyMs: SELDOM_MS, alarms: ["disk-low"], look: diskProblems },
  { everyMs: OFTEN_MS, alarms: ["engine-slow", "read-models-behind"], look: engineProblems },
  { everyMs: OFTEN_MS, alarms: ["mail-failing"], look: mailProblems },
];

async function custodyProblems({ chains }: CheckedExchange): Promise<readonly Problems[]> {
  // Nothing to compare until the first block has been read.
  if (chains.chains.some(({ headBlock }) => headBlock === 0)) return [];
  const missing = new Map<string, string>();
  const surplus = new Map<string, string>();
  for (const { chain, symbol, difference, chainDecimals, assetId } of await chains.custody()) {
    const amount = `${decimalOf(difference, chainDecimals)} ${symbol}`;
    const subject = `${chain} ${symbol}`;
    if (difference.startsWith("-"))
      missing.set(
        subject,
        `${amount} missing: stop withdrawals (site close) and compare with \`chain status\``,
      );
    else if (BigInt(difference) >= minimumWei(chains, chain, assetId))
      surplus.set(subject, `${amount} unexplained: check \`deposit list\``);
  }
  return [missing, surplus];
}

/** Ignores dust, which anyone can send, when looking for a surplus. */
function minimumWei(chains: CheckedExchange["chains"], chain: string, assetId: number): bigint {
  const view = chains.chains.find((each) => each.chain === chain);
  const asset = view?.assets.find((each) => each.assetId === assetId);
  return asset === undefined ? 1n : asset.minDepositWei;
}

async function gasProblems({ chains }: CheckedExchange): Promise<readonly Problems[]> {
  const low = (await chains.gas()).filter(({ isLow }) => isLow);
  return [
    new Map(
      low.map(({ chain, balance, sweeps, address }) => [
        chain,
        `${decimalOf(balance, COIN_DECIMALS)} coins, enough for ${sweeps} sweeps of tokens: refill ${address}`,
      ]),
    ),
  ];
}

function chainProblems({ chains }: CheckedExchange): readonly Problems[] {
  const paused = new Map<string, string>();
  const unconfirmed = new Map<string, string>();
  for (const { chain, paused: pause, unconfirmed: words } of chains.chains) {
    if (pause === undefined) continue;
    if (pause === "unconfirmed") unconfirmed.set(chain, words.join("; "));
    else paused.set(chain, `deposits and withdrawals are paused: ${pause}`);
  }
  return [paused, unconfirmed];
}

async function signerProblems({ signer }: CheckedExchange): Promise<readonly Problems[]> {
  const state = await signer();
  return [only(state === "down", "not responding: withdrawals are not paid. Check the server's log")];
}

function depositProblems({ chains, listings }: CheckedExchange): readonly Problems[] {
  const held = chains.uncreditedDeposits().filter(({ status }) => status === "held");
  return [
    new Map([
      ...held.map(({ depositId, userId, assetId, amountWei, chainDecimals, reason }) => {
        const amount = `${decimalOf(BigInt(amountWei), chainDecimals)} ${listings.asset(assetId).spec.symbol}`;
        return [
          depositId,
          `${amount} of user ${userId} cannot be credited (${reason}): deposit credit or settle`,
        ] as const;
      }),
      ...chains
        .unclaimedCoins()
        .map(
          ({ userId, amount, symbol, address }) =>
            [
              address,
              `${amount} ${symbol} of user ${userId} that no transaction explains: deposit find`,
            ] as const,
        ),
    ]),
  ];
}

async function withdrawalProblems({ engine, nowMs }: CheckedExchange): Promise<readonly Problems[]> {
  const { withdrawals } = await engine.withdrawalsView();
  const late = withdrawals.filter(({ createdAtMs }) => nowMs() - createdAtMs > WITHDRAWAL_PROMISE_MS);
  const oldestMs = Math.min(...late.map(({ createdAtMs }) => createdAtMs));
  return [
    only(
      late.length > 0,
      `${late.length} open for longer than ${WITHDRAWAL_PROMISE_MS / HOUR_MS} hours, the oldest for ${Math.floor((nowMs() - oldestMs) / HOUR_MS)}: review them, or check chain and signer`,
    ),
  ];
}

/** Fresh price sources a market needs to trade. */
const NEEDED_SOURCES = { sandbox: 1, live: 2 } as const;

function feedProblems({ feeds, mode }: CheckedExchange): readonly Problems[] {
  const { sources, markets } = feeds();
  const down = sources
    .filter(({ state }) => state !== "connected")
    .map(({ name, state, detail }) => [name, detail === "" ? state : `${state}: ${detail}`] as const);
  const unpriced = markets.flatMap(({ symbol, kind, sources: of }) => {
    const fresh = of.filter(({ ageMs }) => ageMs !== undefined && ageMs <= LIMITS.staleSourceMs);
    if (kind === undefined || fresh.length >= NEEDED_SOURCES[mode]) return [];
    const missing = of.filter((source) => !fresh.includes(source)).map(({ name }) => name);
    const words = `fresh prices from ${fresh.length} of ${NEEDED_SOURCES[mode]} required sources, none from ${missing.join(" and ")}: the market is cancel-only`;
    return [[symbol, words] as const];
  });
  return [new Map(down), new Map(unpriced)];
}

async function indexProblems({ engine }: CheckedExchange): Promise<readonly Problems[]> {
  const { markets } = await engine.exchangeView();
  const disputed = markets.filter(({ statusReason }) => statusReason === "disputed");
  const words = "its sources disagree, or one jumped without confirmation: the market is cancel-only";
  return [new Map(disputed.map(({ spec }) => [spec.symbol, words]))];
}

function codeProblems({ identity }: CheckedExchange): readonly Problems[] {
  const { isExhausted: isShut, lastHour, most } = identity.guesses();
  const words = `${lastHour} wrong codes from unknown devices in the last hour, the limit is ${most}: only known devices can reset a password`;
  return [only(isShut, words)];
}

async function diskProblems({ home }: CheckedExchange): Promise<readonly Problems[]> {
  const { free, size } = await diskOf(home);
  const isLow = free < LOW_DISK_BYTES || (free < ENOUGH_BYTES && free < size * LOW_DISK_SHARE);
  return [
    only(isLow, `${(free / GIB).toFixed(1)} GiB left: the server stops when the journal runs out of space`),
  ];
}

/** Returns the free and total bytes of the disk that holds the home directory. */
export async function diskOf(home: string): Promise<{ readonly free: number; readonly size: number }> {
  const { bavail, blocks, bsize } = await statfs(home);
  return { free: bavail * bsize, size: blocks * bsize };
}

async function engineProblems({ engine, reachedSeq }: CheckedExchange): Promise<readonly Problems[]> {
  const askedAtMs = performance.now();
  await engine.exchangeView();
  const tookMs = performance.now() - askedAtMs;
  const behind = engine.durableSeq - reachedSeq();
  return [
    only(tookMs > SLOW_ENGINE_MS, `answered in ${tookMs.toFixed(0)} ms`),
    only(behind > FAR_BEHIND, `${behind} commands behind the journal: lists and histories are outdated`),
  ];
}

function mailProblems({ mail }: CheckedExchange): readonly Problems[] {
  return [only(mail.isFailing, "recent messages were not delivered: check the log and CANDOR_SMTP_URL")];
}

const only = (isSo: boolean, text: string): Problems => new Map(isSo ? [["", text]] : []);

export interface RunningChecks {
  stop(): Promise<void>;
}

/** Runs the checks repeatedly and ticks the alarms. */
export function runAlarmChecks(
  alarms: Alarms,
  exchange: CheckedExchange,
  warn: (error: unknown, message: string) => void,
  tickMs = 1_000,
): RunningChecks {
  const dueAtMs = new Map<AlarmCheck, number>();
  const running = new Map<AlarmCheck, Promise<void>>();
  const run = async (check: AlarmCheck): Promise<void> => {
    try {
      const found = await check.look(exchange);
      for (const [index, name] of check.alarms.entries()) alarms.report(name, found[index] ?? new Map());
    } catch (error) {
      // An unreachable chain has its own alarm.
      warn(error, `alarms: ${check.alarms.join(" and ")} cannot be told`);
    }
  };
  const tick = (): void => {
    alarms.tick();
    for (const check of ALARM_CHECKS) {
      if (running.has(check) || performance.now() < (dueAtMs.get(check) ?? 0)) continue;
      dueAtMs.set(check, performance.now() + check.everyMs);
      running.set(
        check,
        run(check).finally(() => running.delete(check)),
      );
    }
  };
  tick();
  const timer = setInterval(tick, tickMs);
  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all(running.values());
    },
  };
}
