import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DirectoryLockedError } from "@candor/journal/journal-errors";
import { Signer } from "./signer.ts";
import type { SignerSettings } from "./signer-settings.ts";

const LOCK_TRIES = 50;
const LOCK_PAUSE_MS = 100;

/**
 * Opens the signer's journal. Retries while the directory is locked, because the signer of a killed server may take a
 * moment to exit. Rejects with the journal's errors.
 */
export async function openSignerJournal(
  settings: SignerSettings,
  onFailure: (error: Error) => void,
): Promise<Signer> {
  const directory = path.join(settings.directory, "journal");
  for (let tries = 1; ; tries++) {
    try {
      return new Signer({ ...settings, directory, nowMs: Date.now, onFailure });
    } catch (error) {
      if (!(error instanceof DirectoryLockedError) || tries === LOCK_TRIES) throw error;
      await sleep(LOCK_PAUSE_MS);
    }
  }
}
