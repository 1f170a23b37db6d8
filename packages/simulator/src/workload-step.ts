import type { Command } from "@candor/domain/commands/commands";

/** A command, and the journal time before it. */
export interface Step {
  readonly command: Command;
  readonly passesMs: number;
}
