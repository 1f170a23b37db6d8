import { INSURANCE_FUND_USER_ID, type LiquidationStep } from "@candor/domain/events/contract-events";
import { ensure } from "../audit-error.ts";

/** The liquidations in progress, and the order of their steps. */
export class AuditedLiquidations {
  /** Users by their liquidations in progress. */
  private readonly users = new Map<number, number>();
  private lastId = 0;

  /**
   * Checks that a liquidation starts by canceling the orders, that its id is the next one, and that it never resumes
   * once it is over.
   */
  step(step: LiquidationStep, what: string): void {
    const isFirst = step.liquidationId > this.lastId;
    if (!isFirst) ensure(this.users.get(step.liquidationId) === step.userId, `${what}: it had already ended`);
    else if (step.userId !== INSURANCE_FUND_USER_ID)
      ensure(step.method === "orders", `${what}: its first step must cancel orders`);
    this.lastId = Math.max(this.lastId, step.liquidationId);
    this.users.set(step.liquidationId, step.userId);
  }

  /** Ends the liquidations of users who are no longer at risk. */
  endCommand(isAtRisk: (userId: number) => boolean): void {
    for (const [id, userId] of this.users)
      if (userId !== INSURANCE_FUND_USER_ID && !isAtRisk(userId)) this.users.delete(id);
  }
}
