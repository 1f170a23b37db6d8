import { acceptedLosses } from "./accepted-losses.ts";
import { checkFiles, SEALING_KEY } from "./check-files.ts";
import { FILES_STORE } from "./file-register.ts";
import { findStores } from "./find-stores.ts";
import { inspectHome } from "./inspect-home.ts";
import { readRegister } from "./read-register.ts";

/**
 * Returns why the sealing key of this machine cannot open the sealed data of a home: a sentence with "it" as the subject;
 * undefined if it can, or if operators have accepted the loss of the key.
 */
export function sealingKeyProblem(home: string, keyFile: string): string | undefined {
  const register = readRegister(findStores(home).find(({ store }) => store === FILES_STORE));
  const known = register.files.get(SEALING_KEY);
  if (known === undefined) return undefined;
  const [wrong] = checkFiles(home, keyFile, new Map([[SEALING_KEY, known]]));
  if (wrong === undefined) return undefined;
  return acceptedLosses(inspectHome(home, keyFile)).left.find(({ store }) => store === SEALING_KEY)?.problem;
}
