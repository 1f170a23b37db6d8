/** Wire ids of plans and machines: `p0` and `m17`. */
const MINER_ID = /^m([1-9][0-9]{0,15})$/;
const PLAN_ID = /^p(0|[1-9][0-9]?)$/;

export function minerIdOf(minerId: number): string {
  return `m${minerId}`;
}

export function planIdOf(planId: number): string {
  return `p${planId}`;
}

/** Returns the machine's number; undefined for an invalid id. */
export function minerNumberOf(id: string): number | undefined {
  return numberIn(MINER_ID, id);
}

export function planNumberOf(id: string): number | undefined {
  return numberIn(PLAN_ID, id);
}

function numberIn(pattern: RegExp, id: string): number | undefined {
  const digits = pattern.exec(id)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
