/** An error in a form that can be sent between threads: a copied Error loses its name and code. */
export interface ThreadError {
  readonly name: string;
  readonly message: string;
  /** Code of the system, or SQLSTATE. */
  readonly code: string | undefined;
  readonly stack: string | undefined;
}

export function threadErrorOf(error: unknown): ThreadError {
  if (!(error instanceof Error))
    return { name: "Error", message: String(error), code: undefined, stack: undefined };
  const { name, message, stack } = error;
  const { code } = error as NodeJS.ErrnoException;
  return { name, message, code: typeof code === "string" ? code : undefined, stack };
}

/** Returns an error with the name, the code and the stack trace that it had in its own thread. */
export function errorFromThread({ name, message, code, stack }: ThreadError): Error {
  const error = new Error(message);
  error.name = name;
  if (stack !== undefined) error.stack = stack;
  return code === undefined ? error : Object.assign(error, { code });
}
