import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";

const apps = path.resolve(import.meta.dirname, "../../../apps");

/** Built files of the web app. */
export const DIST = path.join(apps, "web", "dist");
/** Built files of the operators' console. */
export const CONSOLE_DIST = path.join(apps, "console", "dist");

/** Global setup: builds web app and console unless they are built. */
export function setup(): void {
  if (!existsSync(path.join(DIST, ".vite/manifest.json"))) build("web");
  if (!existsSync(path.join(CONSOLE_DIST, "index.html"))) build("console");
}

function build(app: string): void {
  const vite = path.resolve(apps, "../node_modules/vite/bin/vite.js");
  const built = spawnSync(process.execPath, [vite, "build"], {
    cwd: path.join(apps, app),
    encoding: "utf8",
    // The test runner's NODE_ENV would produce a development build.
    env: { ...process.env, NODE_ENV: "production" },
  });
  if (built.status !== 0) throw new Error(`apps/${app} does not build:\n${built.stdout}${built.stderr}`);
}
