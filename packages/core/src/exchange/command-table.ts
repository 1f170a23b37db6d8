import type { Command, CommandKind } from "@candor/domain/commands/commands";
import { convert } from "../convert/convert.ts";
import { correctBalance } from "../correction/correct-balance.ts";
import { listLever } from "../leverage/list-lever.ts";
import { moveLeverFunds } from "../leverage/move-lever-funds.ts";
import { placeLeverOrder } from "../leverage/place-lever-order.ts";
import { repayLoan } from "../leverage/repay-loan.ts";
import { freezeAccount } from "../listing/freeze-account.ts";
import { listAsset } from "../listing/list-asset.ts";
import { listMarket, setMarketStatus } from "../listing/list-market.ts";
import { openAccount } from "../listing/open-account.ts";
import { observePrice } from "../market/follow-index.ts";
import { buyMiners } from "../mining/buy-miners.ts";
import { claimMining } from "../mining/claim-mining.ts";
import { recycleMiner } from "../mining/recycle-miner.ts";
import { cancelAll, cancelOrder } from "../order-dispatch/cancel-order.ts";
import { changePrice } from "../order-dispatch/change-price.ts";
import { modifyOrder } from "../order-dispatch/modify-order.ts";
import { placeAgain } from "../order-dispatch/place-again.ts";
import { reduceOrder } from "../order-dispatch/reduce-order.ts";
import { replaceOrder } from "../order-dispatch/replace-order.ts";
import { setFundingTerms } from "../perpetual/funding/set-funding-terms.ts";
import { listContract } from "../perpetual/list-contract.ts";
import { tickContract } from "../perpetual/mark/mark-tick.ts";
import { closeAllPositions, closePosition } from "../perpetual/orders/close-position.ts";
import { moveMargin } from "../perpetual/orders/move-margin.ts";
import { placeContractOrder } from "../perpetual/orders/place-contract-order.ts";
import { placeContractTerms } from "../perpetual/orders/place-contract-terms.ts";
import { setLeverage } from "../perpetual/orders/set-leverage.ts";
import { setPositionMode } from "../perpetual/orders/set-position-mode.ts";
import { setProtection } from "../perpetual/orders/set-protection.ts";
import { setInviter } from "../referral/set-inviter.ts";
import { beginScenario } from "../scenario/begin-scenario.ts";
import { pushIndex } from "../scenario/push-index.ts";
import { setBalance } from "../scenario/set-balance.ts";
import { settleFundingNow } from "../scenario/settle-funding-now.ts";
import { adoptRules } from "../settings/adopt-rules.ts";
import { announceSetting, withdrawAnnouncement } from "../settings/announce-setting.ts";
import { holdClock } from "../settings/hold-clock.ts";
import { setLimit } from "../settings/set-limit.ts";
import { setSite } from "../settings/set-site.ts";
import { placeList } from "../spot/place-list.ts";
import { placeOco } from "../spot/place-oco.ts";
import { placeOrder } from "../spot/place-order.ts";
import { placeOto } from "../spot/place-oto.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import { placeOption } from "../timed-option/place-option.ts";
import { advanceWithdrawal } from "../wallet-movements/advance-withdrawal.ts";
import { creditDeposit } from "../wallet-movements/credit-deposit.ts";
import { deposit } from "../wallet-movements/deposit.ts";
import { requestWithdrawal } from "../wallet-movements/request-withdrawal.ts";
import { settleWithdrawal } from "../wallet-movements/settle-withdrawal.ts";
import { transfer } from "../wallet-movements/transfer.ts";

/**
 * What is brought up to date before a command's handler runs. With each: what time and earlier commands have left to do.
 *
 * - time: nothing else
 * - market: the index of the command's market, and no order rests there that must not trade at it
 * - indexes: the indexes of all markets
 * - markets: the indexes of all markets, and no order rests anywhere that must not trade at them
 */
export type Preparation = "time" | "market" | "indexes" | "markets";

type CommandOf<Kind extends CommandKind> = Extract<Command, { kind: Kind }>;

export interface CommandEntry<Kind extends CommandKind> {
  readonly prepares: CommandOf<Kind> extends { marketId: number }
    ? Preparation
    : Exclude<Preparation, "market">;
  /** Executes the command, or rejects it; ExchangeState.begin has been called for it. */
  readonly handler: (state: ExchangeState, command: CommandOf<Kind>) => void;
}

/** Time passes for the contracts; everything else that time does is done before each command. */
function advanceTime(state: ExchangeState): void {
  for (const contract of state.perpetual.contracts) tickContract(state, contract, false);
}

/** Evidence for the next start; nothing in the exchange depends on it. */
function noteStores(): void {}

/** How each command is executed. A kind without an entry does not compile. */
export const COMMANDS: { readonly [Kind in CommandKind]: CommandEntry<Kind> } = {
  "place-iceberg": { prepares: "market", handler: placeOrder },
  "place-order": { prepares: "market", handler: placeOrder },
  "cancel-order": { prepares: "time", handler: cancelOrder },
  "place-contract-order": { prepares: "market", handler: placeContractOrder },
  "place-contract-terms": { prepares: "market", handler: placeContractTerms },
  "reduce-order": { prepares: "time", handler: reduceOrder },
  "cancel-all": { prepares: "time", handler: cancelAll },
  "place-oco": { prepares: "market", handler: placeOco },
  "place-again": { prepares: "market", handler: placeAgain },
  "replace-order": { prepares: "market", handler: replaceOrder },
  "change-price": { prepares: "market", handler: changePrice },
  "modify-order": { prepares: "market", handler: modifyOrder },
  "place-oto": { prepares: "market", handler: placeOto },
  "place-list": { prepares: "market", handler: placeList },
  "observe-price": { prepares: "market", handler: observePrice },
  "advance-time": { prepares: "indexes", handler: advanceTime },
  transfer: { prepares: "time", handler: transfer },
  deposit: { prepares: "time", handler: deposit },
  "open-account": { prepares: "time", handler: openAccount },
  "freeze-account": { prepares: "time", handler: freezeAccount },
  "list-asset": { prepares: "time", handler: listAsset },
  "list-market": { prepares: "time", handler: listMarket },
  "set-market-status": { prepares: "market", handler: setMarketStatus },
  "credit-deposit": { prepares: "time", handler: creditDeposit },
  "request-withdrawal": { prepares: "time", handler: requestWithdrawal },
  "advance-withdrawal": { prepares: "time", handler: advanceWithdrawal },
  "settle-withdrawal": { prepares: "time", handler: settleWithdrawal },
  "list-contract": { prepares: "time", handler: listContract },
  "set-protection": { prepares: "market", handler: setProtection },
  "close-position": { prepares: "market", handler: closePosition },
  "close-all-positions": { prepares: "indexes", handler: closeAllPositions },
  "set-leverage": { prepares: "market", handler: setLeverage },
  "move-margin": { prepares: "market", handler: moveMargin },
  "endow-pool": { prepares: "time", handler: setLimit },
  "set-mining-plan": { prepares: "time", handler: setLimit },
  "buy-miners": { prepares: "time", handler: buyMiners },
  "claim-mining": { prepares: "time", handler: claimMining },
  "recycle-miner": { prepares: "time", handler: recycleMiner },
  convert: { prepares: "markets", handler: convert },
  "set-option-terms": { prepares: "time", handler: setLimit },
  "place-option": { prepares: "market", handler: placeOption },
  "list-lever": { prepares: "time", handler: listLever },
  "place-lever-order": { prepares: "market", handler: placeLeverOrder },
  "set-inviter": { prepares: "time", handler: setInviter },
  "set-referral-rate": { prepares: "time", handler: setLimit },
  "correct-balance": { prepares: "time", handler: correctBalance },
  "set-market-fees": { prepares: "time", handler: setLimit },
  "set-lever-terms": { prepares: "time", handler: setLimit },
  "set-site": { prepares: "time", handler: setSite },
  "set-withdrawal-rules": { prepares: "time", handler: setLimit },
  "set-funding-terms": { prepares: "time", handler: setFundingTerms },
  "set-withdrawal-fee": { prepares: "time", handler: setLimit },
  "adopt-rules": { prepares: "time", handler: adoptRules },
  "note-stores": { prepares: "time", handler: noteStores },
  "hold-clock": { prepares: "time", handler: holdClock },
  "announce-setting": { prepares: "time", handler: announceSetting },
  "withdraw-announcement": { prepares: "time", handler: withdrawAnnouncement },
  "set-position-mode": { prepares: "time", handler: setPositionMode },
  "begin-scenario": { prepares: "time", handler: beginScenario },
  "set-balance": { prepares: "time", handler: setBalance },
  "push-index": { prepares: "market", handler: pushIndex },
  "settle-funding-now": { prepares: "market", handler: settleFundingNow },
  "repay-loan": { prepares: "time", handler: repayLoan },
  "move-lever-funds": { prepares: "market", handler: moveLeverFunds },
};
