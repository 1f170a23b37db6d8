import { vi } from "vitest";

/** As long as `expect.poll` waits, see vitest.config.ts. */
const PATIENCE_MS = 60_000;

type WaitFor = typeof vi.waitFor;
type WaitUntil = typeof vi.waitUntil;

/** Files of a worker share `vi`. */
const isPatient = Symbol.for("candor: vi.waitFor and vi.waitUntil are patient");

/**
 * Setup of each file: without a time limit of their own, `vi.waitFor` and `vi.waitUntil` give up after one second, which is too
 * early on a busy machine, and no setting changes that.
 */
if (!Reflect.has(vi, isPatient)) {
  const { waitFor, waitUntil } = vi;
  const patient: WaitFor = (callback, options = {}) =>
    waitFor(callback, typeof options === "number" ? options : { timeout: PATIENCE_MS, ...options });
  const patientUntil: WaitUntil = (callback, options = {}) =>
    waitUntil(callback, typeof options === "number" ? options : { timeout: PATIENCE_MS, ...options });
  Object.assign(vi, { waitFor: patient, waitUntil: patientUntil, [isPatient]: true });
}
