/** The command or query was not executed, unless it is an OutcomeUnknownError. */
export class EngineUnavailableError extends Error {
  constructor(why: string, options?: ErrorOptions) {
    super(`engine unavailable: ${why}`, options);
    this.name = "EngineUnavailableError";
  }
}

/** The engine may have executed the command: ask by its key, or repeat it with that key. */
export class OutcomeUnknownError extends EngineUnavailableError {
  constructor(why: string, options?: ErrorOptions) {
    super(why, options);
    this.name = "OutcomeUnknownError";
  }

  /** Returns the same problem for a command that may have been executed. */
  static of(problem: EngineUnavailableError): OutcomeUnknownError {
    const error = new OutcomeUnknownError("", { cause: problem.cause });
    error.message = problem.message;
    return error;
  }
}
