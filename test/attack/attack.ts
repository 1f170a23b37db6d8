import type { Arena } from "./arena.ts";

/** One published attack, run again. */
export interface Attack {
  /** Short and stable: `npm run attack -- --only NAME`. */
  readonly name: string;
  /** What the attacker tries to gain, in one line. */
  readonly goal: string;
  /**
   * Tries it on a running sandbox. Resolves with the figures that show that it held.
   * Rejects with Broken when the attack succeeded, and with any other error when it could not be tried.
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
export function mustHold(held: boolean, otherwise: string): void {
  if (!held) throw new Broken(otherwise);
}
