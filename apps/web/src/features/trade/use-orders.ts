import type { WireOrder } from "@candor/protocol/wire/objects";
import { showToast } from "@candor/ui/toast-store";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useCallback, useState } from "react";
import { ApiError } from "../../data/api-error.ts";
import type { ApiRequest } from "../../data/legacy-api.ts";
import { newRequestKey } from "../../data/request-key.ts";
import { useT } from "../../i18n/use-t.ts";
import { api, live } from "../../shell/services.ts";
import { messageOf, refresh } from "../../shell/use-call.ts";
import { REASON_WORDS } from "./order-words.ts";

/** An answer that did not come is asked for again with the same key: it counts once. */
const TRIES = 3;

export interface OrderActs {
  readonly isPlacing: boolean;
  readonly busyIds: ReadonlySet<string>;
  /** Resolves to whether the order was accepted. */
  readonly place: (payload: Readonly<Record<string, string>>) => Promise<boolean>;
  readonly cancel: (order: WireOrder) => Promise<void>;
  readonly cancelAll: () => Promise<void>;
  readonly reduce: (order: WireOrder, quantity: string) => Promise<boolean>;
}

/** Placing, canceling and reducing, with what to say about each outcome. */
export function useOrders(): OrderActs {
  const t = useT();
  const formats = useFormats();
  const [isPlacing, setPlacing] = useState(false);
  const [busyIds, setBusyIds] = useState<ReadonlySet<string>>(new Set());

  const fail = useCallback(
    (error: unknown) => {
      const isUnknown = error instanceof ApiError && error.outcomeUnknown;
      showToast(isUnknown ? t("trade.outcomeUnknown") : messageOf(error), { kind: "error" });
    },
    [t],
  );

  const tellPlaced = useCallback(
    (order: WireOrder) => {
      const coin = order.symbol.replace(/(USDT|BTC)$/, "");
      const amount = formats.decimal(order.executedQuantity, { minDecimals: 0 });
      const hasFilled = /[1-9]/.test(order.executedQuantity);
      const why = order.reason === null ? undefined : REASON_WORDS[order.reason];
      const reason = why === undefined ? "" : t(why);
      if (order.status === "expired") {
        showToast(
          hasFilled
            ? t("trade.partlyExpiredToast", { amount, coin, reason })
            : t("trade.expiredToast", { reason }),
          { kind: hasFilled ? "success" : "info", durationMs: 4_000 },
        );
        return;
      }
      if (order.status === "filled") showToast(t("trade.filledToast", { amount, coin }), { kind: "success" });
      else if (hasFilled) showToast(t("trade.partlyFilledToast", { amount, coin }), { kind: "success" });
      else showToast(t("trade.placed"), { kind: "success" });
    },
    [t, formats],
  );

  const place = useCallback(
    async (payload: Readonly<Record<string, string>>): Promise<boolean> => {
      setPlacing(true);
      try {
        const request = { ...payload, clientOrderId: newRequestKey() } as ApiRequest<"doOrder">;
        const reply = await api.call("doOrder", request, { tries: TRIES });
        const orders = "orders" in reply && reply.orders !== undefined ? reply.orders : [];
        const order = "order" in reply && reply.order !== undefined ? reply.order : orders[0];
        live.account.applyReply({
          orders: order === undefined ? orders : [order, ...orders],
          asOfSeq: reply.asOfSeq,
        });
        if (order !== undefined) tellPlaced(order);
        void refresh("record", "walletIndex");
        return true;
      } catch (error) {
        fail(error);
        return false;
      } finally {
        setPlacing(false);
      }
    },
    [fail, tellPlaced],
  );

  const cancel = useCallback(
    async (order: WireOrder): Promise<void> => {
      setBusyIds((before) => new Set(before).add(order.orderId));
      try {
        const reply = await api.call("cancel", { orderId: order.orderId }, { tries: TRIES });
        live.account.applyReply({ order: reply.order, asOfSeq: reply.asOfSeq });
        showToast(t("trade.canceledToast"), { kind: "success" });
        void refresh("record", "walletIndex");
      } catch (error) {
        fail(error);
      } finally {
        setBusyIds((before) => new Set([...before].filter((id) => id !== order.orderId)));
      }
    },
    [fail, t],
  );

  const cancelAll = useCallback(async (): Promise<void> => {
    try {
      const reply = await api.call("cancelAll", { requestId: newRequestKey() }, { tries: TRIES });
      showToast(t("trade.canceledManyToast", { count: reply.canceled.length }), { kind: "success" });
      void refresh("record", "walletIndex");
    } catch (error) {
      fail(error);
    }
  }, [fail, t]);

  const reduce = useCallback(
    async (order: WireOrder, quantity: string): Promise<boolean> => {
      try {
        const request = { orderId: order.orderId, quantity, requestId: newRequestKey() };
        const reply = await api.call("reduce", request, { tries: TRIES });
        live.account.applyReply({ order: reply.order, asOfSeq: reply.asOfSeq });
        showToast(t("trade.reducedToast"), { kind: "success" });
        return true;
      } catch (error) {
        fail(error);
        return false;
      }
    },
    [fail, t],
  );

  return { isPlacing, busyIds, place, cancel, cancelAll, reduce };
}
