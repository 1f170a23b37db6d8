import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";

const web = path.resolve(import.meta.dirname, "../apps/web");

/** Where the web app's built files are. */
export const DIST = path.join(web, "dist");

/** Before any test that needs it: builds the web app unless it has been built. */
export function setup(): void {
  if (existsSync(path.join(DIST, ".vite/manifest.json"))) return;
  const vite = path.resolve(web, "../../node_modules/vite/bin/vite.js");
  const built = spawnSync(process.execPath, [vite, "build"], {
    cwd: web,
    encoding: "utf8",
    // The test runner's own NODE_ENV would make it a build for development.
    env: { ...process.env, NODE_ENV: "production" },
  });
  if (built.status !== 0) throw new Error(`the web app does not build:\n${built.stdout}${built.stderr}`);
}
