import { vi } from "vitest";

/** As long as `expect.poll` waits, see vitest.config.ts. */
const PATIENCE_MS = 60_000;

type WaitFor = typeof vi.waitFor;

/** Files of a worker share `vi`. */
const isPatient = Symbol.for("candor: vi.waitFor is patient");

/**
 * Setup of each file: without a time limit of its own, `vi.waitFor` gives up after one second, which is too early on a busy
 * machine, and no setting changes that.
 */
if (!Reflect.has(vi, isPatient)) {
  const waitFor: WaitFor = vi.waitFor;
  const patiently: WaitFor = (callback, options = {}) =>
    waitFor(callback, typeof options === "number" ? options : { timeout: PATIENCE_MS, ...options });
  Object.assign(vi, { waitFor: patiently, [isPatient]: true });
}
