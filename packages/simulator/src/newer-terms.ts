import type { Command } from "@candor/domain/commands/commands";
import type { OrderType } from "@candor/domain/enumerations";
import { mulberry32, type RandomSource } from "./order-flow-random.ts";

const TAKE_PROFITS: Readonly<Partial<Record<OrderType, "take-profit-limit" | "take-profit-market">>> = {
  "stop-limit": "take-profit-limit",
  "stop-market": "take-profit-market",
};

/**
 * Gives some commands of a workload terms that are newer than the workload. It has a random source of its own: the
 * workloads themselves, whose events have recorded hashes, stay as they are.
 */
export class NewerTerms {
  private readonly random: RandomSource;

  constructor(seed: number) {
    this.random = mulberry32(seed);
  }

  of(command: Command): Command {
    if (
      command.kind === "place-order" ||
      command.kind === "place-lever-order" ||
      command.kind === "place-contract-order"
    ) {
      const type = TAKE_PROFITS[command.type];
      return type !== undefined && this.random.chance(0.5) ? { ...command, type } : command;
    }
    return command;
  }
}
