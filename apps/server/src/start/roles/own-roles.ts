import { type Logger, pino } from "pino";
import { lineForPeople } from "../../kit/log-for-terminal.ts";
import { runRole } from "./run-role.ts";

const EXIT_SETTINGS = 2;

type Variables = Readonly<Record<string, string | undefined>>;

/** Roles that have no users and no exchange. Their modules are loaded when needed. */
const OWN_ROLES = {
  custody: async () => (await import("./custody-role.ts")).startCustodyRole,
  signer: async () => (await import("./signer-role.ts")).startSignerRole,
  chain: async () => (await import("./chain-role.ts")).startChainRole,
} as const;

const isOwnRole = (role: string): role is keyof typeof OWN_ROLES => Object.hasOwn(OWN_ROLES, role);

/** Runs the process as a custody process, a signer or a development chain if CANDOR_ROLE says so, and ends it. Returns for other roles. */
export async function runOwnRole(variables: Variables): Promise<void> {
  const { CANDOR_ROLE: role = "", LOG_LEVEL: level = "" } = variables;
  if (!isOwnRole(role)) return;
  if (level !== "" && level !== "silent" && !(level in pino.levels.values)) {
    const levels = [...Object.keys(pino.levels.values), "silent"].join(", ");
    process.stderr.write(`LOG_LEVEL must be one of ${levels}, got "${level}"\n`);
    process.exit(EXIT_SETTINGS);
  }
  const log = logOf(level || "info");
  const start = await OWN_ROLES[role]();
  await runRole(log, (onFatal) => start(variables, log, onFatal));
}

function logOf(level: string): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  return process.stdout.isTTY
    ? pino(options, { write: (json) => void process.stdout.write(lineForPeople(json)) })
    : pino(options);
}
