import type { WireOrder } from "@candor/wire/objects";

/** "BTCUSDT 20×": the contract of an order, and the leverage at which it was accepted. */
export const contractName = ({ leverage, symbol }: WireOrder) => (
  <>
    {symbol}
    {leverage !== null && (
      <span className="small muted n" translate="no">
        {" "}
        {leverage}×
      </span>
    )}
  </>
);
