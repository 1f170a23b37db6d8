import { HASH_LANES } from "../../people/identity/hash-place.ts";
import { HashingThreads } from "../../people/identity/hashing-threads.ts";
import type { Identity } from "../../people/identity/identity-service.ts";
import type { GatewayMetrics } from "./metrics.ts";

/** Figures that show an attack on accounts. */
export function addIdentityMetrics(metrics: GatewayMetrics, identity: Pick<Identity, "guesses">): void {
  metrics.gauge(
    "candor_reset_guesses",
    "Wrong codes for password resets from strangers in the last hour.",
    () => identity.guesses().lastHour,
  );
  metrics.gauge("candor_resets_shut", "1 while strangers' codes for resets are not looked at.", () =>
    identity.guesses().isShut ? 1 : 0,
  );
  for (const lane of HASH_LANES) {
    const view = () => HashingThreads.shared().view(lane);
    metrics.gauge(`candor_hashes_waiting_${lane}`, "Passwords that wait for a hash.", () => view().waiting);
    metrics.gauge(
      `candor_hashes_refused_${lane}`,
      "Passwords refused since the start because too many waited.",
      () => view().refused,
    );
  }
}
