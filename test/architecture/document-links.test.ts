import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../..");
const LINK = /\]\(([^)\s]+)\)/g;
const FENCED = /^```[\s\S]*?^```/gm;

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string): string =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");

const anchorsOf = (file: string): readonly string[] =>
  [
    ...readFileSync(file, "utf8")
      .replaceAll(FENCED, "")
      .matchAll(/^#{1,6} (.+)$/gm),
  ].map(([, heading = ""]) => anchorOf(heading));

/** Returns why a link of a document leads nowhere, or `undefined`. */
function problemOf(document: string, target: string): string | undefined {
  if (/^[a-z]+:|^#\//.test(target)) return undefined;
  const [file = "", anchor] = target.split("#");
  const full = file === "" ? document : path.resolve(path.dirname(document), decodeURIComponent(file));
  if (!existsSync(full)) return "no such file";
  if (anchor === undefined || !full.endsWith(".md")) return undefined;
  return anchorsOf(full).includes(anchor) ? undefined : "no such heading";
}

test("ARCH-03 every link of the documents leads to a file and a heading that exist", () => {
  const listed = execFileSync("git", ["ls-files", "*.md"], { cwd: ROOT, encoding: "utf8" })
    .trim()
    .split("\n");
  const documents = listed.filter((name) => !name.startsWith("apps/server/content/"));
  let links = 0;
  const broken = documents.flatMap((name) => {
    const file = path.join(ROOT, name);
    const targets = [...readFileSync(file, "utf8").replaceAll(FENCED, "").matchAll(LINK)];
    links += targets.length;
    return targets.flatMap(([, target = ""]) => {
      const problem = problemOf(file, target);
      return problem === undefined ? [] : [`${name}: ${target}: ${problem}`];
    });
  });
  expect(broken).toEqual([]);
  expect(links).toBeGreaterThan(200);
});
