import { SEALING_KEY, SIGNER_SEED } from "../../engine/home/check-files.ts";
import { EXCHANGE_STORE } from "../../engine/home/find-stores.ts";
import { inspectHome } from "../../engine/home/inspect-home.ts";
import { type HomePlace, type Manifest, placeOf } from "../../engine/home/manifest.ts";

const count = (number: number): string => number.toLocaleString("en");

/**
 * Checks all other stores and files of a home, and that they are from the same moment. Throws on the first problem.
 * @param isSnapshot the copy is an atomic file system snapshot, according to its creator
 */
export function verifyStores(
  home: string,
  keyFile: string,
  isSnapshot: boolean,
  print: (line: string) => void,
): void {
  const { manifest, present, files, problems, warnings } = inspectHome(home, keyFile, "all");
  for (const { store, records } of present.values())
    if (store !== EXCHANGE_STORE) print(`Store       ${store}: ${count(records)} records`);
  print(`Files       ${count(files.files.size)} keys, pictures and trees`);
  for (const warning of warnings) print(`Warning     ${warning}`);
  const withoutKey = problems.filter(({ store }) => store !== SEALING_KEY);
  if (withoutKey.length < problems.length)
    print(
      `Key         ${keyFile} is missing or does not match: the server cannot start on this home without it`,
    );
  const isSeedLeftOut = manifest?.backup?.withoutSeed === true;
  const left = withoutKey.filter(({ store }) => store !== SIGNER_SEED || !isSeedLeftOut);
  if (left.length < withoutKey.length)
    print(`Seed        ${SIGNER_SEED} is not in this backup: put it there before you start a server`);
  const wrong = left.map(({ store, problem }) => `${store}: ${problem}`);
  if (manifest?.running !== undefined && !isHere(home, manifest.running) && !isSnapshot)
    wrong.unshift(plainCopyOf(manifest.running));
  if (wrong.length > 0) throw new Error(wrong.join("\n"));
  print(`Moment      ${momentOf(home, manifest)}`);
}

function momentOf(home: string, manifest: Manifest | undefined): string {
  if (manifest === undefined) return "unknown: no manifest; the next server start creates one";
  const { running, writtenAtMs, backup } = manifest;
  const at = new Date(writtenAtMs).toISOString();
  if (running === undefined && backup !== undefined) return `consistent: a backup of ${backup.of} at ${at}`;
  if (running === undefined) return `consistent: server stopped at ${at}`;
  const noted = `all stores match the manifest of ${at}`;
  return isHere(home, running)
    ? `a server is running here or was killed; ${noted}`
    : `a snapshot of ${running.path}, atomic according to --snapshot; ${noted}`;
}

function isHere(home: string, running: HomePlace): boolean {
  const here = placeOf(home);
  return here.inode === running.inode && here.device === running.device && here.path === running.path;
}

const plainCopyOf = ({ path }: HomePlace): string =>
  `this is a copy of ${path}, made while a server was running or after it was killed. A plain copy of a running home is not a ` +
  "backup: its stores are from different moments. Use npm run operator -- backup DIR. If this is an atomic file system " +
  "snapshot, repeat with --snapshot";
