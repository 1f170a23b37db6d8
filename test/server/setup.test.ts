import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";

const BOOTSTRAP = path.resolve(import.meta.dirname, "../../scripts/bootstrap.mjs");
const SERVER_MEMORY = path.resolve(import.meta.dirname, "../../scripts/server-memory.mjs");
/** Larger than any process id of Linux and macOS. */
const NO_PROCESS = 99_999_999;
const startOf = (pid: number): string => {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] as string;
};

/** A checkout with the real setup script and nothing to install. Its tools note that they ran. */
function checkout(name = "my exchänge (1) 100%"): string {
  const parent = mkdtempSync(path.join(tmpdir(), "candor-setup-"));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const root = path.join(parent, name);
  const put = (file: string, content: string): void => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), content);
  };
  put("package.json", '{"type":"module"}');
  put("package-lock.json", "{}");
  const inputs = createHash("sha256").update(`{}${process.platform}${process.arch}`).digest("hex");
  put("node_modules/.stamp", inputs);
  put(
    "node_modules/vite/bin/vite.js",
    'import { mkdirSync, writeFileSync } from "node:fs"; mkdirSync("dist", { recursive: true }); writeFileSync("dist/index.html", ""); console.log("built");',
  );
  for (const app of ["web", "console"]) put(`apps/${app}/index.html`, "");
  put("packages/ui/src/button.tsx", "");
  put("apps/server/src/start/cli/journal.ts", 'console.log("journal read");');
  cpSync(BOOTSTRAP, path.join(root, "scripts/bootstrap.mjs"));
  cpSync(SERVER_MEMORY, path.join(root, "scripts/server-memory.mjs"));
  return root;
}

const start = (root: string, task: string, as: { readonly uid?: number } = {}): ChildProcess =>
  spawn(process.execPath, [path.join(root, "scripts/bootstrap.mjs"), task], {
    stdio: ["ignore", "pipe", "pipe"],
    ...as,
  });

async function run(root: string, task: string, as: { readonly uid?: number } = {}) {
  const child = start(root, task, as);
  const [out, errors, [code]] = await Promise.all([
    text(child.stdout as NodeJS.ReadableStream),
    text(child.stderr as NodeJS.ReadableStream),
    once(child, "exit") as Promise<[number | null]>,
  ]);
  return { out, errors, code };
}

const lockOf = (root: string): string => path.join(root, ".cache/setup.lock");

function lock(root: string, content: string): void {
  mkdirSync(path.join(root, ".cache"), { recursive: true });
  writeFileSync(lockOf(root), content);
  const longAgo = new Date(Date.now() - 60_000);
  utimesSync(lockOf(root), longAgo, longAgo);
}

test("SRV-10 the web apps are built once in any folder, and links of editors to nowhere do not matter", async () => {
  const root = checkout();
  symlinkSync("somebody@host.1234:5678", path.join(root, "packages/ui/src/.#button.tsx"));
  const first = await run(root, "build");
  expect(first).toMatchObject({ code: 0 });
  expect(first.out.match(/built/g)).toHaveLength(2);
  expect(await run(root, "build")).toEqual({ out: "", errors: "", code: 0 });
  expect(existsSync(lockOf(root))).toBe(false);
});

test.each(["#", "?"])(
  "SRV-10 a folder that Vite cannot build in is named before any work: %s",
  async (mark) => {
    const root = checkout(`work${mark}1`);
    const { errors, code } = await run(root, "build");
    expect(code).toBe(1);
    expect(errors).toContain(`move it to a folder without "${mark}"`);
    expect(existsSync(path.join(root, ".cache"))).toBe(false);
    expect(await run(root, "journal")).toMatchObject({ code: 0, out: "journal read\n" });
  },
);

test.each<readonly [leftBy: string, content: string]>([
  ["a process that ended", `${NO_PROCESS} 1`],
  ["an older version", `${NO_PROCESS}`],
  ["a process that was killed before it wrote", ""],
  ["something else", "?"],
  ...(process.platform === "linux" ? [["a process whose id was reused", `${process.pid} 1`] as const] : []),
])("SRV-10 a lock that %s left is taken over", async (_, content) => {
  const root = checkout();
  lock(root, content);
  expect(await run(root, "journal")).toEqual({ out: "journal read\n", errors: "", code: 0 });
  expect(existsSync(lockOf(root))).toBe(false);
});

test("SRV-10 a setup waits for a running one, and says so", async () => {
  const root = checkout();
  lock(root, process.platform === "linux" ? `${process.pid} ${startOf(process.pid)}` : `${process.pid}`);
  const child = start(root, "journal");
  const out = text(child.stdout as NodeJS.ReadableStream);
  const [said] = (await once(child.stderr as NodeJS.ReadableStream, "data")) as [Buffer];
  expect(String(said)).toBe(`Waiting for another setup of this checkout (process ${process.pid}) …\n`);
  rmSync(lockOf(root));
  expect(await once(child, "exit")).toEqual([0, null]);
  expect(await out).toBe("journal read\n");
});

/** Who may not write to a folder of mode 555: root may, so another user's id is needed then. */
const READER = process.getuid?.() === 0 ? { uid: 65_534 } : {};
const canRead = spawnSync(process.execPath, ["--version"], READER).status === 0;

test.skipIf(!canRead)("SRV-10 a read-only checkout is used once it has been set up", async () => {
  const root = checkout();
  chmodSync(path.dirname(root), 0o755);
  mkdirSync(path.join(root, ".cache"));
  chmodSync(path.join(root, ".cache"), 0o555);
  const early = await run(root, "build", READER);
  expect(early).toMatchObject({ code: 1, out: "" });
  expect(early.errors).toContain("must be set up by a user who may write to it");
  chmodSync(path.join(root, ".cache"), 0o755);
  expect(await run(root, "build")).toMatchObject({ code: 0 });
  chmodSync(path.join(root, ".cache"), 0o555);
  expect(await run(root, "build", READER)).toEqual({ out: "", errors: "", code: 0 });
  expect(await run(root, "journal", READER)).toEqual({ out: "journal read\n", errors: "", code: 0 });
});

test("SRV-10 a setup that fails leaves no lock", async () => {
  const root = checkout();
  writeFileSync(path.join(root, "node_modules/vite/bin/vite.js"), "process.exit(3);");
  const { errors, code } = await run(root, "build");
  expect(code).toBe(1);
  expect(errors).toContain("ended with 3");
  expect(existsSync(lockOf(root))).toBe(false);
});
