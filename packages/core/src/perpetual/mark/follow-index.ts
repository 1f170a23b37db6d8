import { RULES } from "@candor/domain/rules";
import { dropStaleSources } from "../../market/follow-index.ts";
import { refreshStatus } from "../../market/market-status.ts";
import type { ExchangeState } from "../../state/exchange-state.ts";
import type { ListedMarket } from "../../state/listed-market.ts";
import type { ContractAccount } from "../../state/perpetual/contract-account.ts";
import { tickContract } from "./mark-tick.ts";

/** The index of a spot market has changed, and with it that of the contracts that follow it. */
export function followIndex(state: ExchangeState, { followers, index }: ListedMarket): void {
  for (const contract of followers) {
    const { market } = contract;
    state.out.indexChanged(market.id, index.valueE8, index.freshSources);
    refreshStatus(state, market);
    tickContract(state, contract, true);
  }
}

/** A source has reported: time has passed for the contracts that follow the market. */
export function followPrice(state: ExchangeState, { followers }: ListedMarket): void {
  for (const contract of followers) tickContract(state, contract, false);
}

/**
 * Like dropStaleSources, for every contract that the account is involved in: its withdrawable amount depends on their
 * indexes.
 */
export function dropStaleSourcesOf(state: ExchangeState, account: ContractAccount): void {
  if (state.rules < RULES.unknownPrices) return;
  for (const { contract } of account.positions) dropStaleSources(state, contract.market);
}
