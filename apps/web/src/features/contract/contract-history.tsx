import { OrderRows } from "../../trading/records/order-rows.tsx";
import "../../trading/records/records.css";
import type { RecordsFilter } from "../../trading/records/records-filter.ts";
import { TradeRows } from "../../trading/records/trade-rows.tsx";
import { useContractTrades } from "../../trading/records/use-records.ts";

const ALL: RecordsFilter = { symbol: null, side: null, since: null, until: null };

/** Closed orders or fills of all contracts. */
export function ContractHistory({ view }: { readonly view: "history" | "trades" }) {
  return view === "history" ? <OrderRows filter={ALL} /> : <Trades />;
}

function Trades() {
  const pages = useContractTrades(ALL);
  return <TradeRows pages={pages} isNarrowed={false} hasProducts={false} hasProfit />;
}
