import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Where Debian installs PostgreSQL, by major version. */
const DEBIAN_ROOT = "/usr/lib/postgresql";
const OLDEST_VERSION = 15;
const CLUSTER_SETTINGS = "/etc/postgresql-common/createcluster.conf";
const APT_GET = "/usr/bin/apt-get";
const INSTALL_TIMEOUT_MS = 240_000;

const isRoot = (): boolean => process.getuid?.() === 0;

/** Returns the directory of initdb and postgres of the newest installed version from 15 on; undefined if none. */
function findPostgres(): string | undefined {
  if (!existsSync(DEBIAN_ROOT)) return undefined;
  return readdirSync(DEBIAN_ROOT)
    .filter((version) => /^[0-9]+$/.test(version) && Number(version) >= OLDEST_VERSION)
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => path.join(DEBIAN_ROOT, version, "bin"))
    .find((bin) => existsSync(path.join(bin, "initdb")));
}

/**
 * Returns the directory of PostgreSQL's programs. If there is none, installs Debian's package, without its default
 * cluster, where this process may. Throws an error that says what to do.
 */
export function requirePostgres(): string {
  const found = findPostgres();
  if (found !== undefined) return found;
  if (!isRoot() || !existsSync(APT_GET))
    throw new Error(
      `PostgreSQL ${OLDEST_VERSION} or newer was not found in ${DEBIAN_ROOT}. Install it as root: apt-get install postgresql`,
    );
  installPostgres();
  const installed = findPostgres();
  if (installed === undefined)
    throw new Error(
      `apt-get installed no PostgreSQL ${OLDEST_VERSION} or newer: this Debian is too old. Use Debian 12 or newer`,
    );
  return installed;
}

/** Installs Debian's PostgreSQL without its default cluster. Needs root; throws what apt-get printed. */
function installPostgres(): void {
  if (!existsSync(CLUSTER_SETTINGS)) {
    mkdirSync(path.dirname(CLUSTER_SETTINGS), { recursive: true });
    writeFileSync(CLUSTER_SETTINGS, "create_main_cluster = false\n");
  }
  try {
    execFileSync(APT_GET, ["install", "-y", "--no-install-recommends", "postgresql"], {
      stdio: ["ignore", "ignore", "pipe"],
      timeout: INSTALL_TIMEOUT_MS,
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      encoding: "utf8",
    });
  } catch (error) {
    const { stderr = "" } = error as { stderr?: string };
    throw new Error(`apt-get install postgresql failed: ${stderr.trim() || String(error)}`, { cause: error });
  }
}
