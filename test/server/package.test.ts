import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";

// Bundling and packing take seconds of a core, and installing waits for a registry.
vi.setConfig({ testTimeout: 600_000 });

const ROOT = path.resolve(import.meta.dirname, "../..");
const run = promisify(execFile);
const isDeep = process.env.CANDOR_DEEP === "1";
if (!isDeep) console.warn("skipped: packing, installing and starting the package needs CANDOR_DEEP=1");
const hasWebApps = ["web", "console"].every((app) =>
  existsSync(path.join(ROOT, `apps/${app}/dist/index.html`)),
);
if (!hasWebApps) console.warn("skipped: web apps in the package, because they are not built (npm run build)");

/** Folders that a server reads at run time. */
const DATA = [
  "apps/server/content",
  "apps/server/src/edge/gateway/outbox-page",
  "apps/server/src/edge/http/docs-page",
  "apps/server/src/records/projections/migrations",
  "packages/wire/src/locales",
];
const SINGLE = [
  "apps/server/src/custody/chain/development/test-token.sol",
  "packages/ui/src/tokens.css",
  "scripts/candor.mjs",
  "scripts/packaged.mjs",
  "scripts/server-memory.mjs",
  "scripts/runtime/package.json",
  "scripts/runtime/package-lock.json",
  "packages/sandbox/src/start-candor.mjs",
  "packages/sandbox/src/start-candor.d.mts",
  "README.md",
  "LICENSE",
];
/** Only reached from sources: the package's engine is bundled and its contracts are compiled. */
const ONLY_FROM_SOURCES = ["rolldown", "solc", "pg-native"];

/** Static imports, dynamic imports and threads of other bundles, and modules that CommonJS code requires. */
const IMPORTS = [
  /(?:^|[;}])import(?:[\w$*{}\s,]+?from)?\s*["`]([^"`]+)["`]/gm,
  /\b(?:import|new URL)\(\s*["`](\.\/[^"`]+\.mjs)["`]/g,
  /\b__require\(["`]([^"`]+)["`]\)/g,
];

const namesIn = (code: string): readonly string[] =>
  IMPORTS.flatMap((pattern) => [...code.matchAll(pattern)].map(([, name = ""]) => name));

/** Packages that others use if they are installed. */
const OPTIONAL = ["bufferutil", "utf-8-validate", "supports-color"];

interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

/** Packs what is built. `npm pack` itself builds first. */
async function pack(...options: string[]): Promise<Packed> {
  const args = ["pack", "--ignore-scripts", "--json", ...options];
  const { stdout } = await run("npm", args, { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 });
  return (JSON.parse(stdout) as [Packed])[0];
}

let files: ReadonlySet<string>;
beforeAll(async () => {
  await run(process.execPath, [path.join(ROOT, "scripts/package/main.ts")], { cwd: ROOT });
  files = new Set((await pack("--dry-run")).files.map((file) => file.path));
});

const bundles = (): readonly string[] => [...files].filter((file) => /^dist\/.*\.mjs$/.test(file));
const textOf = (file: string): string => readFileSync(path.join(ROOT, file), "utf8");

describe("SBOX-60 the package is complete and exact:", () => {
  test("it has everything that the server reads at run time", async () => {
    const { stdout } = await run("git", ["ls-files", "--", ...DATA], { cwd: ROOT });
    const data = stdout.trim().split("\n");
    expect(data.length).toBeGreaterThan(200);
    expect([...data, ...SINGLE].filter((file) => !files.has(file))).toEqual([]);
    expect([...files].filter((file) => file.startsWith("dist/cache/test-token-"))).toHaveLength(1);
  });

  test("each import of a bundle is another bundle, a dependency or part of Node", () => {
    const manifest = JSON.parse(textOf("package.json")) as Record<string, Record<string, string>>;
    const installed = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies });
    const foreign = new Set<string>();
    for (const bundle of bundles())
      for (const name of namesIn(textOf(bundle))) {
        const isKnown = name.startsWith(".")
          ? files.has(path.join("dist", name))
          : isBuiltin(name) || [...installed, ...ONLY_FROM_SOURCES, ...OPTIONAL].includes(name);
        if (!isKnown) foreign.add(`${bundle}: ${name}`);
      }
    expect([...foreign]).toEqual([]);
    expect(namesIn(textOf("dist/src-start-main.mjs"))).toContain("node:fs");
    expect(bundles().length).toBeGreaterThan(30);
  });

  test("its dependencies have the versions of the server", () => {
    const { dependencies, optionalDependencies } = JSON.parse(textOf("package.json")) as Record<
      string,
      object
    >;
    const server = JSON.parse(textOf("apps/server/package.json")) as Record<string, object>;
    expect(server.dependencies).toMatchObject(dependencies ?? {});
    expect(optionalDependencies).toEqual(server.optionalDependencies);
  });

  test("it has no test, secret, source map or place of this machine", () => {
    const unwanted =
      /\.test\.|\/testing\/|\.env|\.pem$|\.key$|node_modules|\.candor|\.cache|\.map$|^test\/|^docs\//;
    expect([...files].filter((file) => unwanted.test(file))).toEqual([]);
    expect(bundles().filter((bundle) => textOf(bundle).includes(ROOT))).toEqual([]);
  });

  test.skipIf(!hasWebApps)("it has both web apps, and nothing else but what is named", () => {
    for (const app of ["web", "console"]) expect(files).toContain(`apps/${app}/dist/index.html`);
    const named = [...DATA, "dist", "apps/web/dist", "apps/console/dist", "packages/sandbox/src"];
    const others = [...files].filter((file) => !named.some((folder) => file.startsWith(`${folder}/`)));
    expect(others.toSorted()).toEqual(
      [...SINGLE.filter((file) => !file.startsWith("packages/sandbox")), "package.json"].toSorted(),
    );
  });
});

test.skipIf(!isDeep)(
  "SBOX-61 the installed package starts an exchange, and opens accounts in it",
  async () => {
    const directory = mkdtempSync(path.join(tmpdir(), "candor-package-"));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const { filename } = await pack("--pack-destination", directory);
    writeFileSync(path.join(directory, "package.json"), JSON.stringify({ private: true, type: "module" }));
    const install = [
      "install",
      "--prefer-offline",
      "--no-audit",
      "--no-fund",
      path.join(directory, filename),
    ];
    await run("npm", install, { cwd: directory });
    const program = `import { startCandor } from "candor/sandbox";
    import { execFileSync } from "node:child_process";
    const candor = await startCandor();
    try {
      const page = await fetch(candor.url);
      const command = ["node_modules/.bin/candor", "sandbox", "account", "--usdt", "5000", "--json"];
      const env = { ...process.env, CANDOR_HOME: candor.home };
      const account = JSON.parse(execFileSync(process.execPath, command, { env }).toString());
      console.log(JSON.stringify({ status: page.status, account, health: await (await fetch(candor.url + "/healthz")).json() }));
    } finally {
      await candor.stop();
    }`;
    writeFileSync(path.join(directory, "try.mjs"), program);
    const env = { ...process.env, CANDOR_CACHE: path.join(directory, "cache"), NODE_OPTIONS: "" };
    const { stdout } = await run(process.execPath, ["try.mjs"], { cwd: directory, env });
    const { status, account } = JSON.parse(stdout) as { status: number; account: Record<string, unknown> };
    expect(status).toBe(hasWebApps ? 200 : 503);
    expect(account).toMatchObject({ created: true, spot: { USDT: "2500" }, futures: { USDT: "2500" } });
  },
);
