import { ClosedPositions } from "../../trading/records/closed-positions.tsx";
import { OrderRows } from "../../trading/records/order-rows.tsx";
import "../../trading/records/records.css";
import type { RecordsFilter } from "../../trading/records/records-filter.ts";
import { TradeRows } from "../../trading/records/trade-rows.tsx";
import { useContractTrades } from "../../trading/records/use-records.ts";

const ALL: RecordsFilter = { symbol: null, side: null, since: null, until: null };

/** Closed orders, fills or closed positions of all contracts. */
export function ContractHistory({ view }: { readonly view: "history" | "trades" | "closed" }) {
  if (view === "closed") return <ClosedPositions filter={ALL} />;
  return view === "history" ? <OrderRows filter={ALL} /> : <Trades />;
}

function Trades() {
  const pages = useContractTrades(ALL);
  return <TradeRows pages={pages} isNarrowed={false} hasProducts={false} />;
}
