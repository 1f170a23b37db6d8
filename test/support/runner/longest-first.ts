import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { SLOW_FILES } from "./slow-files.ts";

/** Kinds of tests that start servers, chains and databases, or repeat a run for many seeds: the slowest first. */
const SLOW_KINDS = [
  "server",
  "cluster",
  "link",
  "core",
  "journal",
  "chain",
  "property",
  "projections",
  "crash",
  "identity",
  "operations",
];
const ROOT = path.resolve(import.meta.dirname, "../../..");

/**
 * Slow files first, because a slow file that begins last keeps one worker busy while the others are idle. A fresh checkout
 * knows no durations, so the order follows from the list of slow files, then from the others' kind and size.
 */
export class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const gone = SLOW_FILES.filter((file) => !existsSync(path.join(ROOT, file)));
    if (gone.length > 0)
      throw new Error(`test/support/runner/slow-files.ts lists files that do not exist: ${gone.join(", ")}`);
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
  const name = path.relative(ROOT, file).replaceAll(path.sep, "/");
  const [top = "", kind = ""] = name.split("/");
  const place = SLOW_FILES.indexOf(name);
  const isSlow = place !== -1;
  const length = isSlow ? Number.MAX_SAFE_INTEGER - place : source.length;
  // Files that share a quiet server come last: it starts with the first of them.
  if (kind === "browser") return { rank: Number(source.includes("useQuietStage(")), length };
  if (isSlow) return { rank: -1, length };
  const rank = top === "test" ? SLOW_KINDS.indexOf(kind) : -1;
  return { rank: rank === -1 ? SLOW_KINDS.length : rank, length };
}
