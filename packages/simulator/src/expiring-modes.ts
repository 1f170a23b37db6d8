import { SELF_TRADE_MODES } from "@candor/domain/enumerations";

/** The self-trade modes that workloads draw from. The events of seeded workloads have recorded hashes, so they stay. */
export const EXPIRING_MODES = SELF_TRADE_MODES.slice(0, 3);
