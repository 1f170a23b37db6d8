import type { StorePosition } from "@candor/domain/commands/store-commands";
import { FrameFinder } from "@candor/journal/frame-finder";
import { JournalReader } from "@candor/journal/journal-reader";
import { SnapshotStore } from "@candor/journal/snapshot-store";
import { exchangeHome } from "../../runtime/exchange-home.ts";
import { SEALING_KEY, SIGNER_SEED } from "../check-files.ts";
import { EXCHANGE_STORE, findStores } from "../find-stores.ts";
import { inspectHome } from "../inspect-home.ts";
import { byStore, type Manifest } from "../manifest.ts";
import { journalName, journalOf, toHex } from "../store-position.ts";

/** Stores of the signer, a process of its own. Its newest journal is right with every point. */
export const SIGNER_STORE = /^signer(\/|$)/;

/** The copy is not what was to be copied. */
class BadBackupError extends Error {
  constructor(problems: readonly string[]) {
    super(`the copy differs from its source: ${problems.join("; ")}`);
    this.name = "BadBackupError";
  }
}

/**
 * Reads all of a backup: checksum and chain of every frame, the digest of every file, the snapshot, and whether all
 * stores are at the positions of the manifest. Throws JournalCorruptError and BadBackupError.
 * @param isKeyElsewhere the sealing key is not in the home, so it is not in the backup either
 */
export async function checkBackup(
  target: string,
  keyFile: string,
  isKeyElsewhere: boolean,
  manifest: Manifest,
): Promise<void> {
  const { problems, present } = inspectHome(target, keyFile, "all");
  const leftOut = new Set([
    ...(isKeyElsewhere ? [SEALING_KEY] : []),
    ...(manifest.backup?.withoutSeed === true ? [SIGNER_SEED] : []),
  ]);
  const wrong = problems
    .filter(({ store }) => !leftOut.has(store))
    .map(({ store, problem }) => `${store}: ${problem}`);
  const exchange = present.get(EXCHANGE_STORE);
  if (exchange?.records !== manifest.exchange.records || exchange.hash !== manifest.exchange.hash)
    wrong.push(`${EXCHANGE_STORE}: it does not end at command ${manifest.exchange.records}`);
  wrong.push(...problemsOfStores(target, manifest), ...(await problemsOfSnapshot(target)));
  if (wrong.length > 0) throw new BadBackupError(wrong);
}

/** The exchange's frames have been read already. */
function problemsOfStores(target: string, manifest: Manifest): string[] {
  const expected = byStore(manifest.stores);
  return findStores(target).flatMap((found) => {
    const journal = journalOf(found);
    const { store } = found;
    if (store === EXCHANGE_STORE || journal === undefined) return [];
    const end = new JournalReader(journal.directory, journalName(journal.directory)).read(() => undefined);
    const records = end.nextSeq - 1;
    const is = { records, hash: records === 0 ? "" : toHex(end.lastHash) };
    const point = expected.get(store);
    const isRight = SIGNER_STORE.test(store) || isAt(point, is);
    return isRight ? [] : [`${store}: it has ${records} records, and the point has ${point?.records ?? 0}`];
  });
}

const isAt = (point: StorePosition | undefined, is: Pick<StorePosition, "records" | "hash">): boolean =>
  point?.records === is.records && point.hash === is.hash;

async function problemsOfSnapshot(target: string): Promise<string[]> {
  const { journalDirectory, snapshotDirectory } = exchangeHome(target);
  const wrong: string[] = [];
  const snapshot = new SnapshotStore(snapshotDirectory).newest(Number.MAX_SAFE_INTEGER, ({ file, why }) =>
    wrong.push(`${file}: ${why}`),
  );
  if (snapshot === undefined) return wrong;
  const frame = await new FrameFinder(journalDirectory).find(snapshot.seq);
  if (frame?.lastSeq !== snapshot.seq || frame.hash !== toHex(snapshot.frameHash))
    wrong.push(`the snapshot at ${snapshot.seq} does not follow a frame of the journal`);
  return wrong;
}
