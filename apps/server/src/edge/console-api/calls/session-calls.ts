import type { ConsoleOperator } from "@candor/wire/console/console-operator";
import { json } from "@candor/wire/primitives";
import { z } from "zod";
import { COMMAND_TEXTS, type CommandWords } from "../../../operators/protocol/command-texts.ts";
import { ANY_ROLE, COMMAND_ROLES, mayUse } from "../../../operators/protocol/roles.ts";
import { type ConsoleCall, consoleCall } from "../console-call.ts";

const text = (max: number) => z.string().max(max);

export const sessionCalls = {
  /** Runs any operator command that the roles allow. */
  command: consoleCall({
    roles: ANY_ROLE,
    input: z.strictObject({
      command: text(100),
      target: text(300).default(""),
      reason: text(2_000).default(""),
      flags: z.array(text(40)).max(20).default([]),
      input: z.record(z.string(), json).optional(),
    }),
    handle: ({ input, ...request }, context) =>
      context.perform(input === undefined ? request : { ...request, input }),
  }),
} as const;

/** Returns the signed-in operator and allowed calls, so that the console hides pages without permission. */
export function meCall(calls: Readonly<Record<string, ConsoleCall>>): ConsoleCall {
  const words = Object.keys(COMMAND_TEXTS) as CommandWords[];
  return consoleCall({
    roles: ANY_ROLE,
    input: z.strictObject({}),
    handle: (_input, { operator: { name, roles }, ports }): ConsoleOperator => ({
      name,
      roles,
      mode: ports.mode,
      isTestRig: ports.isTestRig === true,
      sendsMail: ports.sendsMail,
      chains: ports.exchange.chains.chains.map(({ chain }) => chain),
      commands: words.filter((word) => mayUse(roles, COMMAND_ROLES[word])),
      calls: Object.keys(calls).filter((call) => mayUse(roles, calls[call]?.roles ?? [])),
    }),
  });
}
