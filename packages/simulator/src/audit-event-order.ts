import type { ExchangeEvent } from "@candor/domain/events/events";
import { ensure } from "./audit-error.ts";

const HAPPENINGS = 1;
const PHASES: Readonly<Record<ExchangeEvent["kind"], number>> = {
  executed: 0,
  "order-changed": HAPPENINGS,
  "trade-made": HAPPENINGS,
  "match-prevented": HAPPENINGS,
  "order-modified": HAPPENINGS,
  "funds-posted": HAPPENINGS,
  "index-changed": HAPPENINGS,
  "market-status-changed": HAPPENINGS,
  "account-opened": HAPPENINGS,
  "account-frozen": HAPPENINGS,
  "asset-listed": HAPPENINGS,
  "market-listed": HAPPENINGS,
  "deposit-credited": HAPPENINGS,
  "withdrawal-changed": HAPPENINGS,
  "contract-listed": HAPPENINGS,
  "position-changed": HAPPENINGS,
  "mark-changed": HAPPENINGS,
  "funding-settled": HAPPENINGS,
  "funding-paid": HAPPENINGS,
  "funding-closed": HAPPENINGS,
  "liquidation-step": HAPPENINGS,
  "pool-endowed": HAPPENINGS,
  converted: HAPPENINGS,
  "mining-plan-changed": HAPPENINGS,
  "miner-changed": HAPPENINGS,
  "option-terms-set": HAPPENINGS,
  "option-ticked": HAPPENINGS,
  "option-changed": HAPPENINGS,
  "lever-listed": HAPPENINGS,
  "lever-changed": HAPPENINGS,
  "lever-posted": HAPPENINGS,
  "loan-changed": HAPPENINGS,
  "lever-liquidated": HAPPENINGS,
  "inviter-set": HAPPENINGS,
  "referral-rate-set": HAPPENINGS,
  "referral-paid": HAPPENINGS,
  "balance-corrected": HAPPENINGS,
  "market-fees-set": HAPPENINGS,
  "setting-changed": HAPPENINGS,
  "funding-terms-set": HAPPENINGS,
  "setting-announced": HAPPENINGS,
  "announcement-ended": HAPPENINGS,
  "level-changed": 2,
  "balance-changed": 3,
};

/** Checks that a command's effects come first, then the resulting book levels and balances, each emitted once. */
export function ensureOrder(events: readonly ExchangeEvent[]): void {
  let phase = 0;
  for (const { kind } of events) {
    const next = PHASES[kind];
    ensure(next >= phase, `${kind} is out of order`);
    phase = next;
  }
}
