import { EXCHANGE_STORE, findStores } from "../find-stores.ts";
import { inspectHome } from "../inspect-home.ts";
import { type Manifest, newManifest } from "../manifest.ts";
import { StoreLossError } from "../store-loss-error.ts";
import { readPosition } from "../store-position.ts";

/**
 * Returns the positions of all stores of a home without a server. Throws StoreLossError if something is missing, because
 * a copy would hide that.
 */
export function pointOfStopped(home: string, keyFile: string): Manifest {
  const { problems, present, manifest } = inspectHome(home, keyFile);
  if (problems.length > 0) throw new StoreLossError(...problems);
  if (manifest === undefined)
    throw new Error(`${home} has no sound manifest.json: start the server once, which writes a new one`);
  const { records = 0, hash = "" } = present.get(EXCHANGE_STORE) ?? {};
  const { writtenAtMs, seq, instance } = manifest;
  const stores = findStores(home)
    .filter(({ store }) => store !== EXCHANGE_STORE)
    .map((found) => readPosition(found, present.get(found.store)));
  return newManifest({ writtenAtMs, seq, exchange: { records, hash }, stores, instance });
}
