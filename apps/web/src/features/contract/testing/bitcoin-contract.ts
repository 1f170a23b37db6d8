import { marketTerms } from "../../../trading/market/market-terms.ts";
import { type ContractTerms, contractTerms } from "../contract-terms.ts";

export const BTC_CONTRACT_MARKET = {
  symbol: "BTCUSDT",
  tokenCur: "BTC",
  quote: "USDT",
  tick: "0.1",
  lot: "0.001",
  minQuantity: "0.001",
  maxQuantity: "500",
  minNotional: "5",
  priceBandRate: "0.100000",
  makerFeeRate: "0.000200",
  takerFeeRate: "0.000500",
};
/** The contract of ticket and calculator tests: two tiers, fees of 0.02% and 0.05%. */
export const BTC_CONTRACT: ContractTerms = contractTerms(marketTerms(BTC_CONTRACT_MARKET, 8, 6), {
  symbol: "BTCUSDT",
  brackets: [
    {
      tier: 1,
      notionalFloor: "0.000000",
      notionalCap: "50000.000000",
      maxLeverage: 100,
      maintenanceRate: "0.004000",
      cumulative: "0.000000",
    },
    {
      tier: 2,
      notionalFloor: "50000.000000",
      notionalCap: "250000.000000",
      maxLeverage: 50,
      maintenanceRate: "0.006000",
      cumulative: "100.000000",
    },
  ],
  fundingIntervalSeconds: 28_800,
  fundingCapRate: "0.007500",
  announced: null,
  interestRate: "0.000100",
  makerFeeRate: "0.000200",
  takerFeeRate: "0.000500",
  liquidationFeeRate: "0.005000",
  markBoundRate: "0.001600",
  impactNotional: "10000.000000",
});
