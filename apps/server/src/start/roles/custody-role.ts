import type { Logger } from "pino";
import { Gauge, Registry } from "prom-client";
import { readChainSettings } from "../../config/chain/chain-settings.ts";
import { readPlacesOfCustody } from "../../config/chain/custody-places.ts";
import { placeText } from "../../config/link/link-settings.ts";
import { CustodyServer } from "../../custody/link/custody-server.ts";
import { readRoleSettings } from "./role-settings.ts";
import type { RunningRole } from "./run-role.ts";
import { serveRoleMetrics } from "./serve-role-metrics.ts";

/**
 * `CANDOR_ROLE=custody`: watches the chains, credits deposits, pays withdrawals and sweeps for the leading core that
 * connects to it. Its CANDOR_HOME has nothing that cannot be lost: the watchers' state is the core's. Throws SettingError.
 */
export async function startCustodyRole(
  variables: Readonly<Record<string, string | undefined>>,
  log: Logger,
): Promise<RunningRole> {
  const settings = readRoleSettings(variables);
  const { mode, home, place } = settings;
  const chain = readChainSettings(variables, mode);
  const places = readPlacesOfCustody(variables, mode, chain);
  const { identity } = places;
  const server = await CustodyServer.start({ home, mode, chain, places, place, identity, log });
  try {
    const closeMetrics = await serveRoleMetrics(registryOf(server), () => healthOf(server), settings);
    log.info({ term: server.term }, `custody ready: ${placeText({ ...place, port: server.port })}`);
    return {
      close: async () => {
        closeMetrics();
        await server.close();
      },
    };
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** It is ready as well while it waits: only one of several works for a core. */
function healthOf(server: CustodyServer) {
  const { state, term } = server;
  const working = state?.isOpen === true;
  return {
    ready: true,
    role: "custody",
    working,
    term,
    core: state?.core ?? null,
    chains: state?.paused ?? [],
  };
}

function registryOf(server: CustodyServer): Registry {
  const registry = new Registry();
  const registers = [registry];
  const gauge = (name: string, help: string, read: () => number): void => {
    const made: Gauge = new Gauge({ name, help, registers, collect: () => made.set(read()) });
  };
  gauge("candor_custody_term", "Highest term of a core that has connected.", () => server.term);
  gauge(
    "candor_custody_session",
    "Number of the core's connection in its term.",
    () => server.state?.session ?? 0,
  );
  gauge("candor_custody_working", "1 while this process works for a core.", () =>
    server.state?.isOpen === true ? 1 : 0,
  );
  return registry;
}
