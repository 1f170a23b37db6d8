import type { Arena } from "./arena.ts";

/** A published attack to reproduce. */
export interface Attack {
  /** Short and stable: `npm run attack -- --only NAME`. */
  readonly name: string;
  /** The attacker's goal, in one line. */
  readonly goal: string;
  /**
   * Runs the attack on a sandbox. Resolves with figures that show that it failed. Rejects with Broken if the attack
   * succeeded, and with any other error if it could not be run.
   */
  readonly run: (arena: Arena) => Promise<string>;
}

/** The attack succeeded. */
export class Broken extends Error {
  constructor(message: string) {
    super(message);
    this.name = "Broken";
  }
}

/** Throws Broken unless `held`. */
export function expectAttackFails(held: boolean, otherwise: string): void {
  if (!held) throw new Broken(otherwise);
}
