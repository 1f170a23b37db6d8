/** A recorded file cannot be replayed; the message has the file, the line if there is one, and the reason. */
export class RecordingError extends Error {
  constructor(file: string, problem: string, options?: ErrorOptions) {
    super(`${file}: ${problem}`, options);
    this.name = "RecordingError";
  }

  /** @param number of the line, from 1 */
  static atLine(file: string, number: number, cause: unknown): RecordingError {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return new RecordingError(file, `line ${number}: ${reason}`, { cause });
  }
}
