import { once } from "node:events";
import { z } from "zod";
import type { WalletAddresses } from "./confirm-chain.ts";
import type { Hex } from "./evm-chain.ts";
import type { Environment } from "../../config/environment.ts";
import { SettingError } from "../../config/setting-error.ts";
import { forkSigner } from "../signer/fork-signer.ts";

/** Of a signer's process: only to say whether its settings can be used. */
export const CHECK_ALONE = "--check";
/** What it then says: which setting cannot be used and why, or whose wallets they are. */
const address = z
  .string()
  .regex(/^0x[0-9a-f]{40}$/)
  .transform((text) => text as Hex);
const signerCheck = z.union([
  z.strictObject({ variable: z.string(), problem: z.string() }),
  z.strictObject({ hotWallet: address, gasAccount: address }),
]);
export type SignerCheck = z.output<typeof signerCheck>;

const GIVEN = ["CANDOR_SIGNER_MNEMONIC", "CANDOR_SIGNER_MNEMONIC_FILE", "CANDOR_SIGNER_LIMITS"] as const;

/**
 * Refuses settings that the signer cannot use before anything is founded. A process of its own looks at them: this one
 * never holds the words. Throws SettingError.
 * @returns the wallets of given words; undefined: the sandbox has its own, or there is no signer
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
    throw new Error(`the signer could not look at its settings: it ended with ${code ?? "a signal"}`);
  return said;
}
