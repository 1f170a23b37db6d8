import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import process from "node:process";

const CANDIDATES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

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
  for (const args of [
    ["update", "-qq"],
    ["install", "-y", "-qq", "--no-install-recommends", "chromium", "fonts-noto-core", "fonts-noto-cjk"],
  ]) {
    const result = spawnSync("apt-get", args, { env, stdio: ["ignore", "ignore", "inherit"] });
    if (result.status !== 0) throw new Error(`apt-get ${args.join(" ")} ended with ${result.status}`);
  }
}
