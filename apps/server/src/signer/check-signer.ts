import { once } from "node:events";
import { z } from "zod";
import type { Environment } from "../config/environment.ts";
import { SettingError } from "../config/setting-error.ts";
import { forkSigner } from "./fork-signer.ts";

/** Of a signer's process: only to say whether its settings can be used. */
export const CHECK_ALONE = "--check";
/** What it then says, when they cannot. */
export const signerObjection = z.strictObject({ variable: z.string(), problem: z.string() });
export type SignerObjection = z.output<typeof signerObjection>;

const GIVEN = ["CANDOR_SIGNER_MNEMONIC", "CANDOR_SIGNER_MNEMONIC_FILE", "CANDOR_SIGNER_LIMITS"] as const;

/**
 * Refuses settings that the signer cannot use before anything is founded. A process of its own looks at them: this one
 * never holds the words. Throws SettingError.
 */
export async function checkSigner(
  { mode, chain }: Pick<Environment, "mode" | "chain">,
  variables: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const hasSigner = mode === "sandbox" || chain !== undefined;
  const isGiven = GIVEN.some((name) => (variables[name] ?? "") !== "");
  if (!hasSigner || (mode === "sandbox" && !isGiven)) return;
  const child = forkSigner({ ...variables, CANDOR_MODE: mode }, [CHECK_ALONE]);
  let objection: SignerObjection | undefined;
  child.once("message", (message) => (objection = signerObjection.parse(message)));
  const [code] = (await once(child, "close")) as [number | null];
  if (objection !== undefined) throw new SettingError(objection.variable, objection.problem);
  if (code !== 0)
    throw new Error(`the signer could not look at its settings: it ended with ${code ?? "a signal"}`);
}
