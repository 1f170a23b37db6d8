import path from "node:path";
import type { Logger } from "pino";
import { Counter, Gauge, Registry } from "prom-client";
import { placeText, readIdentity } from "../../config/link/link-settings.ts";
import { SettingError } from "../../config/setting-error.ts";
import { openSignerJournal } from "../../custody/signer/open-signer-journal.ts";
import { SignerServer } from "../../custody/signer/serve-signer.ts";
import type { Signer } from "../../custody/signer/signer.ts";
import { readSignerSettings } from "../../custody/signer/signer-settings.ts";
import { type RoleSettings, readRoleSettings } from "./role-settings.ts";
import type { RunningRole } from "./run-role.ts";
import { serveRoleMetrics } from "./serve-role-metrics.ts";

const FORGET_TERM = "CANDOR_SIGNER_FORGET_TERM";

/**
 * `CANDOR_ROLE=signer`: the signer on a machine of its own, for the cores of one exchange. Its seed and its journal of
 * signatures are in `signer` of its CANDOR_HOME and are never copied elsewhere by Candor. Throws SettingError, and the
 * journal's errors for a locked or damaged directory.
 */
export async function startSignerRole(
  variables: Readonly<Record<string, string | undefined>>,
  log: Logger,
  onFatal: (error: Error) => void,
): Promise<RunningRole> {
  const settings = readRoleSettings(variables);
  const { place, home } = settings;
  const forgottenTerm = readForgottenTerm(variables);
  const directory = path.join(home, "signer");
  const signer = await openSignerJournal(
    readSignerSettings({ ...variables, CANDOR_SIGNER_DIRECTORY: directory }),
    onFatal,
  );
  try {
    if (forgottenTerm > 0 && (await signer.forgetTerm(forgottenTerm)))
      log.warn({ term: forgottenTerm }, "forgot the highest term: lower terms are accepted again");
    const identity = readIdentity(variables, "signer");
    const server = await SignerServer.start({ signer, place, identity, log, onFailure: onFatal });
    const closeMetrics = await startSignerMetrics(settings, signer, server);
    log.info({ term: signer.term }, `signer ready: ${placeText({ ...place, port: server.port })}`);
    return {
      close: async () => {
        closeMetrics();
        await server.close();
        signer.close();
      },
    };
  } catch (error) {
    signer.close();
    throw error;
  }
}

function readForgottenTerm(variables: Readonly<Record<string, string | undefined>>): number {
  const text = variables[FORGET_TERM] ?? "";
  if (text === "") return 0;
  if (!/^[1-9][0-9]{0,14}$/.test(text))
    throw new SettingError(FORGET_TERM, `must be the highest term that the signer has seen, got "${text}"`);
  return Number(text);
}

async function startSignerMetrics(
  settings: RoleSettings,
  signer: Signer,
  server: SignerServer,
): Promise<() => void> {
  const registry = new Registry();
  const registers = [registry];
  const gauge = (name: string, help: string, read: () => number): void => {
    const made: Gauge = new Gauge({ name, help, registers, collect: () => made.set(read()) });
  };
  gauge("candor_signer_term", "Highest term of a core that has connected.", () => signer.term);
  gauge("candor_signer_cores", "Cores that are connected.", () => server.connectedCores.length);
  const counter = (
    name: string,
    help: string,
    label: string,
    read: () => ReadonlyMap<string, number>,
  ): void => {
    const made: Counter = new Counter({
      name,
      help,
      labelNames: [label],
      registers,
      collect: () => {
        made.reset();
        for (const [value, count] of read()) made.inc({ [label]: value }, count);
      },
    });
  };
  counter(
    "candor_signer_requests_total",
    "Answered requests since the start.",
    "kind",
    () => server.answered,
  );
  counter(
    "candor_signer_refusals_total",
    "Refused requests since the start.",
    "refusal",
    () => server.refused,
  );
  const health = () => ({ ready: true, role: "signer", term: signer.term, cores: server.connectedCores });
  return await serveRoleMetrics(registry, health, settings);
}
