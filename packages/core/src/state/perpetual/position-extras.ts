/** Rarely used fields. */
export class Extras {
  takeProfitTicks = 0;
  stopLossTicks = 0;
  waitingTakeProfit = 0;
  waitingStopLoss = 0;
  reduceOnlyOrders = 0;
  liquidationId = 0;
}

/** Shared empty record. */
export const NO_EXTRAS = new Extras();
