import type { AccountView } from "@candor/domain/engine-port";
import type { Wallet } from "@candor/domain/enumerations";
import { BINANCE } from "../binance-error.ts";
import type { BinancePorts } from "../binance-ports.ts";
import type { Parameters } from "../parameters.ts";
import { bitcoinE8, writeBitcoin } from "./value-in-bitcoin.ts";

const BITCOIN = "BTC";
/** Contracts settle in this coin. */
const SETTLED_IN = "USDT";

/** Returns each wallet's value in bitcoin at index prices, including unrealized profit. */
export async function walletBalances(ports: BinancePorts, parameters: Parameters, userId: number) {
  if ((parameters.text("quoteAsset")?.toUpperCase() ?? BITCOIN) !== BITCOIN)
    throw BINANCE.unsupported("quoteAsset");
  const view = await ports.engine.accountView(userId);
  const row = (walletName: string, valueE8: number) => ({
    activate: true,
    balance: writeBitcoin(valueE8),
    walletName,
  });
  return [
    row("Spot", walletE8(ports, view, "coin")),
    row("Funding", walletE8(ports, view, "main")),
    row("Isolated Margin", marginE8(ports, view)),
    row("USDⓈ-M Futures", walletE8(ports, view, "contract") + unrealizedE8(ports, view)),
    row("Options", walletE8(ports, view, "option")),
  ];
}

function walletE8(ports: BinancePorts, { balances }: AccountView, wanted: Wallet): number {
  return balances
    .filter(({ wallet }) => wallet === wanted)
    .reduce(
      (sum, { assetId, availableUnits, frozenUnits }) =>
        sum + bitcoinE8(ports, availableUnits + frozenUnits, ports.listings.asset(assetId)),
      0,
    );
}

function unrealizedE8(ports: BinancePorts, { contracts }: AccountView): number {
  const asset = ports.listings.assetBySymbol(SETTLED_IN);
  return asset === undefined ? 0 : bitcoinE8(ports, contracts?.unrealizedUnits ?? 0, asset);
}

/** A margin account's value is its assets minus its debts. */
function marginE8(ports: BinancePorts, { levers = [] }: AccountView): number {
  return levers.reduce((sum, lever) => {
    const { base, quote } = ports.listings.market(lever.marketId);
    const baseUnits = lever.baseAvailableUnits + lever.baseFrozenUnits - lever.baseDebtUnits;
    const quoteUnits = lever.quoteAvailableUnits + lever.quoteFrozenUnits - lever.quoteDebtUnits;
    return (
      sum +
      bitcoinE8(ports, baseUnits - lever.baseInterestUnits, base) +
      bitcoinE8(ports, quoteUnits - lever.quoteInterestUnits, quote)
    );
  }, 0);
}
