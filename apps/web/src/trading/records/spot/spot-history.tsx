import { OrderHistory } from "./order-history.tsx";
import type { RecordsProps } from "./record-list.tsx";
import { TradeHistory } from "./trade-history.tsx";

interface Props extends RecordsProps {
  readonly view: "history" | "trades";
}

/** Below the spot ticket: closed orders or their trades. */
export function SpotHistory({ view, ...props }: Props) {
  return view === "history" ? <OrderHistory {...props} /> : <TradeHistory {...props} />;
}
