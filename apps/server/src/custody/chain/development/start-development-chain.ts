import path from "node:path";
import type { FileKeeper } from "../../../kit/durable/file-keeper.ts";
import type { ChainLog } from "../chain-log.ts";
import { findAnvil } from "./anvil-binary.ts";
import type { DevelopmentChain } from "./development-chain.ts";
import { STATE_FILE, startAnvilChain } from "./start-anvil-chain.ts";
import { startSimulatedChain } from "./start-simulated-chain.ts";

/** Directory of the embedded node, inside the home. */
const DEVELOPMENT = "chain/development";

export interface DevelopmentChainOptions {
  /** CANDOR_HOME */
  readonly home: string;
  /** CANDOR_CACHE */
  readonly cache: string | undefined;
  readonly files: Pick<FileKeeper, "replace">;
  readonly log: ChainLog;
  /** Called when the process cannot continue. */
  readonly onFailure: (error: Error) => void;
  /** Path of the node to use instead of the one found; null disables it. */
  readonly anvil: string | null | undefined;
}

/** Starts the development node, or where it cannot run, the simulated chain, with a notice for log and health. */
export async function startDevelopmentChain({
  home,
  cache,
  files,
  log,
  onFailure,
  anvil,
}: DevelopmentChainOptions): Promise<{
  readonly chain: DevelopmentChain;
  readonly notice: string | undefined;
}> {
  const binary = anvil === undefined ? findAnvil() : (anvil ?? undefined);
  if (binary !== undefined) {
    const keepState = (state: Uint8Array): Promise<void> =>
      files.replace(`${DEVELOPMENT}/${STATE_FILE}`, state);
    const directory = path.join(home, DEVELOPMENT);
    const chain = await startAnvilChain({ binary, directory, keepState, cache, log, onFailure });
    return { chain, notice: undefined };
  }
  const directory = path.join(home, "chain", "simulated");
  return {
    chain: startSimulatedChain({ directory, onFailure }),
    notice: "no development node for this platform: deposits and withdrawals use a simulated chain",
  };
}
