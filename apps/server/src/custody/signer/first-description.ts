import { setTimeout as sleep } from "node:timers/promises";
import type { SignerPort } from "./signer-connection.ts";
import { SignerUnavailableError } from "./signer-errors.ts";
import type { SignerDescription } from "./signer-messages.ts";

/** How long a first start waits for a signer elsewhere, which may be starting too. */
export const FIRST_ANSWER_MS = 20_000;
const PAUSE_MS = 100;

/** Asks the signer for its wallets until it answers. Rejects with the error of the last attempt. */
export async function firstDescription(signer: SignerPort, withinMs: number): Promise<SignerDescription> {
  const endMs = Date.now() + withinMs;
  for (;;) {
    try {
      return await signer.ask<"describe">({ kind: "describe" });
    } catch (error) {
      if (!(error instanceof SignerUnavailableError) || Date.now() >= endMs) throw error;
      await sleep(PAUSE_MS);
    }
  }
}
