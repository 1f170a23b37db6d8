import type { Command } from "@candor/domain/commands/commands";
import type { LimitCommand } from "@candor/domain/commands/setting-commands";
import type { RandomSource } from "./order-flow-random.ts";

const OPERATORS = ["ann", "bob", "Ann"] as const;
const HALF = 0.5;

/** The command as sent by one operator, or as an announcement by two, who are sometimes the same person. */
export function perhapsAnnounced(random: RandomSource, command: LimitCommand): Command {
  return random.chance(HALF)
    ? command
    : {
        kind: "announce-setting",
        command,
        proposalId: random.below(1_000),
        reason: "tariff of May",
        proposedBy: OPERATORS[random.below(OPERATORS.length)] as string,
        confirmedBy: OPERATORS[random.below(OPERATORS.length)] as string,
      };
}
