import { existsSync } from "node:fs";
import path from "node:path";
import type { Logger } from "pino";
import type { Environment } from "../../config/environment.ts";
import { INSTANCE_FILE, openInstance } from "../../config/instance.ts";
import type { Instance } from "../../config/instance-schema.ts";
import { createSealingKey } from "../../kit/durable/sealed-value.ts";
import { adoptFiles } from "./adopt-files.ts";
import { digestOfFile } from "./check-files.ts";
import { type CheckedHome, checkHome } from "./check-home.ts";
import { FileRegister } from "./file-register.ts";
import { placeOf, writeManifest } from "./manifest.ts";

export interface OpenedHome {
  readonly checked: CheckedHome;
  readonly instance: Instance;
  readonly files: FileRegister;
}

/**
 * Checks the home, creates a new one if needed, and from then on registers each of its files. Throws StoreLossError,
 * NewerHomeError, InstanceError, SettingError, and the journal's errors for a locked or damaged directory.
 * @param foundedAtMs founding time of a new home; by default it follows from the seed, or is now
 */
export async function openHome(
  { home, keyFile, mode, rig }: Environment,
  log: Pick<Logger, "warn">,
  onFailure: (error: Error) => void,
  foundedAtMs?: number,
): Promise<OpenedHome> {
  const checked = checkHome(home, keyFile);
  for (const warning of checked.warnings) log.warn(warning);
  for (const { store, operator, reason } of checked.accepted)
    log.warn(`${store}: continuing without the lost data, as accepted by ${operator}: ${reason}`);
  const instance = openInstance(home, rig.isScenario ? "scenario" : mode, Date.now(), rig.seed, foundedAtMs);
  // Stores change from here on: the recorded positions of a stopped home become lower bounds.
  if (checked.manifest !== undefined)
    writeManifest(home, { ...checked.manifest, running: placeOf(home), instance });
  if (!existsSync(keyFile)) createSealingKey(keyFile);
  const files = FileRegister.open({ home, nowMs: Date.now, onFailure });
  try {
    for (const { store } of checked.accepted)
      if (!existsSync(path.join(home, store))) await files.drop(store);
    await adoptFiles(home, keyFile, files, checked.accepted);
    await noteUpgrade(home, files);
  } catch (error) {
    files.close();
    throw error;
  }
  return { checked, instance, files };
}

/** The home was checked before its instance file was opened, so any difference comes from upgrading it. */
async function noteUpgrade(home: string, files: FileRegister): Promise<void> {
  const digest = digestOfFile(path.join(home, INSTANCE_FILE));
  if (files.files.get(INSTANCE_FILE)?.sha256 !== digest.sha256) await files.keep(INSTANCE_FILE, digest);
}
