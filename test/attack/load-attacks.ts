import type { Attack } from "./attack.ts";
export const LOAD_ATTACKS: readonly Attack[] = [];
