import { showToast } from "@candor/ui/toast-store";
import { useCallback, useRef, useState } from "react";
import { ApiError } from "../../data/api-error.ts";
import { newRequestKey } from "../../data/request-key.ts";
import { useT } from "../../i18n/use-t.ts";
import { messageOf } from "../../shell/calls/use-call.ts";
import { live } from "../../shell/services/services.ts";

/** A missing reply is requested again with the same key, so the order is placed once. */
export const TRIES = 3;
/** Delay before the spinner appears. */
const BUSY_AFTER_MS = 800;
/** Long enough to read why an order was rejected or expired. */
export const REASON_TOAST_MS = 4_000;

export type ShowFailure = (error: unknown) => void;

/** Reports why a call was rejected, or that its outcome is unknown. */
export function useShowFailure(): ShowFailure {
  const t = useT();
  return useCallback(
    (error) => {
      if (!(error instanceof ApiError)) throw error;
      const words = error.outcomeUnknown ? t("trade.outcomeUnknown") : messageOf(error);
      showToast(words, { kind: "error", durationMs: REASON_TOAST_MS });
    },
    [t],
  );
}

/** An order with an unknown outcome: a retry must use the same key. */
interface Unanswered {
  readonly payload: string;
  readonly key: string;
}

/** A call's fields; lists are those of pending orders. */
export type Payload = Readonly<Record<string, string | number | boolean | readonly object[]>>;

export interface Placing {
  /** Placing is taking longer than usual. */
  readonly isPlacing: boolean;
  /** Resolves to whether the order was accepted. Does nothing while a call is in progress. */
  readonly place: (payload: Payload) => Promise<boolean>;
}

/**
 * Sends orders one at a time, each with its own idempotency key that retries reuse. Refuses while prices are stale, for
 * example after sleep, so that the user sees current prices first.
 * @param byPrice false if the request does not depend on prices
 */
export function usePlacing(
  send: (payload: Payload, key: string) => Promise<void>,
  showFailure: ShowFailure,
  byPrice = true,
): Placing {
  const t = useT();
  const [isPlacing, setPlacing] = useState(false);
  const isRunning = useRef(false);
  const unanswered = useRef<Unanswered | null>(null);
  const place = useCallback(
    async (payload: Payload): Promise<boolean> => {
      if (isRunning.current) return false;
      if (byPrice && !live.freshPrices.getSnapshot()) {
        live.freshPrices.ask();
        showToast(t("trade.pricesOld"), { kind: "error", durationMs: REASON_TOAST_MS });
        return false;
      }
      isRunning.current = true;
      const text = JSON.stringify(payload);
      const key = unanswered.current?.payload === text ? unanswered.current.key : newRequestKey();
      const timer = setTimeout(() => setPlacing(true), BUSY_AFTER_MS);
      try {
        await send(payload, key);
        unanswered.current = null;
        return true;
      } catch (error) {
        const isUnknown = error instanceof ApiError && error.outcomeUnknown;
        unanswered.current = isUnknown ? { payload: text, key } : null;
        showFailure(error);
        return false;
      } finally {
        clearTimeout(timer);
        isRunning.current = false;
        setPlacing(false);
      }
    },
    [send, showFailure, byPrice, t],
  );
  return { isPlacing, place };
}
