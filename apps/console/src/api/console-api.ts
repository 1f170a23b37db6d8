import type { CommandResult } from "@candor/wire/console/command-result";

/** The call that returns the signed-in operator. */
export const ME_CALL = "me";
const UNAUTHORIZED = 401;
/** After this long without keyboard or pointer input, automatic requests no longer extend the session. */
const ASLEEP_AFTER_MS = 60_000;

/** A rejection with the server's text. */
export class ConsoleError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = "ConsoleError";
    this.status = status;
  }
}

let lastInputMs = Date.now();
for (const event of ["pointerdown", "pointermove", "keydown"] as const)
  window.addEventListener(event, () => (lastInputMs = Date.now()), { passive: true, capture: true });

let isRig = false;

/** Whether the server has said that it is a test rig, in which everything can be set. */
export const isTestRig = (): boolean => isRig;

let onSignedOut: (call: string) => void = () => undefined;

/** Registers a listener for calls that find the session ended; receives the call's name. */
export function setSignedOutListener(listener: (call: string) => void): void {
  onSignedOut = listener;
}

/** Calls `POST /console/api/<name>`. Throws ConsoleError, or TypeError if the server is unreachable. */
export async function callConsole<Reply>(name: string, input: object = {}): Promise<Reply> {
  const isAsleep = Date.now() - lastInputMs > ASLEEP_AFTER_MS;
  const response = await fetch(`/console/api/${name}`, {
    method: "POST",
    credentials: "same-origin",
    headers: {
      "content-type": "application/json",
      "x-candor-console": "1",
      ...(isAsleep ? { "x-candor-asleep": "1" } : {}),
    },
    body: JSON.stringify(input),
  });
  isRig = response.headers.get("x-candor-test-rig") === "1";
  const reply: unknown = await response.json();
  if (response.ok) return reply as Reply;
  if (response.status === UNAUTHORIZED) onSignedOut(name);
  throw new ConsoleError(response.status, problemOf(reply));
}

function problemOf(reply: unknown): string {
  const { error } = reply as { readonly error?: { readonly message?: string } };
  return error?.message ?? "The server gave no reason.";
}

export interface CommandRequest {
  readonly command: string;
  readonly target?: string;
  readonly reason?: string;
  readonly flags?: readonly string[];
  readonly input?: Readonly<Record<string, unknown>>;
}

/** Runs an operator command, same as on the command line. */
export function runCommand(request: CommandRequest): Promise<CommandResult> {
  return callConsole<CommandResult>("command", request);
}
