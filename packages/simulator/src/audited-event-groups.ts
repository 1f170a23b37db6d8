import type { ExchangeEvent } from "@candor/domain/events/events";

/** Events of orders, trades, balances and prices of all products. */
export type CommonEvent = Extract<
  ExchangeEvent,
  {
    kind:
      | "executed"
      | "order-changed"
      | "trade-made"
      | "match-prevented"
      | "order-modified"
      | "funds-posted"
      | "deposit-credited"
      | "withdrawal-changed"
      | "level-changed"
      | "balance-changed"
      | "index-changed";
  }
>;
export type ContractEvent = Extract<
  ExchangeEvent,
  {
    kind:
      | "position-changed"
      | "mark-changed"
      | "funding-settled"
      | "funding-paid"
      | "funding-closed"
      | "liquidation-step";
  }
>;
export type ProductEvent = Extract<
  ExchangeEvent,
  {
    kind:
      | "mining-plan-changed"
      | "miner-changed"
      | "option-terms-set"
      | "option-ticked"
      | "option-changed"
      | "converted"
      | "lever-changed"
      | "lever-listed"
      | "lever-posted"
      | "loan-changed"
      | "lever-liquidated";
  }
>;
