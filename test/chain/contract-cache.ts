import { tmpdir } from "node:os";
import path from "node:path";

/** Contracts are compiled once for all test files of all runs, which takes seconds; one test does it for itself. */
export const CONTRACT_CACHE = process.env.CANDOR_CACHE ?? path.join(tmpdir(), "candor-test-contracts");
