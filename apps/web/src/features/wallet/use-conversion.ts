import { signOfDecimal } from "@candor/text/decimal-text";
import type { CallReply } from "@candor/wire/calls";
import { useState } from "react";
import { newRequestKey } from "../../data/request-key.ts";
import { useT } from "../../i18n/use-t.ts";
import { messageOf, useAct } from "../../shell/calls/use-call.ts";
import { useSearchParams } from "../../shell/routing/use-search-params.ts";

type Quote = CallReply<"convertQuote">;

/** A quote and its expiry by this device's clock. */
export interface HeldQuote {
  readonly quote: Quote;
  readonly untilMs: number;
  /** Idempotency key for accepting it. */
  readonly requestId: string;
}

interface Input {
  readonly from: string;
  readonly to: string;
  readonly wallet: "main" | "coin";
  readonly amount: string;
}

/** Quotes are valid for 8 seconds, counted from the reply, so the device's clock does not matter. */
const HOLDS_MS = 8_000;
const BEFORE_QUOTE = "USDT";
const FIRST_WISH = "BTC";

/** What to convert, and the quote for it. */
export function useConversion() {
  const t = useT();
  const [params] = useSearchParams();
  const [input, setInput] = useState<Input>({
    from: BEFORE_QUOTE,
    to: FIRST_WISH,
    wallet: params.get("wallet") === "coin" ? "coin" : "main",
    amount: "",
  });
  const { from, to, wallet, amount } = input;
  const [error, setError] = useState<string | null>(null);
  const [held, setHeld] = useState<HeldQuote | null>(null);
  const asking = useAct("convertQuote");
  /** The quote was for the previous input. */
  const change = (changes: Partial<Input>) => {
    setInput((now) => ({ ...now, ...changes }));
    setError(null);
    setHeld(null);
  };
  const choose = (nextFrom: string, nextTo: string) => change({ from: nextFrom, to: nextTo });
  const ask = async () => {
    if (signOfDecimal(amount) === 0) return setError(t("wallet.amountEmpty"));
    const quoted = await asking.run({ fromAsset: from, toAsset: to, fromAmount: amount, wallet });
    if (quoted === null) return;
    if (!quoted.ok) return setError(messageOf(quoted.error));
    setHeld({ quote: quoted.reply, untilMs: Date.now() + HOLDS_MS, requestId: newRequestKey() });
  };
  return { ...input, error, held, isAsking: asking.isBusy, change, choose, ask };
}
