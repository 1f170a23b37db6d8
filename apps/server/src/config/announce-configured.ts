import type { LimitCommand } from "@candor/domain/commands/setting-commands";
import type { EnginePort } from "@candor/domain/engine-port";
import { BY_CONFIGURATION } from "@candor/domain/setting-limits";

const REASON = "comes with this version of the program or its configuration";

/**
 * Applies a configured limit: at once while the exchange is being created, later with the notice period required for
 * raises, so that configuration cannot bypass it. No-op when already announced.
 * @returns the exchange's rejection; undefined when accepted
 */
export async function applyOrAnnounce(
  engine: EnginePort,
  command: LimitCommand,
): Promise<string | undefined> {
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
