import path from "node:path";
import type { Logger } from "pino";
import type { Program } from "./child-process.ts";
import type { ClusterOptions } from "./cluster-options.ts";
import { freePorts } from "./free-ports.ts";
import { findHaproxy, haproxyProgram } from "./haproxy.ts";
import { makeLinkFiles } from "./link-files.ts";
import {
  CHAIN,
  CORES,
  CUSTODY,
  coreProgram,
  custodyProgram,
  gatewayProgram,
  hasOwnChain,
  PROJECTOR,
  projectorProgram,
  type RoleContext,
  SIGNER,
  servingProgram,
} from "./role-programs.ts";
import { SupervisedProgram } from "./supervised-program.ts";

/** Pause before a core is started again, as in deploy/systemd: the other one takes over first, on the same processors. */
const CORE_PAUSE_MS = 1_000;

/** A program that answers HTTP. */
export interface ServingProgram {
  readonly program: SupervisedProgram;
  readonly port: number;
}

/** The processes of an exchange next to its databases. */
export interface Roles {
  /** The signer and, in a sandbox, its chain. */
  readonly services: readonly SupervisedProgram[];
  readonly custody: SupervisedProgram;
  readonly cores: readonly SupervisedProgram[];
  readonly projector: SupervisedProgram;
  readonly gateways: readonly ServingProgram[];
  /** undefined: clients use the gateways' own addresses. */
  readonly proxy: ServingProgram | undefined;
}

/** Chooses ports, makes certificates, and prepares all programs without starting them. */
export async function prepareRoles(
  { directory, gateways, haproxy, port }: ClusterOptions,
  {
    databaseUrl,
    environment,
    main,
    log,
    onChange,
  }: {
    readonly databaseUrl: string;
    readonly environment: NodeJS.ProcessEnv;
    readonly main: string | undefined;
    readonly log: Logger;
    readonly onChange: () => void;
  },
): Promise<Roles> {
  const gatewayNames = Array.from({ length: gateways }, (_, at) => `gateway-${at + 1}`);
  const services = hasOwnChain(environment) ? ([SIGNER, CHAIN] as const) : ([SIGNER] as const);
  const names = [...services, CUSTODY, ...CORES, PROJECTOR, ...gatewayNames];
  const metricsPorts = await portsByName(names);
  const linkPorts = await portsByName([...services, CUSTODY, ...CORES]);
  const gatewayPorts = await portsByName(gatewayNames);
  const publicPort = port ?? (await portsByName(["proxy"]))("proxy");
  const context: RoleContext = {
    directory,
    databaseUrl,
    linkFilesOf: makeLinkFiles(path.join(directory, "certificates"), names),
    linkPortOf: linkPorts,
    metricsPortOf: metricsPorts,
    publicUrl: `http://localhost:${publicPort}`,
    environment,
    main,
  };
  const supervise = (name: string, program: Program, firstPauseMs?: number): SupervisedProgram =>
    new SupervisedProgram(name, program, { log, onChange, firstPauseMs });
  const binary = haproxy ? findHaproxy() : undefined;
  const isBehindProxy = binary !== undefined;
  const proxyOf = (program: string): ServingProgram => {
    const proxied = gatewayNames.map((name) => ({ name, port: gatewayPorts(name) }));
    return {
      program: supervise("proxy", haproxyProgram(program, directory, publicPort, proxied)),
      port: publicPort,
    };
  };
  return {
    services: services.map((name) => supervise(name, servingProgram(context, name))),
    custody: supervise(CUSTODY, custodyProgram(context)),
    cores: CORES.map((name) => supervise(name, coreProgram(context, name), CORE_PAUSE_MS)),
    projector: supervise(PROJECTOR, projectorProgram(context, PROJECTOR)),
    gateways: gatewayNames.map((name, at) => {
      const own = !isBehindProxy && at === 0 ? publicPort : gatewayPorts(name);
      return {
        program: supervise(name, gatewayProgram(context, name, { port: own, isBehindProxy })),
        port: own,
      };
    }),
    proxy: binary === undefined ? undefined : proxyOf(binary),
  };
}

/** Returns a free port for each name. */
async function portsByName(names: readonly string[]): Promise<(name: string) => number> {
  const ports = await freePorts(names.length);
  return (name) => ports[names.indexOf(name)] as number;
}
