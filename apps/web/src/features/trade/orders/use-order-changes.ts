import type { WireOrder } from "@candor/protocol/wire/objects";
import { showToast } from "@candor/ui/toast-store";
import { useCallback, useRef, useState } from "react";
import type { ApiCallName } from "../../../data/call-routes.ts";
import { newRequestKey } from "../../../data/request-key.ts";
import { useT } from "../../../i18n/use-t.ts";
import { api } from "../../../shell/services.ts";
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
  /** Orders that are being canceled. */
  readonly busyIds: ReadonlySet<string>;
  readonly cancel: (order: WireOrder) => Promise<void>;
  /** Of one market, or of all. */
  readonly cancelAll: (symbol: string | undefined) => Promise<void>;
  readonly reduce: (order: WireOrder, quantity: string) => Promise<boolean>;
}

/** Canceling and reducing. `of` must stay the same. */
export function useOrderChanges(of: ChangesOf, tellFailure: TellFailure): OrderChanges {
  const t = useT();
  const { busyIds, setBusy } = useBusyIds();
  const cancel = useCallback(
    async (order: WireOrder): Promise<void> => {
      if (!setBusy(order.orderId, true)) return;
      try {
        const reply = await api.call("cancel", { orderId: order.orderId }, { tries: TRIES });
        of.take(reply);
        showToast(t("trade.canceledToast"), { kind: "success" });
        void refresh(...of.stale);
      } catch (error) {
        tellFailure(error);
      } finally {
        setBusy(order.orderId, false);
      }
    },
    [of, tellFailure, setBusy, t],
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
  return { busyIds, cancel, cancelAll, reduce };
}

interface BusyIds {
  readonly busyIds: ReadonlySet<string>;
  /** Whether that changed anything: a second cancel of the same order is not sent. */
  readonly setBusy: (id: string, isBusy: boolean) => boolean;
}

function useBusyIds(): BusyIds {
  const ids = useRef(new Set<string>());
  const [busyIds, setBusyIds] = useState<ReadonlySet<string>>(new Set());
  const setBusy = useCallback((id: string, isBusy: boolean): boolean => {
    if (ids.current.has(id) === isBusy) return false;
    if (isBusy) ids.current.add(id);
    else ids.current.delete(id);
    setBusyIds(new Set(ids.current));
    return true;
  }, []);
  return { busyIds, setBusy };
}
