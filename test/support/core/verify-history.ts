import { mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { CommandReader } from "@candor/codec/command-reader";
import { readEvents } from "@candor/codec/event-reader";
import { JournalReader } from "@candor/journal/journal-reader";
import { SnapshotStore } from "@candor/journal/snapshot-store";
import { checkHome } from "@candor/server/engine/home/check-home";
import { StoreLossError } from "@candor/server/engine/home/store-loss-error";
import { EXCHANGE_JOURNAL, exchangeHome } from "@candor/server/engine/runtime/exchange-home";
import { machineFactory } from "@candor/server/engine/runtime/exchange-machine";
import { LocalEngine } from "@candor/server/engine/runtime/local-engine";
import { mirrorHome } from "@candor/server/kit/journal-database/home-mirror";
import { expect } from "vitest";
import { MEMORY_DISK } from "../memory-disk.ts";
import type { AcceptedOrder } from "./order-load.ts";

/** Where the exchange is. */
export interface VerifiedDatabase {
  readonly url: string;
  readonly keyFile: string;
  query<R extends object>(sql: string): Promise<readonly R[]>;
}

/** How often commands with this key were accepted for the first time. */
type Executions = ReadonlyMap<string, readonly number[]>;

export interface VerifiedHistory {
  readonly lastSeq: number;
  /** SHA-256 of the state after a replay from the first command. */
  readonly stateHash: string;
}

const MIRRORS = 5;

/**
 * Rebuilds the exchange from the database alone, from its first command, and expects that every acknowledged order was
 * executed exactly once, that each term had one leader, and that all stores agree.
 */
export async function verifyHistory(
  processes: VerifiedDatabase,
  accepted: readonly AcceptedOrder[],
): Promise<VerifiedHistory> {
  const directory = mkdtempSync(path.join(MEMORY_DISK, "candor-verified-"));
  try {
    const home = path.join(directory, "home");
    await mirrorHome({ home, database: { url: processes.url, standbys: 0 } });
    const executions = new Map<string, number[]>();
    const keys = keysOf(home);
    const engine = new LocalEngine({
      home: exchangeHome(home),
      factory: machineFactory,
      eventsAfterSeq: 0,
      onEvents: ({ words }) => noteExecutions(words, keys, executions),
    });
    const stateHash = (await engine.stateHash()).hash;
    const lastSeq = engine.durableSeq;
    await engine.close();
    expectOnce(accepted, executions);
    await expectOneLeaderATerm(processes);
    await expectWholeHome(processes, home);
    return { lastSeq, stateHash };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The exchange may run, and write a file between the copies of two others: then they are copied again. */
async function expectWholeHome({ url, keyFile }: VerifiedDatabase, home: string): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      expect(checkHome(home, keyFile).accepted).toEqual([]);
      return;
    } catch (error) {
      if (!(error instanceof StoreLossError) || tries === MIRRORS) throw error;
      await mirrorHome({ home, database: { url, standbys: 0 } });
    }
}

/** Returns the state hash that a core wrote into its newest snapshot. */
export function snapshotOf(home: string): { readonly seq: number; readonly hash: string } {
  const snapshot = new SnapshotStore(exchangeHome(home).snapshotDirectory).newest(
    Number.MAX_SAFE_INTEGER,
    () => undefined,
  );
  if (snapshot === undefined) throw new Error(`${home} has no snapshot`);
  return { seq: snapshot.seq, hash: snapshot.contentHash };
}

/** Keys of the journal's orders by sequence number. */
function keysOf(home: string): ReadonlyMap<number, string> {
  const keys = new Map<number, string>();
  const reader = new CommandReader();
  new JournalReader(exchangeHome(home).journalDirectory, EXCHANGE_JOURNAL).read(({ payload, firstSeq }) => {
    reader.open(payload);
    let seq = firstSeq;
    for (let command = reader.next(); command !== undefined; command = reader.next(), seq++)
      if (command.kind === "place-order" && command.key !== "") keys.set(seq, command.key);
  });
  return keys;
}

function noteExecutions(
  words: Float64Array,
  keys: ReadonlyMap<number, string>,
  executions: Map<string, number[]>,
): void {
  for (const event of readEvents(words)) {
    if (event.kind !== "executed" || event.error !== undefined || event.replayedSeq > 0) continue;
    const key = keys.get(event.seq);
    if (key !== undefined) executions.set(key, [...(executions.get(key) ?? []), event.seq]);
  }
}

function expectOnce(accepted: readonly AcceptedOrder[], executions: Executions): void {
  const wrong = accepted.filter(({ key }) => executions.get(key)?.length !== 1);
  expect(wrong.map(({ key }) => [key, executions.get(key) ?? []])).toEqual([]);
}

async function expectOneLeaderATerm(processes: VerifiedDatabase): Promise<void> {
  const frames = await processes.query<{ journal: string; term: string; number: string }>(
    "select journal, term, number from candor_journal.frame order by journal, number",
  );
  let before = { journal: "", term: 0 };
  const backwards: string[] = [];
  for (const { journal, term, number } of frames) {
    if (journal === before.journal && Number(term) < before.term) backwards.push(`${journal} ${number}`);
    before = { journal, term: Number(term) };
  }
  expect(backwards).toEqual([]);
  const terms = await processes.query<{ term: string; names: string }>(
    "select term, count(distinct name) as names from candor_journal.take_over group by term",
  );
  expect(terms.filter(({ names }) => Number(names) !== 1)).toEqual([]);
}
