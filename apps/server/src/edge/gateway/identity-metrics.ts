import type { Identity } from "../../people/identity/identity-service.ts";
import { HASH_LANES } from "../../people/identity/password-hashing/hash-place.ts";
import { HashingThreads } from "../../people/identity/password-hashing/hashing-threads.ts";
import type { GatewayMetrics } from "./metrics.ts";

/** Adds metrics that reveal an attack on accounts. */
export function addIdentityMetrics(metrics: GatewayMetrics, identity: Pick<Identity, "guesses">): void {
  metrics.gauge(
    "candor_reset_guesses",
    "Strangers' wrong codes for password resets in the last hour.",
    () => identity.guesses().lastHour,
  );
  metrics.gauge(
    "candor_resets_shut",
    "1 while strangers' codes for resets are rejected without a check.",
    () => (identity.guesses().isExhausted ? 1 : 0),
  );
  for (const lane of HASH_LANES) {
    const view = () => HashingThreads.shared().view(lane);
    metrics.gauge(`candor_hashes_waiting_${lane}`, "Passwords waiting for a hash.", () => view().waiting);
    metrics.gauge(
      `candor_hashes_refused_${lane}`,
      "Passwords rejected since the start because the queue was full.",
      () => view().refused,
    );
  }
}
