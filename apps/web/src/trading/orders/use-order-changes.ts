import { showToast } from "@candor/ui/toast-store";
import type { WireOrder } from "@candor/wire/objects";
import { useCallback } from "react";
import { create } from "zustand";
import type { ApiCallName } from "../../data/call-routes.ts";
import { newRequestKey } from "../../data/request-key.ts";
import { useT } from "../../i18n/use-t.ts";
import { refresh } from "../../shell/calls/use-call.ts";
import { api, live } from "../../shell/services/services.ts";
import { isTrailingNow } from "./price-change.ts";
import { type ShowFailure, TRIES } from "./use-placing.ts";

/** The product whose orders are changed, and what the replies update. */
export interface ChangesOf {
  readonly product: "spot" | "contract" | "lever";
  readonly take: (reply: { readonly order: WireOrder; readonly asOfSeq: number }) => void;
  /** Calls whose cached replies become stale. */
  readonly stale: readonly ApiCallName[];
}

export interface OrderChanges {
  readonly cancel: (order: WireOrder) => Promise<void>;
  /** For one market, or for all if undefined. */
  readonly cancelAll: (symbol: string | undefined) => Promise<void>;
  readonly reduce: (order: WireOrder, quantity: string) => Promise<boolean>;
  readonly changePrice: ChangePrice;
}

/** The prices that change. */
export interface NewPrices {
  readonly price?: string;
  /** Of an order that waits for its trigger. */
  readonly stopPrice?: string;
  /** Of an order that trails, as a fraction. */
  readonly trailingRate?: string;
}

/** Moves an order to another price; resolves to whether it moved. After a refusal it is as it was. */
export type ChangePrice = (order: WireOrder, prices: NewPrices) => Promise<boolean>;

/** Orders with a cancel in progress. */
const useCanceling = create<Readonly<Record<string, boolean>>>(() => ({}));

/** Whether this order is being canceled; only its own row rerenders. */
export const useIsCanceling = (orderId: string): boolean => useCanceling((ids) => ids[orderId] === true);

/** Canceling and reducing. `of` must be stable. */
export function useOrderChanges(of: ChangesOf, showFailure: ShowFailure): OrderChanges {
  const t = useT();
  const cancel = useCallback(
    async (order: WireOrder): Promise<void> => {
      const { orderId } = order;
      // Skip a second cancel of the same order.
      if (useCanceling.getState()[orderId] === true) return;
      useCanceling.setState({ [orderId]: true });
      try {
        const reply = await api.call("cancel", { orderId }, { tries: TRIES });
        of.take(reply);
        const others = reply.alsoCanceled?.length ?? 0;
        showToast(
          others === 0 ? t("trade.canceledToast") : t("trade.canceledManyToast", { count: others + 1 }),
          { kind: "success" },
        );
        void refresh(...of.stale);
      } catch (error) {
        showFailure(error);
      } finally {
        useCanceling.setState({ [orderId]: false });
      }
    },
    [of, showFailure, t],
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
        showFailure(error);
      }
    },
    [of, showFailure, t],
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
        showFailure(error);
        return false;
      }
    },
    [of, showFailure, t],
  );
  return { cancel, cancelAll, reduce, changePrice: usePriceChange(of, showFailure) };
}

/** Changing the price of one product's orders. `of` must be stable. */
export function usePriceChange(of: ChangesOf, showFailure: ShowFailure): ChangePrice {
  const t = useT();
  return useCallback(
    async (had, prices) => {
      const { orderId } = had;
      try {
        const request = { orderId, ...prices, requestId: newRequestKey() };
        const { order, replaced, asOfSeq } = await api.call("changePrice", request, { tries: TRIES });
        if (replaced !== null) of.take({ order: replaced, asOfSeq });
        of.take({ order, asOfSeq });
        showToast(t(isTrailingNow(had) ? "lines.orderChanged" : "lines.changed"), { kind: "success" });
        void refresh(...of.stale);
        return true;
      } catch (error) {
        showFailure(error);
        return false;
      }
    },
    [of, showFailure, t],
  );
}
