import path from "node:path";
import { parseArgs } from "node:util";
import { argumentProblem } from "../../kit/argument-problem.ts";

/** Options of `npm run cluster`. */
export interface ClusterOptions {
  readonly gateways: number;
  /** Prints what runs as lines of JSON. */
  readonly json: boolean;
  /** Uses HAProxy where it is installed. */
  readonly haproxy: boolean;
  /** Leaves the databases to Patroni and etcd. */
  readonly patroni: boolean;
  /** Public port; undefined: a free one. */
  readonly port: number | undefined;
  /** Directory of everything that the cluster writes. */
  readonly directory: string;
}

const MAX_GATEWAYS = 16;

/** The command line is wrong. */
export class UsageError extends Error {}

export const USAGE = `Runs an exchange on this machine as a cluster: three databases, two cores,
gateways, a projector, a signer, and the sandbox's chain.

  npm run cluster -- [OPTION…]

  --gateways N    number of gateways, 1 to ${MAX_GATEWAYS}; 2 by default
  --port N        public port; a free one by default
  --json          prints what runs as one line of JSON when ready, and again after each change
  --no-haproxy    prints the gateways' addresses instead of putting HAProxy in front of them
  --patroni       leaves the databases to Patroni 4 and etcd, as in production

Everything is in CANDOR_HOME/cluster. docs/cluster.md explains how to run a cluster on several machines.`;

/** Reads and checks the command line. Throws UsageError. */
export function readOptions(args: readonly string[], environment: NodeJS.ProcessEnv): ClusterOptions {
  const { values } = parse(args);
  return {
    gateways: wholeNumber("--gateways", values.gateways ?? "2", MAX_GATEWAYS),
    json: values.json === true,
    haproxy: values["no-haproxy"] !== true,
    patroni: values.patroni === true,
    port: values.port === undefined ? undefined : wholeNumber("--port", values.port, 65_535),
    directory: path.join(path.resolve(environment.CANDOR_HOME || ".candor"), "cluster"),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        gateways: { type: "string" },
        port: { type: "string" },
        json: { type: "boolean" },
        "no-haproxy": { type: "boolean" },
        patroni: { type: "boolean" },
      },
    });
  } catch (error) {
    throw new UsageError(argumentProblem(error));
  }
}

function wholeNumber(option: string, text: string, most: number): number {
  if (!/^[0-9]{1,5}$/.test(text) || Number(text) < 1 || Number(text) > most)
    throw new UsageError(`${option} must be a number from 1 to ${most}, got "${text}"`);
  return Number(text);
}
