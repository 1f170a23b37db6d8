import type { SignerRefusal } from "./signer-messages.ts";

/** No answer: whether the signer carried out the request is unknown. Repeating it is safe. */
export class SignerUnavailableError extends Error {
  constructor(why: string) {
    super(`signer unavailable: ${why}`);
    this.name = "SignerUnavailableError";
  }
}

/** The signer understood the request and rejected it. */
export class SignerRefusedError extends Error {
  readonly refusal: SignerRefusal;

  constructor(refusal: SignerRefusal) {
    super(`the signer rejected the request: ${refusal}`);
    this.name = "SignerRefusedError";
    this.refusal = refusal;
  }
}
