import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import process from "node:process";

/** First the one without windows, which leaves more of a small machine to the tests. */
const CANDIDATES = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];
const FONTS = ["fonts-noto-core", "fonts-noto-cjk"];

/** The browser that the tests drive: CHROMIUM in the environment, or a system one. */
export function findBrowser(): string | undefined {
  const chosen = process.env.CHROMIUM;
  return [...(chosen ? [chosen] : []), ...CANDIDATES].find((candidate) => existsSync(candidate));
}

/** Sees to a Chromium for the browser tests: from the system's packages when root on Debian, else says what to do. */
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
  // Older releases have it only as a part of the whole browser.
  if (!install("chromium-headless-shell") && !install("chromium")) throw new Error("apt-get install failed");
}
