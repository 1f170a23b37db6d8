import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import process from "node:process";

/** First the headless one, which leaves more of a small machine to the tests. */
const CANDIDATES = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];
const FONTS = ["fonts-noto-core", "fonts-noto-cjk"];

/** Returns the browser for the tests: CHROMIUM from the environment, or a system one. */
export function findBrowser(): string | undefined {
  const chosen = process.env.CHROMIUM;
  return [...(chosen ? [chosen] : []), ...CANDIDATES].find((candidate) => existsSync(candidate));
}

/**
 * Ensures that there is a Chromium for browser tests: installs the system package as root on Debian, otherwise prints
 * what to do.
 */
export function installBrowser(): void {
  if (findBrowser() !== undefined) return;
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) {
    throw new Error("The browser tests need Chromium: install it, or set CHROMIUM to its path.");
  }
  console.log("Installing Chromium for the browser tests …");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const aptGet = (...args: readonly string[]): boolean =>
    spawnSync("apt-get", args, { env, stdio: ["ignore", "ignore", "inherit"] }).status === 0;
  const install = (browser: string): boolean =>
    aptGet("install", "-y", "-qq", "--no-install-recommends", browser, ...FONTS);
  if (!aptGet("update", "-qq")) throw new Error("apt-get update failed");
  // Older releases only include it in the full browser package.
  if (!install("chromium-headless-shell") && !install("chromium")) throw new Error("apt-get install failed");
}
