import { once } from "node:events";
import type { Environment } from "../../config/environment.ts";
import { SettingError } from "../../config/setting-error.ts";
import { FIRST_ANSWER_MS, firstDescription } from "../signer/first-description.ts";
import { forkSigner } from "../signer/fork-signer.ts";
import { RemoteSigner } from "../signer/remote-signer.ts";
import type { WalletAddresses } from "../signer/signer-check.ts";
import { CHECK_ALONE, type SignerCheck, signerCheck } from "../signer/signer-check.ts";
import type { SignerDescription } from "../signer/signer-messages.ts";

const GIVEN = ["CANDOR_SIGNER_MNEMONIC", "CANDOR_SIGNER_MNEMONIC_FILE", "CANDOR_SIGNER_LIMITS"] as const;

/**
 * Rejects settings that the signer cannot use, before anything is created. A separate process checks them: this one
 * never has the mnemonic. Throws SettingError.
 * @returns the wallets of the given mnemonic, or `undefined` if the sandbox has its own, or there is no signer
 */
export async function checkSigner(
  { mode, chain }: Pick<Environment, "mode" | "chain">,
  variables: Readonly<Record<string, string | undefined>>,
): Promise<WalletAddresses | undefined> {
  const hasSigner = mode === "sandbox" || chain !== undefined;
  const isGiven = GIVEN.some((name) => (variables[name] ?? "") !== "");
  if (!hasSigner || (mode === "sandbox" && !isGiven)) return undefined;
  const child = forkSigner({ ...variables, CANDOR_MODE: mode }, [CHECK_ALONE]);
  let said: SignerCheck | undefined;
  child.once("message", (message) => (said = signerCheck.parse(message)));
  const [code] = (await once(child, "close")) as [number | null];
  if (said !== undefined && "variable" in said) throw new SettingError(said.variable, said.problem);
  if (code !== 0)
    throw new Error(`the signer could not check its settings: it exited with ${code ?? "a signal"}`);
  return said;
}

/**
 * Asks a signer on another machine for its wallets and limits, before a new exchange is created. Throws SettingError when
 * it does not answer or turns this core away.
 */
export async function describeRemoteSigner({
  mode,
  custody: { signer: place, identity },
}: Pick<Environment, "mode" | "custody">): Promise<SignerDescription | undefined> {
  if (place === undefined || identity === undefined) return undefined;
  const problems: string[] = [];
  const signer = new RemoteSigner({
    place,
    identity,
    greeting: { mode, exchange: null, term: 0 },
    info: () => undefined,
    warn: (problem) => problems.push(problem),
  });
  try {
    return await firstDescription(signer, FIRST_ANSWER_MS);
  } catch (error) {
    throw new SettingError(
      "CANDOR_SIGNER",
      `names a signer that does not answer this core: ${problems.at(-1) ?? (error as Error).message}`,
    );
  } finally {
    await signer.close();
  }
}
