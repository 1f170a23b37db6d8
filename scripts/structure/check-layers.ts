import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import type { LayeredPackage } from "./layers.ts";

/** An import from one file to another; both paths start at the root that was searched. */
export interface Import {
  readonly from: string;
  readonly to: string;
}

/** Static and dynamic imports and exports, types included, and the programs of threads and processes. */
const RELATIVE_IMPORT =
  /(?:\b(?:from|import)\s*\(?|\bnew URL\((?=[^)]+\.tsx?["'`]))\s*(?:\/\*.*?\*\/\s*)*["'`](\.[^"'`]+)["'`]/gs;
/** Layers without modules of their own: all of their folders are one. */
const UNDIVIDED = new Set(["config", "start"]);

/** Reads the relative imports of a package's sources, types included; its tests may import from every layer. */
export function readImports(root: string): readonly Import[] {
  const files = globSync("**/*.{ts,tsx}", { cwd: root, exclude: ["**/*.test.{ts,tsx}", "**/testing/**"] });
  return importsOf(root, files.map((file) => file.replaceAll(path.sep, "/")).toSorted());
}

/** Reads the relative imports of these files, types included. */
export function importsOf(root: string, files: readonly string[]): readonly Import[] {
  return files.flatMap((from) =>
    relativeImports(readFileSync(path.join(root, from), "utf8")).map((to) => ({
      from,
      to: path.posix.normalize(path.posix.join(path.posix.dirname(from), to)),
    })),
  );
}

/** Returns the relative paths of sources that a source names. */
export const relativeImports = (source: string): readonly string[] =>
  [...source.matchAll(RELATIVE_IMPORT)].map(([, to]) => to as string);

/** Returns every import that goes up a layer and every ring of modules, as sentences; none: the layers hold. */
export function layerProblems(
  imports: readonly Import[],
  { layers, apart = [], depth }: LayeredPackage,
): readonly string[] {
  const rank = new Map(layers.flatMap((group, at) => group.map((name) => [name, at] as const)));
  const rankOf = (file: string): number | undefined => rank.get(file.split("/")[0] as string);
  const problems: string[] = [];
  const edges = new Map<string, Map<string, Import>>();
  for (const each of imports) {
    const [from, to] = [rankOf(each.from), rankOf(each.to)];
    if (from === undefined || to === undefined)
      problems.push(`${from === undefined ? each.from : each.to} is in no layer`);
    else if (to > from) problems.push(`${each.from} imports ${each.to}, which is in a higher layer`);
    const [source, target] = [moduleOf(each.from, depth), moduleOf(each.to, depth)];
    if (source === target) continue;
    const layer = source.split("/")[0] as string;
    if (apart.includes(layer) && target.startsWith(`${layer}/`))
      problems.push(`${each.from} imports ${each.to}: modules of ${layer} do not import each other`);
    const targets = edges.get(source) ?? new Map<string, Import>();
    if (!targets.has(target)) targets.set(target, each);
    edges.set(source, targets);
  }
  return [...new Set(problems), ...ringProblems(edges)];
}

/** The module of a file: the folder at most `depth` segments deep. */
function moduleOf(file: string, depth: number): string {
  const folders = file.split("/").slice(0, -1);
  return folders.slice(0, UNDIVIDED.has(folders[0] as string) ? 1 : depth).join("/");
}

/** Names one import of each ring, because removing it opens the ring. */
function ringProblems(edges: ReadonlyMap<string, ReadonlyMap<string, Import>>): readonly string[] {
  const problems: string[] = [];
  const done = new Set<string>();
  const open: string[] = [];
  const visit = (module: string): void => {
    if (done.has(module)) return;
    open.push(module);
    for (const [target, { from, to }] of edges.get(module) ?? []) {
      const at = open.indexOf(target);
      if (at >= 0)
        problems.push(
          `${from} imports ${to}, which closes a ring: ${[...open.slice(at), target].join(" → ")}`,
        );
      else visit(target);
    }
    open.pop();
    done.add(module);
  };
  for (const module of edges.keys()) visit(module);
  return problems;
}
