import type { z } from "zod";
import type { OperatorAccount } from "../../operators/accounts/operator-account.ts";
import type { JsonObject, OperatorResult, Refusal } from "../../operators/protocol/operator-messages.ts";
import type { Role } from "../../operators/protocol/roles.ts";
import type { ConsolePorts } from "./console-ports.ts";

/** A command for the operators' desk; "" and [] when it takes no argument. */
export interface ConsoleCommand {
  readonly command: string;
  readonly target: string;
  readonly reason: string;
  readonly flags: readonly string[];
  readonly input?: JsonObject;
}

/** The calling operator and the reachable services. */
export interface ConsoleContext {
  readonly operator: OperatorAccount;
  readonly ports: ConsolePorts;
  /** Runs a command in the operator's name if a role allows it. The desk checks and audits it. */
  perform(command: ConsoleCommand): Promise<OperatorResult | Refusal>;
}

/** One console call: `POST /console/api/<name>`, with JSON object input and JSON output. */
export interface ConsoleCall<Input = unknown> {
  /** Other roles get 403. */
  readonly roles: readonly Role[];
  /** Invalid input gets 400. */
  readonly input: z.ZodType<Input>;
  /** A Refusal is returned as 409 with its problem. */
  readonly handle: (input: Input, context: ConsoleContext) => unknown;
}

/** Checks a handler's input type against its schema, then erases it, so that all calls fit one list. */
export function consoleCall<Input>(call: ConsoleCall<Input>): ConsoleCall {
  return {
    roles: call.roles,
    input: call.input,
    handle: (input, context) => call.handle(input as Input, context),
  };
}
