import { showToast } from "@candor/ui/toast-store";
import { useCallback, useRef, useState } from "react";
import { ApiError } from "../../../data/api-error.ts";
import { newRequestKey } from "../../../data/request-key.ts";
import { useT } from "../../../i18n/use-t.ts";
import { live } from "../../../shell/services.ts";
import { messageOf } from "../../../shell/use-call.ts";

/** An answer that did not come is asked for again with the same key: it counts once. */
export const TRIES = 3;
/** The spinner appears only when the answer takes longer than this. */
const BUSY_AFTER_MS = 800;
/** Long enough to read why something was refused or expired. */
export const REASON_TOAST_MS = 4_000;

export type TellFailure = (error: unknown) => void;

/** Says why a call was refused, or that its fate is not known. */
export function useTellFailure(): TellFailure {
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

/** The order whose fate is not known: sent once more it has to carry the same key. */
interface Unanswered {
  readonly payload: string;
  readonly key: string;
}

export type Payload = Readonly<Record<string, string | number | boolean>>;

export interface Placing {
  /** Placing takes longer than usual. */
  readonly isPlacing: boolean;
  /** Resolves to whether the order was accepted. A second call while one is under way is not made. */
  readonly place: (payload: Payload) => Promise<boolean>;
}

/**
 * Sends orders one at a time, each under a key of its own that a repetition keeps; none by prices that are not those of
 * now, after a sleep for instance: whoever saw them looks at the new ones first.
 * @param byPrice false: what is sent has nothing to do with prices
 */
export function usePlacing(
  send: (payload: Payload, key: string) => Promise<void>,
  tellFailure: TellFailure,
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
        tellFailure(error);
        return false;
      } finally {
        clearTimeout(timer);
        isRunning.current = false;
        setPlacing(false);
      }
    },
    [send, tellFailure, byPrice, t],
  );
  return { isPlacing, place };
}
