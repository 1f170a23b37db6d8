import type { Command } from "@candor/protocol/commands";
import type { ContractSpec } from "@candor/protocol/contract-listing";
import type { EnginePort } from "@candor/protocol/engine-port";
import type { AssetSpec, SpotMarketSpec } from "@candor/protocol/listing";

/** Fresh price sources that an index needs before its market trades. */
const MIN_SOURCES = { sandbox: 1, live: 2 } as const;

export class FoundingError extends Error {
  constructor(command: Command, error: string) {
    super(`the exchange refused ${command.kind} while it was founded: ${error}`);
    this.name = "FoundingError";
  }
}

/**
 * Lists what a new exchange lists; one that has a listing already is left as it is. A founding that was interrupted
 * goes on where it stopped.
 */
export async function foundExchange(
  engine: EnginePort,
  mode: keyof typeof MIN_SOURCES,
  assets: readonly AssetSpec[],
  markets: readonly SpotMarketSpec[],
  contracts: readonly ContractSpec[] = [],
): Promise<void> {
  const known = await engine.exchangeView();
  const spots = known.markets.filter((market) => market.contract === undefined);
  const knownContracts = known.markets.filter((market) => market.contract !== undefined);
  const isFounded =
    known.assets.length >= assets.length &&
    spots.length >= markets.length &&
    knownContracts.length >= contracts.length;
  if (isFounded) return;
  const listed = new Set([
    ...known.assets.map(({ symbol }) => symbol),
    ...spots.map(({ spec }) => spec.symbol),
  ]);
  // A contract may have the symbol of a spot market.
  const listedContracts = new Set(knownContracts.map(({ spec }) => spec.symbol));
  const minSources = MIN_SOURCES[mode];
  const commands: Command[] = [
    ...assets
      .filter(({ symbol }) => !listed.has(symbol))
      .map((asset) => ({ kind: "list-asset", asset }) as const),
    ...markets
      .filter(({ symbol }) => !listed.has(symbol))
      .map((market) => ({ kind: "list-market", market, minSources }) as const),
    ...contracts
      .filter(({ symbol }) => !listedContracts.has(symbol))
      .map((contract) => ({ kind: "list-contract", contract, minSources }) as const),
  ];
  for (const command of commands) {
    const { executed } = await engine.execute(command);
    if (executed.error !== undefined) throw new FoundingError(command, executed.error);
  }
}
