import path from "node:path";
import type { Logger } from "pino";
import { Registry } from "prom-client";
import { placeText, readIdentity } from "../../config/link/link-settings.ts";
import { SettingError } from "../../config/setting-error.ts";
import { serveDevelopmentChain } from "../../custody/chain/development/serve-development-chain.ts";
import { startDevelopmentChain } from "../../custody/chain/development/start-development-chain.ts";
import { writeDurablyAsync } from "../../kit/durable/write-durably.ts";
import { readRoleSettings } from "./role-settings.ts";
import type { RunningRole } from "./run-role.ts";
import { serveRoleMetrics } from "./serve-role-metrics.ts";

/**
 * `CANDOR_ROLE=chain`: the sandbox's development chain as a process of its own, which survives the cores that use it. Its
 * state is in `chain` of its CANDOR_HOME. Throws SettingError, and the journal's errors.
 */
export async function startChainRole(
  variables: Readonly<Record<string, string | undefined>>,
  log: Logger,
  onFatal: (error: Error) => void,
): Promise<RunningRole> {
  const settings = readRoleSettings(variables);
  const { mode, home, place } = settings;
  if (mode === "live")
    throw new SettingError("CANDOR_ROLE", "must not be chain in live mode, which rejects play money");
  const identity = readIdentity(variables, "chain");
  const { chain, notice } = await startDevelopmentChain({
    home,
    cache: variables.CANDOR_CACHE || undefined,
    files: { replace: (file, content) => writeDurablyAsync(path.join(home, file), content) },
    log,
    onFailure: onFatal,
    anvil: undefined,
  });
  try {
    if (notice !== undefined) log.warn(notice);
    const server = await serveDevelopmentChain({ development: chain, place, identity, log });
    const health = () => ({ ready: true, role: "chain", kind: chain.kind });
    const closeMetrics = await serveRoleMetrics(new Registry(), health, settings);
    log.info({ chain: chain.kind }, `chain ready: ${placeText({ ...place, port: server.port })}`);
    return {
      close: async () => {
        closeMetrics();
        await server.close();
        await chain.close();
      },
    };
  } catch (error) {
    await chain.close();
    throw error;
  }
}
