import type { SignerAnswers, SignerRequestInput } from "./signer-messages.ts";

/** Connection to the signer, for callers that need signatures. */
export interface SignerPort {
  /**
   * Rejects with SignerRefusedError or SignerUnavailableError; after the latter the outcome is unknown: ask again. A
   * signer answers a repeated request with the same signature.
   */
  ask<K extends SignerRequestInput["kind"]>(
    question: Extract<SignerRequestInput, { kind: K }>,
  ): Promise<SignerAnswers[K]>;
}

/** The server's own connection to its signer, in a process of this or another machine. */
export interface SignerConnection extends SignerPort {
  /** Process id of a signer that this server started; undefined while it does not run, and for one elsewhere. */
  readonly pid: number | undefined;
  close(): Promise<void>;
}
