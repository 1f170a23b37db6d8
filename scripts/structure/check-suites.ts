import type { Import } from "./check-layers.ts";

/** Helpers that several suites share. */
const SUPPORT = "test/support";
/** Folder of one suite's tests and of helpers that only they use. */
const SUITE = /^test\/[^/]+(?=\/)/;

/** Returns each import of another suite's files, as sentences. Paths are from the root of the repository. */
export function suiteProblems(imports: readonly Import[]): readonly string[] {
  return imports
    .filter(({ from, to }) => to.startsWith("test/") && !isAllowed(from, to))
    .map(({ from, to }) => `${from} imports ${to}: shared helpers of tests belong in ${SUPPORT}`);
}

function isAllowed(from: string, to: string): boolean {
  const suite = SUITE.exec(to)?.[0];
  return suite === SUPPORT || (suite !== undefined && suite === SUITE.exec(from)?.[0]);
}
