import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readEvents } from "@candor/codec/event-reader";
import type { Command } from "@candor/domain/commands/commands";
import type { ExecutedCommand } from "@candor/domain/engine-port";
import type { WithdrawalState } from "@candor/domain/events/events";
import type { Units } from "@candor/money/brand";
import { DEFAULT_ASSETS } from "@candor/server/config/default-listing";
import { chainEngineOf } from "@candor/server/custody/chain/chain-engine";
import type { CustodyView } from "@candor/server/custody/chain/chain-port";
import type { ListedSymbol } from "@candor/server/custody/chain/make-chain-spec";
import { type Chains, type ChainsOptions, startChains } from "@candor/server/custody/chain/start-chains";
import { exchangeHome } from "@candor/server/engine/runtime/exchange-home";
import { machineFactory } from "@candor/server/engine/runtime/exchange-machine";
import { LocalEngine } from "@candor/server/engine/runtime/local-engine";
import { writeDurablyAsync } from "@candor/server/kit/durable/write-durably";
import { CONTRACT_CACHE } from "../support/chain/contract-cache.ts";
import { MEMORY_DISK } from "../support/memory-disk.ts";

export const USDT = 0;
export const ETH = 2;
/** Shared compile cache of all processes started by these tests; the signer gets no other environment. */
export const COMPILE_CACHE = {
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? path.join(tmpdir(), "candor-test-compiled"),
} as const;
const POLL_MS = 20;
const WAIT_MS = 60_000;

export const LISTED: readonly ListedSymbol[] = DEFAULT_ASSETS.map(({ symbol, scale }, assetId) => ({
  assetId,
  symbol,
  scale,
}));

/** Collected warnings, shown if a test fails. */
export class TestLog {
  readonly lines: string[] = [];
  info(_details: object, message: string): void {
    this.lines.push(message);
  }
  warn(details: object, message: string): void {
    this.lines.push(`${message} ${describe(details)}`);
  }
  error(details: object, message: string): void {
    this.lines.push(`${message} ${describe(details)}`);
  }
}

function describe(details: object): string {
  return JSON.stringify(details, (_key, value: unknown) =>
    value instanceof Error ? value.message : typeof value === "bigint" ? String(value) : value,
  );
}

export const temporaryDirectory = (): string => mkdtempSync(path.join(MEMORY_DISK, "candor-chain-"));
/** For kills during writes, which must include disk latency. */
export const directoryOnDisk = (): string => mkdtempSync(path.join(tmpdir(), "candor-chain-"));

/** Counts the rounds of a chain; each ends with a check for changes. */
class Rounds {
  private waiting: (() => void)[] = [];

  constructor(service: Chains["service"]) {
    const tellChanges = service.emitChanges.bind(service);
    service.emitChanges = (runtime) => {
      tellChanges(runtime);
      for (const resolve of this.waiting.splice(0)) resolve();
    };
  }

  next(): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push(resolve);
    });
  }
}

/** The exchange's core and its chains in this process, in a home that can be reopened. */
export class ChainWorld {
  readonly home: string;
  readonly engine: LocalEngine;
  readonly chains: Chains;
  readonly log: TestLog;
  readonly rounds: Rounds;
  /** Last reported state of every withdrawal. */
  readonly withdrawals = new Map<number, WithdrawalState>();

  private constructor(home: string, engine: LocalEngine, chains: Chains, log: TestLog) {
    this.home = home;
    this.engine = engine;
    this.chains = chains;
    this.log = log;
    this.rounds = new Rounds(chains.service);
    engine.subscribe(({ words }) => {
      for (const event of readEvents(words))
        if (event.kind === "withdrawal-changed") this.withdrawals.set(event.withdrawalId, event);
    });
  }

  static async open({
    isClosed,
    ...options
  }: Partial<ChainsOptions> & { readonly isClosed?: (userId: number) => boolean } = {}): Promise<ChainWorld> {
    const home = options.home ?? temporaryDirectory();
    const engine = new LocalEngine({ home: exchangeHome(home), factory: machineFactory });
    const log = new TestLog();
    try {
      if ((await engine.exchangeView()).assets.length === 0)
        for (const asset of DEFAULT_ASSETS) await accept(engine, { kind: "list-asset", asset });
      const chains = await startChains({
        home,
        cache: CONTRACT_CACHE,
        mode: "sandbox",
        settings: undefined,
        variables: COMPILE_CACHE,
        exchange: {
          engine: chainEngineOf(engine),
          listed: LISTED,
          ...(isClosed === undefined ? {} : { isClosed }),
        },
        files: {
          replace: (file, content) => writeDurablyAsync(path.join(home, file), content),
        },
        nowMs: Date.now,
        log,
        onFatal: (error) => {
          throw error;
        },
        ...options,
        ...(options.variables === undefined ? {} : { variables: { ...COMPILE_CACHE, ...options.variables } }),
        development: { blockIntervalMs: 60, sweepEveryMs: 200, ...options.development },
      });
      return new ChainWorld(home, engine, chains, log);
    } catch (error) {
      await engine.close();
      throw error;
    }
  }

  get service(): Chains["service"] {
    return this.chains.service;
  }

  accept(command: Command): Promise<ExecutedCommand> {
    return accept(this.engine, command);
  }

  async openUsers(...userIds: readonly number[]): Promise<void> {
    for (const userId of userIds) {
      await this.accept({ kind: "open-account", userId, role: "trader" });
      await this.service.depositAddressOf(userId);
    }
  }

  /** @returns units in the main wallet: available, frozen */
  async balanceOf(userId: number, assetId: number): Promise<readonly [number, number]> {
    const { balances } = await this.engine.accountView(userId);
    const main = balances.find((balance) => balance.wallet === "main" && balance.assetId === assetId);
    return [main?.availableUnits ?? 0, main?.frozenUnits ?? 0];
  }

  /** Requests and approves a withdrawal; @returns its id */
  async withdraw(
    userId: number,
    assetId: number,
    amountUnits: number,
    feeUnits: number,
    address: string,
  ): Promise<number> {
    const { executed } = await this.accept({
      kind: "request-withdrawal",
      userId,
      assetId,
      chainIndex: 0,
      address,
      amountUnits: amountUnits as Units,
      feeUnits: feeUnits as Units,
      needsReview: false,
      key: "",
    });
    await this.approve(executed.seq);
    return executed.seq;
  }

  async approve(withdrawalId: number): Promise<void> {
    await this.accept({ kind: "advance-withdrawal", withdrawalId, status: "approved", txHash: "" });
  }

  /** @param explain text for the error if the condition is never met */
  async until(
    what: string,
    isSo: () => boolean | Promise<boolean>,
    explain: () => string | Promise<string> = () => "",
  ): Promise<void> {
    const endMs = Date.now() + WAIT_MS;
    while (!(await isSo())) {
      if (Date.now() > endMs)
        throw new Error(`waited in vain: ${what}\n${await explain()}\n${this.log.lines.join("\n")}`);
      await sleep(POLL_MS);
    }
  }

  async custodyOf(assetId: number): Promise<CustodyView> {
    const found = (await this.service.custody()).find((view) => view.assetId === assetId);
    if (found === undefined) throw new Error(`no custody of asset ${assetId}`);
    return found;
  }

  async close(): Promise<void> {
    await this.chains.close();
    await this.engine.close();
  }

  async remove(): Promise<void> {
    await this.close();
    rmSync(this.home, { recursive: true, force: true });
  }
}

async function accept(engine: LocalEngine, command: Command): Promise<ExecutedCommand> {
  const result = await engine.execute(command);
  if (result.executed.error !== undefined) throw new Error(`${command.kind}: ${result.executed.error}`);
  return result;
}
