import type { Instance } from "../../config/instance-schema.ts";

/** Tells the journal of this home from any other, so that its rows are never mixed with those of another one. */
export function journalIdOf(instance: Instance): string {
  return `${instance.createdAtMs}-${instance.simulationSeed}`;
}
