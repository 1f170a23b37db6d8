import type { Command } from "@candor/domain/commands/commands";
import { mulberry32, type RandomSource } from "./order-flow-random.ts";

const LEGS = ["long", "short"] as const;
/** Contract commands of a user until the first choice of a mode. */
const EVERY_MARKET = -1;

/**
 * Puts some users of a workload into hedge mode, and makes their commands name a position. It has a random source of its
 * own, like NewerTerms: the workloads themselves stay as they are.
 */
export class HedgeTerms {
  private readonly random: RandomSource;
  /** The mode that each user who was seen should have. */
  private readonly modes = new Map<number, boolean>();
  /** Users whose positions were closed: a moment to change the mode. */
  private readonly closed = new Set<number>();

  constructor(seed: number) {
    this.random = mulberry32(seed ^ 0x9e3779b9);
  }

  of(command: Command): Command {
    switch (command.kind) {
      case "place-contract-order":
      case "set-leverage":
        return this.modeOf(command.userId) ?? command;
      case "set-protection":
      case "close-position":
      case "move-margin":
        return this.modeOf(command.userId) ?? this.withLeg(command);
      case "close-all-positions":
        if (command.marketId === EVERY_MARKET) this.closed.add(command.userId);
        return command;
      default:
        return command;
    }
  }

  /** A command that sets the user's mode, at first and when everything was closed. */
  private modeOf(userId: number): Command | undefined {
    const before = this.modes.get(userId);
    if (before !== undefined && !this.closed.delete(userId)) return undefined;
    if (before !== undefined && this.random.chance(0.5)) return undefined;
    const dual = before === undefined ? this.random.chance(0.5) : !before;
    this.modes.set(userId, dual);
    return { kind: "set-position-mode", userId, dual, key: this.random.chance(0.3) ? `mode${userId}` : "" };
  }

  private withLeg<C extends Extract<Command, { kind: "set-protection" | "close-position" | "move-margin" }>>(
    command: C,
  ): C {
    const isHedged = this.modes.get(command.userId) === true;
    if (!this.random.chance(isHedged ? 0.95 : 0.05)) return command;
    return { ...command, leg: LEGS[this.random.below(2)] };
  }
}
