import { useRef, useState } from "react";
import { ApiError } from "../../data/api-error.ts";
import { newRequestKey } from "../../data/request-key.ts";
import { messageOf, refresh } from "../../shell/calls/use-call.ts";
import { priceText, quantityText } from "../market/market-terms.ts";
import type { ScaledOrder } from "./scaled-orders.ts";
import type { ToolProps } from "./tool-props.ts";

/** What became of one order of a batch. */
export type ScaledResult =
  | { readonly kind: "placed"; readonly isFilled: boolean }
  | { readonly kind: "rejected"; readonly reason: string }
  /** No reply arrived: the same key is sent again with the next attempt. */
  | { readonly kind: "unknown" };

interface Batch extends Pick<ToolProps, "product" | "terms" | "sendOrder"> {
  readonly side: "buy" | "sell";
  readonly orders: readonly ScaledOrder[];
}

export interface ScaledSending {
  /** By position in the batch; absent if not sent. */
  readonly results: readonly (ScaledResult | undefined)[];
  readonly isSending: boolean;
  readonly send: (batch: Batch) => Promise<void>;
}

/**
 * Sends the orders of a batch one after the other and keeps each result. A rejected order does not stop the others; an
 * unknown outcome does. Sending again continues with the orders that have no result, with the same keys.
 */
export function useScaledSending(): ScaledSending {
  const [results, setResults] = useState<readonly (ScaledResult | undefined)[]>([]);
  const [isSending, setSending] = useState(false);
  const keys = useRef<string[]>([]);
  const isRunning = useRef(false);
  const send = async (batch: Batch): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setSending(true);
    const found: (ScaledResult | undefined)[] = [...results];
    for (const [at, order] of batch.orders.entries()) {
      if (found[at] !== undefined && found[at].kind !== "unknown") continue;
      keys.current[at] ??= newRequestKey();
      found[at] = await sendOne(batch, order, keys.current[at]);
      setResults([...found]);
      if (found[at].kind === "unknown") break;
    }
    void refresh("record", "contractRecord", "walletIndex");
    isRunning.current = false;
    setSending(false);
  };
  return { results, isSending, send };
}

async function sendOne(
  { product, terms, side, sendOrder }: Batch,
  order: ScaledOrder,
  key: string,
): Promise<ScaledResult> {
  const payload = {
    ...(product === "spot" && { product }),
    symbol: terms.symbol,
    side,
    type: "limit",
    timeInForce: "gtc",
    price: priceText(order.ticks, terms),
    quantity: quantityText(order.lots, terms),
  };
  try {
    const [placed] = await sendOrder(payload, key);
    return { kind: "placed", isFilled: placed?.status === "filled" };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.outcomeUnknown ? { kind: "unknown" } : { kind: "rejected", reason: messageOf(error) };
  }
}
