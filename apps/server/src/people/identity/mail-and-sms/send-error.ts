/**
 * A message that could not be sent. It has only the numeric codes of the provider's answer: the text may repeat the
 * recipient or the message, and this error is logged.
 */
export class SendError extends Error {
  constructor(problem: string) {
    super(problem);
    this.name = "SendError";
  }

  /** Wraps an error thrown by nodemailer or fetch. */
  static from(error: unknown): SendError {
    const { code, responseCode, command } = (error ?? {}) as {
      readonly code?: unknown;
      readonly responseCode?: unknown;
      readonly command?: unknown;
    };
    const parts = [code, responseCode, command]
      .map((part) => (typeof part === "number" ? String(part) : part))
      .filter((part) => typeof part === "string" && /^[A-Z0-9 _-]{1,40}$/i.test(part));
    const name = error instanceof Error ? error.name : "unknown";
    return new SendError(`delivery failed: ${parts.length > 0 ? parts.join(" ") : name}`);
  }
}
