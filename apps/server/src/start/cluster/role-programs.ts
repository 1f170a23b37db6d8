import path from "node:path";
import type { Program } from "./child-process.ts";

const MAIN = path.resolve(import.meta.dirname, "../main.ts");
// As scripts/bootstrap.mjs starts a server.
const SMALL_HEAP = ["--max-semi-space-size=8", "--heap-growing-percent=50"];

/** Certificate files of one process for the mutual TLS between roles. */
export interface LinkFiles {
  readonly ca: string;
  readonly certificate: string;
  readonly key: string;
}

/** What every role of a cluster on one machine has in common. */
export interface RoleContext {
  /** Directory of the cluster. */
  readonly directory: string;
  readonly databaseUrl: string;
  readonly linkFilesOf: (name: string) => LinkFiles;
  /** Ports on which the cores, the custody process, the signer and the chain listen for others, by name. */
  readonly linkPortOf: (name: string) => number;
  readonly metricsPortOf: (name: string) => number;
  /** Address of the site, for links in messages and in the cores' homes. */
  readonly publicUrl: string;
  /** Environment of the process that starts the roles: settings of the exchange come from there. */
  readonly environment: NodeJS.ProcessEnv;
  /** Program of all roles; tests may run another one. */
  readonly main: string | undefined;
}

const LOOPBACK = "127.0.0.1";

/** The key is not in the database, so the cores share a file. */
export const keyFileOf = ({
  environment,
  directory,
}: Pick<RoleContext, "environment" | "directory">): string =>
  environment.CANDOR_KEY_FILE || path.join(directory, "keys", "sealing.key");

/** Names of the processes of which there is a fixed number. */
export const CORES = ["core-1", "core-2"] as const;
export const PROJECTOR = "projector-1";
export const CUSTODY = "custody";
export const SIGNER = "signer";
export const CHAIN = "chain";

/** Returns the address at which a process is reached by others. */
const linkOf = ({ linkPortOf }: RoleContext, name: string): string => `${LOOPBACK}:${linkPortOf(name)}`;

const coreLinks = (context: RoleContext): string => CORES.map((core) => linkOf(context, core)).join(",");

/** The sandbox has a chain of its own, unless an outside one is configured. */
export const hasOwnChain = (environment: NodeJS.ProcessEnv): boolean =>
  environment.CANDOR_MODE !== "live" && !environment.CANDOR_CHAIN_RPC && !environment.CANDOR_CHAIN_FILE;

function roleProgram(
  context: RoleContext,
  name: string,
  settings: Readonly<Record<string, string>>,
): Program {
  const { ca, certificate, key } = context.linkFilesOf(name);
  return {
    command: process.execPath,
    args: [...SMALL_HEAP, context.main ?? MAIN],
    directory: process.cwd(),
    environment: {
      ...context.environment,
      // The default of a server, which knows its port: passkeys work on localhost.
      CANDOR_PUBLIC_URL: context.environment.CANDOR_PUBLIC_URL || context.publicUrl,
      CANDOR_NODE: name,
      CANDOR_HOME: path.join(context.directory, "homes", name),
      CANDOR_LINK_CA: ca,
      CANDOR_LINK_CERTIFICATE: certificate,
      CANDOR_LINK_KEY: key,
      METRICS_PORT: String(context.metricsPortOf(name)),
      ...settings,
    },
    logFile: path.join(context.directory, "logs", `${name}.log`),
    hasChannel: true,
  };
}

/** Leader or hot standby. */
export const coreProgram = (context: RoleContext, name: string): Program =>
  roleProgram(context, name, {
    CANDOR_ROLE: "core",
    CANDOR_JOURNAL_URL: context.databaseUrl,
    DATABASE_URL: context.databaseUrl,
    CANDOR_PROJECTOR: "elsewhere",
    // Not in the database: the cores of one machine share it.
    CANDOR_KEY_FILE:
      context.environment.CANDOR_KEY_FILE || path.join(context.directory, "keys", "sealing.key"),
    CANDOR_LINK: linkOf(context, name),
    CANDOR_CUSTODY: linkOf(context, CUSTODY),
    PORT: "0",
  });

/** Serves clients; has nothing durable. */
export const gatewayProgram = (
  context: RoleContext,
  name: string,
  { port, isBehindProxy }: { readonly port: number; readonly isBehindProxy: boolean },
): Program =>
  roleProgram(context, name, {
    CANDOR_ROLE: "gateway",
    CANDOR_CORE: coreLinks(context),
    PORT: String(port),
    HOST: LOOPBACK,
    CANDOR_PROXY: isBehindProxy ? "local" : "none",
  });

/** Writes the read models. */
export const projectorProgram = (context: RoleContext, name: string): Program =>
  roleProgram(context, name, {
    CANDOR_ROLE: "projector",
    CANDOR_JOURNAL_URL: context.databaseUrl,
    DATABASE_URL: context.databaseUrl,
  });

/** Watches the chains and pays for the leading core. */
export const custodyProgram = (context: RoleContext): Program =>
  roleProgram(context, CUSTODY, {
    CANDOR_ROLE: CUSTODY,
    CANDOR_LINK: linkOf(context, CUSTODY),
    CANDOR_SIGNER: linkOf(context, SIGNER),
    ...(hasOwnChain(context.environment) && { CANDOR_DEVELOPMENT_CHAIN: linkOf(context, CHAIN) }),
  });

/** The signer of withdrawals, or the sandbox's chain: each listens for the custody process. */
export const servingProgram = (context: RoleContext, name: typeof SIGNER | typeof CHAIN): Program =>
  roleProgram(context, name, { CANDOR_ROLE: name, CANDOR_LINK: linkOf(context, name) });
