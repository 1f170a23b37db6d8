import type { AccountPosition, LiquidationStep } from "@candor/domain/events/contract-events";
import type { TradeMade } from "@candor/domain/events/events";
import type { ContractSpec } from "@candor/domain/specs/contract-listing";
import { ForcedClose, type ForcedPosition } from "@candor/formulas/perpetual/forced-close";
import { ensure } from "./audit-error.ts";

/** Quote units of one lot at one tick, by market. */
type FactorOf = (marketId: number) => number;

/**
 * Recomputes every trade of a liquidation from its step only, as a browser does with the step's evidence: realized
 * profit, fee, and the fund's part of the loss. The core has separate code for closing positions.
 */
export class ForcedCloseAudit {
  /** Trades of the current command, by the taker's order. */
  private readonly trades = new Map<number, TradeMade[]>();
  /** Liquidation fees, by market. */
  private readonly feesPpm = new Map<number, number>();

  listed(marketId: number, { liquidationFeePpm }: ContractSpec): void {
    this.feesPpm.set(marketId, liquidationFeePpm);
  }

  beginCommand(): void {
    this.trades.clear();
  }

  trade(trade: TradeMade): void {
    const others = this.trades.get(trade.takerOrderId);
    if (others === undefined) this.trades.set(trade.takerOrderId, [trade]);
    else others.push(trade);
  }

  step(step: LiquidationStep, factorOf: FactorOf): void {
    const what = `liquidation ${step.liquidationId} (${step.method})`;
    const trades = step.orderId === 0 ? [] : (this.trades.get(step.orderId) ?? []);
    ensure(trades.length === step.fills.length, `${what}: ${step.fills.length} of ${trades.length} trades`);
    const closing = new ForcedClose(forcedPosition(step, factorOf), this.feesPpm.get(step.marketId) ?? 0);
    let fees = 0;
    let losses = 0;
    trades.forEach(({ tradeId, quantityLots, quoteUnits }, at) => {
      const told = step.fills[at];
      const found = { tradeId, ...closing.close(quantityLots, quoteUnits) };
      ensure(
        JSON.stringify(told) === JSON.stringify(found),
        `${what}: emitted ${JSON.stringify(told)}, its step gives ${JSON.stringify(found)}`,
      );
      fees += found.feeUnits;
      losses += found.lossUnits;
    });
    ensure(fees === step.feeUnits && losses === step.lossUnits, `${what}: fees ${fees}, losses ${losses}`);
  }
}

function forcedPosition(step: LiquidationStep, factorOf: FactorOf): ForcedPosition {
  const { lots, entryCostUnits: costUnits, marginUnits } = step;
  if (step.marginMode === "isolated") return { lots, costUnits, marginUnits };
  const cross = step.positions.filter(({ marginMode }) => marginMode === "cross");
  const frozen = step.positions.reduce((sum, position) => sum + position.marginUnits, 0);
  return {
    lots,
    costUnits,
    marginUnits,
    cross: {
      margins: {
        units: cross.map((position) => position.marginUnits),
        own: cross.findIndex((position) => isOwn(position, step)),
      },
      freeUnits: step.walletUnits - frozen,
      othersUnits: cross
        .filter((position) => !isOwn(position, step))
        .reduce((sum, position) => sum + profitOf(position, factorOf), 0),
    },
  };
}

/** In hedge mode the account may have a position of the other side in the same market. */
function isOwn({ marketId, lots }: AccountPosition, step: LiquidationStep): boolean {
  return marketId === step.marketId && lots > 0 === step.lots > 0;
}

function profitOf(
  { lots, entryCostUnits, marketId, markTicks }: AccountPosition,
  factorOf: FactorOf,
): number {
  const value = Math.abs(lots) * markTicks * factorOf(marketId);
  return lots > 0 ? value - entryCostUnits : entryCostUnits - value;
}
