import type { CallReply } from "@candor/wire/calls";
import { useState } from "react";
import { ApiError } from "../../data/api-error.ts";
import { newRequestKey } from "../../data/request-key.ts";
import { refresh } from "../../shell/calls/use-call.ts";
import { api, live } from "../../shell/services/services.ts";
import { SMALL_TO, type SmallBalance } from "./small-balances.ts";

type Quote = CallReply<"convertQuote">;
type Accepted = CallReply<"convertAccept">;

/** Progress of one balance. Each is rejected independently. */
export type Step =
  | { readonly kind: "quoted"; readonly quote: Quote; readonly requestId: string; readonly untilMs: number }
  | { readonly kind: "refused"; readonly error: ApiError }
  | { readonly kind: "converted"; readonly reply: Accepted };

export interface SmallConversions {
  readonly isBusy: boolean;
  /** By asset. */
  readonly steps: ReadonlyMap<string, Step>;
  readonly quote: (balances: readonly SmallBalance[]) => Promise<void>;
  /** Accepts all valid quotes, one by one. */
  readonly convert: () => Promise<void>;
  readonly reset: () => void;
}

/** Counted from the reply, so the device's clock does not matter. */
const HOLDS_MS = 8_000;
/** Tries while an acceptance's outcome is unknown: its key ensures that it is executed once. */
const TRIES = 3;

/** Returns the result of a call; anything but an ApiError is a bug and is rethrown. */
async function outcome(run: () => Promise<Step>): Promise<Step> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { kind: "refused", error };
  }
}

/** Quotes and converts several balances independently. */
export function useSmallConversions(wallet: "main" | "coin"): SmallConversions {
  const [steps, setSteps] = useState<ReadonlyMap<string, Step>>(new Map());
  const [isBusy, setBusy] = useState(false);
  const take = (asset: string, step: Step) => setSteps((before) => new Map(before).set(asset, step));
  const busily = async (run: () => Promise<void>): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    try {
      await run();
    } finally {
      setBusy(false);
    }
  };
  const quote = (balances: readonly SmallBalance[]) =>
    busily(async () => {
      setSteps(new Map());
      for (const { asset, available } of balances) {
        const wish = { fromAsset: asset, toAsset: SMALL_TO, fromAmount: available, wallet };
        const step = await outcome(async () => ({
          kind: "quoted",
          quote: await api.call("convertQuote", wish),
          requestId: newRequestKey(),
          untilMs: Date.now() + HOLDS_MS,
        }));
        take(asset, step);
      }
    });
  const convert = () =>
    busily(async () => {
      for (const [asset, step] of steps) {
        if (step.kind !== "quoted") continue;
        const { quoteId } = step.quote;
        const { requestId } = step;
        const done = await outcome(async () => ({
          kind: "converted",
          reply: await api.call("convertAccept", { quoteId, requestId }, { tries: TRIES }),
        }));
        take(asset, done);
        if (done.kind === "converted") live.account.applyReply({ asOfSeq: done.reply.asOfSeq });
      }
      await refresh("marketBalance", "walletIndex", "moneyLog", "record");
    });
  return { isBusy, steps, quote, convert, reset: () => setSteps(new Map()) };
}
