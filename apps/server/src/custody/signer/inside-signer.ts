import { openSignerJournal } from "./open-signer-journal.ts";
import { type Signer, SignerRefused } from "./signer.ts";
import type { SignerConnection } from "./signer-connection.ts";
import { SignerRefusedError, SignerUnavailableError } from "./signer-errors.ts";
import { type SignerAnswers, type SignerRequestInput, signerRequest } from "./signer-messages.ts";
import { readSignerSettings } from "./signer-settings.ts";

/**
 * A sandbox's signer in the server's own process: its seed protects play money only, and a process of its own takes
 * 80 MB. Same seed, journal and answers as the signer's own process.
 */
export class InsideSigner implements SignerConnection {
  readonly pid = undefined;
  private readonly signer: Signer;
  private closed = false;

  private constructor(signer: Signer) {
    this.signer = signer;
  }

  /**
   * Opens the seed and the journal in `directory`, or creates them. Rejects with their errors.
   * @param onFailure called when the journal cannot be written; the process must exit
   */
  static async open(directory: string, onFailure: (error: Error) => void): Promise<InsideSigner> {
    const settings = readSignerSettings({ CANDOR_SIGNER_DIRECTORY: directory });
    return new InsideSigner(await openSignerJournal(settings, onFailure));
  }

  async ask<K extends SignerRequestInput["kind"]>(
    question: Extract<SignerRequestInput, { kind: K }>,
  ): Promise<SignerAnswers[K]> {
    if (this.closed) throw new SignerUnavailableError("closed");
    const request = signerRequest.safeParse(question);
    if (!request.success) throw new SignerRefusedError("malformed");
    try {
      // The request's kind determines the type of the answer.
      return (await this.signer.answer(request.data)) as SignerAnswers[K];
    } catch (error) {
      throw error instanceof SignerRefused ? new SignerRefusedError(error.refusal) : error;
    }
  }

  close(): Promise<void> {
    if (!this.closed) this.signer.close();
    this.closed = true;
    return Promise.resolve();
  }
}
