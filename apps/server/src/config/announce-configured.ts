import type { LimitCommand } from "@candor/domain/commands/setting-commands";
import type { EnginePort } from "@candor/domain/engine-port";
import { BY_CONFIGURATION } from "@candor/domain/setting-limits";

const REASON = "comes with this version of the program or its configuration";

/**
 * Sets what is configured: at once while an exchange is being founded, later with the notice that everybody else's raises
 * need, so that no configuration is a way around it. Announced already: nothing changes.
 * @returns why the exchange refused it; undefined: it did not
 */
export async function setOrAnnounce(engine: EnginePort, command: LimitCommand): Promise<string | undefined> {
  const { executed } = await engine.execute(command);
  if (executed.error === undefined) return undefined;
  const announced = await engine.execute({
    kind: "announce-setting",
    command,
    proposalId: 0,
    reason: REASON,
    proposedBy: BY_CONFIGURATION,
    confirmedBy: BY_CONFIGURATION,
  });
  return announced.executed.error;
}
