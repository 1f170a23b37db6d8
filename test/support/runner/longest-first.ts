import { readFileSync } from "node:fs";
import path from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Kinds of tests that start servers, chains and databases, or repeat a run for many seeds: the slowest first. */
const SLOW_KINDS = [
  "server",
  "cluster",
  "link",
  "journal",
  "chain",
  "property",
  "projections",
  "crash",
  "identity",
  "operations",
];
/** How many times as long as its size says a file takes that runs a test on every screen. */
const ALL_SCREENS = 10;
const ROOT = path.resolve(import.meta.dirname, "../../..");

/**
 * Slow files first, because a slow file that begins last keeps one worker busy while the others are idle. A fresh checkout
 * knows no durations, so the order follows from the files themselves: their kind, then their size.
 */
export class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // Projects run one after another.
    const projects = [...new Set(files.map(({ project }) => project))];
    const sorted = projects.flatMap((own) =>
      files
        .filter(({ project }) => project === own)
        .map((file) => ({ file, place: placeOf(file.moduleId) }))
        .toSorted((a, b) => a.place.rank - b.place.rank || b.place.length - a.place.length)
        .map(({ file }) => file),
    );
    return Promise.resolve(sorted);
  }
}

interface Place {
  readonly rank: number;
  readonly length: number;
}

function placeOf(file: string): Place {
  const source = readFileSync(file, "utf8");
  const [top = "", kind = ""] = path.relative(ROOT, file).split(path.sep);
  // Files that share a quiet server come last: it starts with the first of them.
  if (kind === "browser") {
    const length = source.length * (source.includes("routeTable(") ? ALL_SCREENS : 1);
    return { rank: Number(source.includes("useQuietStage(")), length };
  }
  const rank = top === "test" ? SLOW_KINDS.indexOf(kind) : -1;
  return { rank: rank === -1 ? SLOW_KINDS.length : rank, length: source.length };
}
