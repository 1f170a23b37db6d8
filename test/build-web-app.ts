import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";

const apps = path.resolve(import.meta.dirname, "../apps");

/** Where the web app's built files are. */
export const DIST = path.join(apps, "web", "dist");
/** Where the operators' console's are. */
export const CONSOLE_DIST = path.join(apps, "console", "dist");

/** Before any test that needs them: builds the web app and the console unless they have been built. */
export function setup(): void {
  if (!existsSync(path.join(DIST, ".vite/manifest.json"))) build("web");
  if (!existsSync(path.join(CONSOLE_DIST, "index.html"))) build("console");
}

function build(app: string): void {
  const vite = path.resolve(apps, "../node_modules/vite/bin/vite.js");
  const built = spawnSync(process.execPath, [vite, "build"], {
    cwd: path.join(apps, app),
    encoding: "utf8",
    // The test runner's own NODE_ENV would make it a build for development.
    env: { ...process.env, NODE_ENV: "production" },
  });
  if (built.status !== 0) throw new Error(`apps/${app} does not build:\n${built.stdout}${built.stderr}`);
}
