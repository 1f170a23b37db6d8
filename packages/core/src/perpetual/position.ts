import { TRIGGER_BYS } from "@candor/protocol/enumerations";
import type { Contract } from "./contract.ts";

/** Index into TRIGGER_BYS. */
export const BY_LAST = TRIGGER_BYS.indexOf("last");
export const BY_MARK = TRIGGER_BYS.indexOf("mark");
export const BY_INDEX = TRIGGER_BYS.indexOf("index");

/** A user's side of contracts: everything that shares the contract wallet. */
export class ContractAccount {
  readonly userId: number;
  /** In the order of their markets. */
  readonly positions: Position[] = [];

  constructor(userId: number) {
    this.userId = userId;
  }
}

/**
 * One user's position in one contract, with the settings and the resting orders that go with it. It exists from the
 * first order or setting on and stays when nothing is open (0 lots).
 *
 * Frozen in the contract wallet are, over all positions of the user, `margin` and `orderMargin`; nothing else.
 */
export class Position {
  readonly account: ContractAccount;
  readonly contract: Contract;
  /** Its place in the contract's list. */
  readonly row: number;
  /** Counts all positions ever opened; 0: none yet. */
  id = 0;
  /** Above zero long, below zero short. */
  lots = 0;
  /** What the open lots have cost or brought, in quote units. */
  cost = 0;
  margin = 0;
  orderMargin = 0;
  isCross = false;
  leverage: number;
  realized = 0;
  fundingPaid = 0;
  takeProfitTicks = 0;
  stopLossTicks = 0;
  triggerBy = BY_MARK;
  openedAtMs = 0;
  updatedAtMs = 0;
  /** The last round of funding that it has paid or received. */
  fundedRound: number;

  /** Resting orders that are not reduce-only. */
  buyLots = 0;
  buyUnits = 0;
  sellLots = 0;
  sellUnits = 0;
  /** Live orders, untriggered ones included, and those of them that are reduce-only. */
  orders = 0;
  reduceOnlyOrders = 0;

  /** The liquidation under way; 0: none. */
  liquidationId = 0;
  /** Nobody could take it at this mark: it waits for the next one. */
  isParked = false;
  /** Index into POSITION_CAUSES of what this command did to it, or −1: nothing. */
  cause = -1;
  /** Whether what follows from a change (orders, holds, risk) has been brought up to date. */
  isTidy = true;
  /** Whether its place in the risk queue is that of its lots, cost and money. */
  isRiskKnown = true;
  /** The take-profit and stop-loss that wait now (0: none), for which price, and of which side. */
  waitingTakeProfit = 0;
  waitingStopLoss = 0;
  waitingBy = BY_MARK;
  waitsLong = false;

  constructor(account: ContractAccount, contract: Contract, row: number) {
    this.account = account;
    this.contract = contract;
    this.row = row;
    this.leverage = contract.defaultLeverage;
    this.fundedRound = contract.round;
  }

  /** How many lots an order of `side` (0 buy, 1 sell) closes at most. */
  closable(side: number): number {
    return Math.max(0, side === 0 ? 0 - this.lots : this.lots);
  }
}
