/**
 * A message that could not be handed over. It names what the other side said by its numbers alone: its words may
 * repeat the recipient or the message, and this goes into the log.
 */
export class SendError extends Error {
  constructor(problem: string) {
    super(problem);
    this.name = "SendError";
  }

  /** Of what nodemailer or fetch has thrown. */
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
    return new SendError(`not handed over: ${parts.length > 0 ? parts.join(" ") : name}`);
  }
}
