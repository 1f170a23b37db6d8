import type { SignerPort } from "../signer/signer-connection.ts";
import type { SignerAnswers, SignerRequestInput } from "../signer/signer-messages.ts";

/** A signer that is prepared before its first request. A failed preparation is repeated with the next request. */
export class PreparedSigner implements SignerPort {
  private readonly signer: SignerPort;
  private readonly work: () => Promise<void>;
  private done: Promise<void> | undefined;

  constructor(signer: SignerPort, work: () => Promise<void>) {
    this.signer = signer;
    this.work = work;
  }

  /** Rejects with the error of the preparation. */
  async prepare(): Promise<void> {
    this.done ??= this.work();
    try {
      await this.done;
    } catch (error) {
      this.done = undefined;
      throw error;
    }
  }

  async ask<K extends SignerRequestInput["kind"]>(
    question: Extract<SignerRequestInput, { kind: K }>,
  ): Promise<SignerAnswers[K]> {
    await this.prepare();
    return this.signer.ask<K>(question);
  }
}
