import { SEALING_KEY } from "../../engine/home/check-files.ts";
import { EXCHANGE_STORE } from "../../engine/home/find-stores.ts";
import { inspectHome } from "../../engine/home/inspect-home.ts";
import { type HomePlace, type Manifest, placeOf } from "../../engine/home/manifest.ts";

const count = (number: number): string => number.toLocaleString("en");

/**
 * Checks every other store and file of a home, and that all are of one moment. Throws what it finds wrong.
 * @param isSnapshot the copy was made by a file system at one moment, as its maker says
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
    print(`Key         ${keyFile} is missing or another one: no server starts on this home without it`);
  const wrong = withoutKey.map(({ store, problem }) => `${store}: ${problem}`);
  if (manifest?.running !== undefined && !isHere(home, manifest.running) && !isSnapshot)
    wrong.unshift(plainCopyOf(manifest.running));
  if (wrong.length > 0) throw new Error(wrong.join("\n"));
  print(`Moment      ${momentOf(home, manifest)}`);
}

function momentOf(home: string, manifest: Manifest | undefined): string {
  if (manifest === undefined) return "not known: no manifest; the next start of a server makes one";
  const { running, writtenAtMs } = manifest;
  const at = new Date(writtenAtMs).toISOString();
  if (running === undefined) return `all of one moment: stopped at ${at}`;
  const noted = `every store holds what was noted at ${at}`;
  return isHere(home, running)
    ? `a server runs here or was killed here; ${noted}`
    : `a snapshot of ${running.path}, of one moment as you say; ${noted}`;
}

function isHere(home: string, running: HomePlace): boolean {
  const here = placeOf(home);
  return here.inode === running.inode && here.device === running.device && here.path === running.path;
}

const plainCopyOf = ({ path }: HomePlace): string =>
  `this is a copy of ${path}, made while a server ran there, or after it was killed. A plain copy of a running home is no ` +
  "backup: its stores are of different moments. Stop the server and copy again. If a file system took it as a snapshot of " +
  "one moment, say so with --snapshot";
