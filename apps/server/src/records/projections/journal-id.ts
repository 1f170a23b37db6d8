import type { Instance } from "../../config/instance-schema.ts";

/** Identifies this home's journal, so that its rows are never mixed with another's. */
export function journalIdOf(instance: Instance): string {
  return `${instance.createdAtMs}-${instance.simulationSeed}`;
}
