import type { z } from "zod";
import type { OperatorAccount } from "../../operators/accounts/operator-account.ts";
import type { JsonObject, OperatorResult, Refusal } from "../../operators/protocol/operator-messages.ts";
import type { Role } from "../../operators/protocol/roles.ts";
import type { ConsolePorts } from "./console-ports.ts";

/** What the console asks of the operators' desk; "" and [] where a command takes nothing. */
export interface ConsoleCommand {
  readonly command: string;
  readonly target: string;
  readonly reason: string;
  readonly flags: readonly string[];
  readonly input?: JsonObject;
}

/** Who asks, and what they may reach. */
export interface ConsoleContext {
  readonly operator: OperatorAccount;
  readonly ports: ConsolePorts;
  /** Does a command in the operator's name, if one of their roles may: checked and written down at the desk. */
  perform(command: ConsoleCommand): Promise<OperatorResult | Refusal>;
}

/** One call of the console: `POST /console/api/<name>`, a JSON object in, JSON out. */
export interface ConsoleCall<Input = unknown> {
  /** Anybody else is told 403. */
  readonly roles: readonly Role[];
  /** Whatever does not fit is told 400. */
  readonly input: z.ZodType<Input>;
  /** A Refusal is told 409 with its problem. */
  readonly handle: (input: Input, context: ConsoleContext) => unknown;
}

/** Ties a handler's input to its schema, and hides it again, so that all calls lie in one list. */
export function consoleCall<Input>(call: ConsoleCall<Input>): ConsoleCall {
  return {
    roles: call.roles,
    input: call.input,
    handle: (input, context) => call.handle(input as Input, context),
  };
}
