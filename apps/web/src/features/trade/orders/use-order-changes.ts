import { showToast } from "@candor/ui/toast-store";
import type { WireOrder } from "@candor/wire/objects";
import { useCallback } from "react";
import { create } from "zustand";
import type { ApiCallName } from "../../../data/call-routes.ts";
import { newRequestKey } from "../../../data/request-key.ts";
import { useT } from "../../../i18n/use-t.ts";
import { api, live } from "../../../shell/services.ts";
import { refresh } from "../../../shell/use-call.ts";
import { type TellFailure, TRIES } from "./use-placing.ts";

/** Where the answers of changes belong. */
export interface ChangesOf {
  readonly product: "spot" | "contract" | "lever";
  readonly take: (reply: { readonly order: WireOrder; readonly asOfSeq: number }) => void;
  /** Calls that show something else by now. */
  readonly stale: readonly ApiCallName[];
}

export interface OrderChanges {
  readonly cancel: (order: WireOrder) => Promise<void>;
  /** Of one market, or of all. */
  readonly cancelAll: (symbol: string | undefined) => Promise<void>;
  readonly reduce: (order: WireOrder, quantity: string) => Promise<boolean>;
}

/** Orders that are being canceled. */
const useCanceling = create<Readonly<Record<string, boolean>>>(() => ({}));

/** Whether this order is: of all rows only its own is drawn anew. */
export const useIsCanceling = (orderId: string): boolean => useCanceling((ids) => ids[orderId] === true);

/** Canceling and reducing. `of` must stay the same. */
export function useOrderChanges(of: ChangesOf, tellFailure: TellFailure): OrderChanges {
  const t = useT();
  const cancel = useCallback(
    async (order: WireOrder): Promise<void> => {
      const { orderId } = order;
      // A second cancel of the same order is not sent.
      if (useCanceling.getState()[orderId] === true) return;
      useCanceling.setState({ [orderId]: true });
      try {
        const reply = await api.call("cancel", { orderId }, { tries: TRIES });
        of.take(reply);
        showToast(t("trade.canceledToast"), { kind: "success" });
        void refresh(...of.stale);
      } catch (error) {
        tellFailure(error);
      } finally {
        useCanceling.setState({ [orderId]: false });
      }
    },
    [of, tellFailure, t],
  );
  const cancelAll = useCallback(
    async (symbol: string | undefined): Promise<void> => {
      try {
        const request = {
          product: of.product,
          requestId: newRequestKey(),
          ...(symbol && { symbol }),
        } as const;
        const reply = await api.call("cancelAll", request, { tries: TRIES });
        live.account.applyReply({ asOfSeq: reply.asOfSeq });
        showToast(t("trade.canceledManyToast", { count: reply.canceled.length }), { kind: "success" });
        void refresh(...of.stale);
      } catch (error) {
        tellFailure(error);
      }
    },
    [of, tellFailure, t],
  );
  const reduce = useCallback(
    async (order: WireOrder, quantity: string): Promise<boolean> => {
      try {
        const request = { orderId: order.orderId, quantity, requestId: newRequestKey() };
        const reply = await api.call("reduce", request, { tries: TRIES });
        of.take(reply);
        showToast(t("trade.reducedToast"), { kind: "success" });
        return true;
      } catch (error) {
        tellFailure(error);
        return false;
      }
    },
    [of, tellFailure, t],
  );
  return { cancel, cancelAll, reduce };
}
