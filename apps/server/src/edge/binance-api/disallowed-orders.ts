import type { SignedCall } from "./binance-call.ts";
import { BINANCE } from "./binance-error.ts";
import type { BinancePorts } from "./binance-ports.ts";
import { marketOf } from "./market-of.ts";
import { readOrder } from "./order-request.ts";
import { readOto, readOtoco } from "./oto-request.ts";
import type { Parameters } from "./parameters.ts";
import { tradeCall } from "./signed-calls.ts";

/**
 * Orders that no market allows: lists whose pending orders sell what their working order bought, and orders routed over
 * several books. As at Binance, their parameters and symbol are checked before they are refused.
 */
export function disallowedOrderCalls(ports: BinancePorts): readonly SignedCall[] {
  const refused = (
    path: string,
    check: (parameters: Parameters) => void,
    refusal: () => Error,
  ): SignedCall => ({
    ...tradeCall("POST", path, (parameters) => {
      check(parameters);
      marketOf(ports, parameters);
      throw refusal();
    }),
    readsOnly: true,
  });
  return [
    refused("/orderList/opo", (parameters) => checkPaidList(parameters, readOto), BINANCE.paidLists),
    refused("/orderList/opoco", (parameters) => checkPaidList(parameters, readOtoco), BINANCE.paidLists),
    refused("/sor/order", checkRoutedOrder, BINANCE.noRouting),
    refused("/sor/order/test", checkRoutedOrder, BINANCE.noRouting),
  ];
}

/** A list whose pending orders have no quantity of their own: they sell what the working order receives. */
function checkPaidList(parameters: Parameters, read: (parameters: Parameters) => unknown): void {
  parameters.set("pendingQuantity", "1");
  read(parameters);
  if (parameters.needed("workingSide") !== "BUY") throw BINANCE.paidListBuys();
  if (parameters.needed("pendingSide") !== "SELL") throw BINANCE.paidListSells();
}

function checkRoutedOrder(parameters: Parameters): void {
  const { payload } = readOrder(parameters);
  parameters.needed("quantity");
  if (payload.type === "limit") parameters.needed("price");
  parameters.flag("computeCommissionRates");
}
