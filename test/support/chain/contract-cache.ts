import { tmpdir } from "node:os";
import path from "node:path";

/** Compiled contracts, cached for all test files and runs because it takes seconds; one test compiles them itself. */
export const CONTRACT_CACHE = process.env.CANDOR_CACHE ?? path.join(tmpdir(), "candor-test-contracts");
