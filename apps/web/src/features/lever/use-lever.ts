import { showToast } from "@candor/ui/toast-store";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { WireLeverEffect } from "@candor/wire/lever-calls";
import type { WireLeverAccount } from "@candor/wire/lever-objects";
import type { WireOrder } from "@candor/wire/objects";
import type { ApiRequest } from "../../data/legacy-api.ts";
import { useT } from "../../i18n/use-t.ts";
import { refresh, useCall } from "../../shell/calls/use-call.ts";
import { useFollowAccount } from "../../shell/calls/use-pages.ts";
import { LEVERAGE } from "../../shell/routing/routes.ts";
import { api, live } from "../../shell/services/services.ts";
import { useAppStore } from "../../state/app-store.ts";
import { useFollowTrailing } from "../../trading/orders/trailing-triggers.ts";
import {
  type ChangesOf,
  type OrderChanges,
  useOrderChanges,
} from "../../trading/orders/use-order-changes.ts";
import { useShowPlaced } from "../../trading/orders/use-orders.ts";
import {
  type Payload,
  type Placing,
  TRIES,
  usePlacing,
  useShowFailure,
} from "../../trading/orders/use-placing.ts";

const STALE = ["leverCurrency", "orderLRecord", "walletIndex", "moneyLog", "marketBalance"] as const;
/** Refetch interval: margin level and borrowing limit change with the index. */
const FOLLOW_INDEX_MS = 5_000;
const MAX_ORDERS = 100;

export interface ShownLever {
  /** undefined if logged out or not loaded yet. */
  readonly account: WireLeverAccount | undefined;
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

/** The margin account of a pair, refetched when the account or the index changes. */
export function useLeverAccount(symbol: string): ShownLever {
  const isLoggedIn = useAppStore((state) => state.token !== "");
  const { data, isError, refetch } = useCall(
    "leverCurrency",
    { symbol },
    { enabled: isLoggedIn, refetchEveryMs: FOLLOW_INDEX_MS },
  );
  useFollowAccount(data?.asOfSeq, refetch);
  return {
    account: isLoggedIn ? data?.account : undefined,
    hasFailed: isError && data === undefined,
    retry: () => void refetch(),
  };
}

/** The user's pending margin orders of all pairs. */
export function useOpenLeverOrders(): readonly WireOrder[] | undefined {
  const isLoggedIn = useAppStore((state) => state.token !== "");
  const { data, refetch } = useCall(
    "orderLRecord",
    { view: "orders", limit: MAX_ORDERS },
    { enabled: isLoggedIn },
  );
  useFollowAccount(data?.asOfSeq, refetch);
  // The call returns orders for this view.
  const orders = isLoggedIn ? (data?.list as readonly WireOrder[] | undefined) : undefined;
  useFollowTrailing(orders, refetch);
  return orders;
}

/** Ensures that the next read is at least as new as this change. */
const reached = ({ asOfSeq }: { readonly asOfSeq: number }): void => live.account.applyReply({ asOfSeq });
const CHANGES: ChangesOf = { product: "lever", take: reached, stale: STALE };
const pathOf = (order: WireOrder): string => `${LEVERAGE}?symbol=${order.symbol}`;

export interface LeverActions extends Placing, OrderChanges {
  readonly moving: Placing;
  readonly repaying: Placing;
}

/** Placing, canceling, transfers and repayment, with a message for each outcome. */
export function useLeverActions(): LeverActions {
  const t = useT();
  const formats = useFormats();
  const showFailure = useShowFailure();
  const showPlaced = useShowPlaced(pathOf);
  const place = async (payload: Payload, clientOrderId: string): Promise<void> => {
    const request = { ...payload, clientOrderId } as ApiRequest<"leverOrder">;
    const reply = await api.call("leverOrder", request, { tries: TRIES });
    reached(reply);
    showPlaced([reply.order]);
    void refresh(...STALE);
  };
  const move = async (payload: Payload, requestId: string): Promise<void> => {
    const request = { ...payload, requestId } as ApiRequest<"leverTransfer">;
    reached(await api.call("leverTransfer", request, { tries: TRIES }));
    const amount = `${formats.decimal(request.amount, { minDecimals: 0 })} ${request.asset}`;
    showToast(t("lever.movedToast", { amount }), { kind: "success" });
    void refresh(...STALE);
  };
  const repay = async (payload: Payload, requestId: string): Promise<void> => {
    const request = { ...payload, requestId } as ApiRequest<"leverRepay">;
    const { repaid, asOfSeq } = await api.call("leverRepay", request, { tries: TRIES });
    reached({ asOfSeq });
    const write = (value: string): string => `${formats.decimal(value, { minDecimals: 0 })} ${request.asset}`;
    const words = { principal: write(repaid.principal), interest: write(repaid.interest) };
    showToast(t("lever.repaidToast", words), { kind: "success" });
    void refresh(...STALE);
  };
  return {
    ...usePlacing(place, showFailure),
    ...useOrderChanges(CHANGES, showFailure),
    moving: usePlacing(move, showFailure, false),
    repaying: usePlacing(repay, showFailure, false),
  };
}

/** Ticket fields specific to margin orders. */
export interface LeverChoice {
  readonly leverage: number;
  readonly effect: WireLeverEffect;
}
