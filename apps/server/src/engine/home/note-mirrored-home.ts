import type { Instance } from "../../config/instance-schema.ts";
import { EXCHANGE_STORE } from "./find-stores.ts";
import { inspectHome } from "./inspect-home.ts";
import { newManifest, placeOf, writeManifest } from "./manifest.ts";

/**
 * Writes the manifest of a home that is copied from a database, so that a take-over compares what has changed since, and not
 * everything since this node led last. Writes nothing while the copy is incomplete.
 * @returns whether the exchange's journal has a note about stores: the first one follows when everything is founded
 */
export function noteMirroredHome(home: string, keyFile: string, instance: Instance): boolean {
  const { problems, noted, noteSeq, present } = inspectHome(home, keyFile);
  const exchange = present.get(EXCHANGE_STORE);
  if (noteSeq === 0) return false;
  if (problems.length > 0 || exchange === undefined) return true;
  const { records, hash } = exchange;
  const stores = [...noted.values()].filter(({ store }) => store !== EXCHANGE_STORE);
  writeManifest(
    home,
    newManifest({
      writtenAtMs: Date.now(),
      seq: noteSeq,
      exchange: { records, hash },
      stores: stores.sort((a, b) => (a.store < b.store ? -1 : 1)),
      instance,
      running: placeOf(home),
    }),
  );
  return true;
}
