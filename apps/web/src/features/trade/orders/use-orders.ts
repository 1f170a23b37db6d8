import type { CallReply } from "@candor/protocol/wire/calls";
import type { WireOrder } from "@candor/protocol/wire/objects";
import { signOfDecimal } from "@candor/ui/number-format";
import { showToast } from "@candor/ui/toast-store";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useCallback, useRef, useState } from "react";
import { ApiError } from "../../../data/api-error.ts";
import type { ApiRequest } from "../../../data/legacy-api.ts";
import { newRequestKey } from "../../../data/request-key.ts";
import { useT } from "../../../i18n/use-t.ts";
import { tradePath } from "../../../shell/routes.ts";
import { api, live } from "../../../shell/services.ts";
import { messageOf, refresh } from "../../../shell/use-call.ts";
import { REASON_WORDS } from "./order-words.ts";
import { RECORDS_PARAM, type RecordsTab } from "./records-tab.ts";

/** An answer that did not come is asked for again with the same key: it counts once. */
const TRIES = 3;
/** The spinner appears only when the answer takes longer than this. */
const BUSY_AFTER_MS = 800;
/** Long enough to read why something expired. */
const REASON_TOAST_MS = 4_000;

export interface OrderActs {
  /** Placing takes longer than usual. */
  readonly isPlacing: boolean;
  /** Orders that are being canceled. */
  readonly busyIds: ReadonlySet<string>;
  /** Resolves to whether the order was accepted. A second call while one is under way is not made. */
  readonly place: (payload: Readonly<Record<string, string>>) => Promise<boolean>;
  readonly cancel: (order: WireOrder) => Promise<void>;
  /** Of one market, or of all. */
  readonly cancelAll: (symbol: string | undefined) => Promise<void>;
  readonly reduce: (order: WireOrder, quantity: string) => Promise<boolean>;
}

/** Placing, canceling and reducing, with what to say about each outcome. */
export function useOrders(): OrderActs {
  const tellFailure = useTellFailure();
  const place = usePlace(tellFailure);
  const changes = useChanges(tellFailure);
  return { ...place, ...changes };
}

type Tell = (error: unknown) => void;

function useTellFailure(): Tell {
  const t = useT();
  return useCallback(
    (error) => {
      if (!(error instanceof ApiError)) throw error;
      if (error.outcomeUnknown)
        showToast(t("trade.outcomeUnknown"), { kind: "error", durationMs: REASON_TOAST_MS });
      else showToast(messageOf(error), { kind: "error", durationMs: REASON_TOAST_MS });
    },
    [t],
  );
}

/** The order whose fate is not known: sent once more it has to carry the same key. */
interface Unanswered {
  readonly payload: string;
  readonly key: string;
}

function usePlace(tellFailure: Tell): Pick<OrderActs, "isPlacing" | "place"> {
  const tellPlaced = useTellPlaced();
  const [isPlacing, setPlacing] = useState(false);
  const isRunning = useRef(false);
  const unanswered = useRef<Unanswered | null>(null);
  const place = useCallback(
    async (payload: Readonly<Record<string, string>>): Promise<boolean> => {
      if (isRunning.current) return false;
      isRunning.current = true;
      const text = JSON.stringify(payload);
      const key = unanswered.current?.payload === text ? unanswered.current.key : newRequestKey();
      const timer = setTimeout(() => setPlacing(true), BUSY_AFTER_MS);
      try {
        const request = { ...payload, clientOrderId: key } as ApiRequest<"doOrder">;
        const reply = await api.call("doOrder", request, { tries: TRIES });
        unanswered.current = null;
        const orders = ordersOf(reply);
        live.account.applyReply({ orders, asOfSeq: reply.asOfSeq });
        tellPlaced(orders);
        void refresh("record", "walletIndex");
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
    [tellFailure, tellPlaced],
  );
  return { isPlacing, place };
}

/** One order, or the two legs of an OCO. */
const ordersOf = (reply: CallReply<"doOrder">): readonly WireOrder[] =>
  "orders" in reply ? reply.orders : [reply.order];

/** What became of a new order, and where to see it. */
function useTellPlaced(): (orders: readonly WireOrder[]) => void {
  const t = useT();
  const formats = useFormats();
  return useCallback(
    (orders) => {
      // Of an OCO's legs the limit leg may have filled at once.
      const order = orders.find((each) => signOfDecimal(each.executedQuantity) > 0) ?? orders[0];
      if (order === undefined) return;
      const link = (tab: RecordsTab) => ({
        to: `${tradePath(order.symbol)}&${RECORDS_PARAM}=${tab}`,
        label: t("trade.seeOrders"),
      });
      const coin = live.tickers.getSnapshot().markets.find((each) => each.symbol === order.symbol)?.tokenCur;
      const amount = formats.decimal(order.executedQuantity, { minDecimals: 0 });
      const values = { amount, coin: coin ?? order.symbol };
      const hasFilled = signOfDecimal(order.executedQuantity) > 0;
      const why = order.reason === null ? undefined : REASON_WORDS[order.reason];
      const reason = why === undefined ? "" : t(why);
      if (order.status === "expired" || order.status === "canceled") {
        showToast(
          hasFilled
            ? t("trade.partlyExpiredToast", { ...values, reason })
            : t("trade.expiredToast", { reason }),
          { kind: hasFilled ? "success" : "error", durationMs: REASON_TOAST_MS, link: link("history") },
        );
      } else if (order.status === "filled")
        showToast(t("trade.filledToast", values), { kind: "success", link: link("history") });
      else if (hasFilled)
        showToast(t("trade.partlyFilledToast", values), { kind: "success", link: link("open") });
      else showToast(t("trade.placed"), { kind: "success", link: link("open") });
    },
    [t, formats],
  );
}

function useChanges(tellFailure: Tell): Pick<OrderActs, "busyIds" | "cancel" | "cancelAll" | "reduce"> {
  const t = useT();
  const { busyIds, setBusy } = useBusyIds();
  const cancel = useCallback(
    async (order: WireOrder): Promise<void> => {
      if (!setBusy(order.orderId, true)) return;
      try {
        const reply = await api.call("cancel", { orderId: order.orderId }, { tries: TRIES });
        live.account.applyReply({ order: reply.order, asOfSeq: reply.asOfSeq });
        showToast(t("trade.canceledToast"), { kind: "success" });
        void refresh("record", "walletIndex");
      } catch (error) {
        tellFailure(error);
      } finally {
        setBusy(order.orderId, false);
      }
    },
    [tellFailure, setBusy, t],
  );
  const cancelAll = useCallback(
    async (symbol: string | undefined): Promise<void> => {
      try {
        const request = { product: "spot", requestId: newRequestKey(), ...(symbol && { symbol }) } as const;
        const reply = await api.call("cancelAll", request, { tries: TRIES });
        showToast(t("trade.canceledManyToast", { count: reply.canceled.length }), { kind: "success" });
        void refresh("record", "walletIndex");
      } catch (error) {
        tellFailure(error);
      }
    },
    [tellFailure, t],
  );
  const reduce = useCallback(
    async (order: WireOrder, quantity: string): Promise<boolean> => {
      try {
        const request = { orderId: order.orderId, quantity, requestId: newRequestKey() };
        const reply = await api.call("reduce", request, { tries: TRIES });
        live.account.applyReply({ order: reply.order, asOfSeq: reply.asOfSeq });
        showToast(t("trade.reducedToast"), { kind: "success" });
        return true;
      } catch (error) {
        tellFailure(error);
        return false;
      }
    },
    [tellFailure, t],
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
