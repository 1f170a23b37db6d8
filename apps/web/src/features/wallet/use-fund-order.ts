import type { CallReply } from "@candor/wire/calls";
import type { WireDeposit, WireWithdrawal } from "@candor/wire/chain-objects";
import type { WireFundRecord } from "@candor/wire/objects";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { newerOf } from "../../data/movement-store.ts";
import { movementStore } from "../../shared/funds/movements.ts";
import { useOnRebind } from "../../shared/funds/use-deposits.ts";
import { refetchUntilCurrent } from "../../shell/calls/refetch-until-current.ts";
import { useLive } from "../../shell/hooks/use-live.ts";
import type { FundOrderKind } from "../../shell/routing/routes.ts";
import { api, live } from "../../shell/services/services.ts";
import { placeholderAcrossLanguages } from "../../shell/translation/placeholder-across-languages.ts";
import { useAppStore } from "../../state/app-store.ts";
import { refetchAfterMs } from "./fund-order-refetch.ts";

/** Delay before refetching entries after a message, so that a burst causes one fetch. */
const SETTLE_MS = 300;

type Order = CallReply<"getOrder">["order"];
export type WireTransfer = Extract<Order, { readonly transferId: string }>;
export type WireConversion = Extract<Order, { readonly convertId: string }>;

export interface FundOrder {
  readonly isLoading: boolean;
  readonly error: Error | null;
  /** Includes all socket messages since the fetch. */
  readonly order: Order | undefined;
  /** Its ledger entries. */
  readonly records: readonly WireFundRecord[];
  readonly reload: () => Promise<unknown>;
}

const NO_RECORDS: readonly WireFundRecord[] = [];

export const isDeposit = (order: Order): order is WireDeposit => "depositId" in order;
export const isWithdrawal = (order: Order): order is WireWithdrawal => "withdrawalId" in order;
export const isConversion = (order: Order): order is WireConversion => "convertId" in order;

/** One deposit, withdrawal or transfer, live. */
export function useFundOrder(kind: FundOrderKind, id: string): FundOrder {
  const userId = useAppStore((state) => state.user?.id ?? "");
  const lang = useAppStore((state) => state.lang);
  const movements = useLive(movementStore());
  const queryKey = ["getOrder", userId, lang, kind, id] as const;
  const query = useQuery({
    queryKey,
    placeholderData: placeholderAcrossLanguages(queryKey),
    queryFn: async ({ signal }) => {
      const requestedAtMs = performance.now();
      const { asOfSeq } = live.account.getSnapshot();
      return { requestedAtMs, reply: await api.call("getOrder", { kind, id, minSeq: asOfSeq }, { signal }) };
    },
    enabled: id !== "",
    staleTime: 0,
    refetchInterval: ({ state }) => state.data !== undefined && refetchAfterMs(state.data.reply),
  });
  const { data, refetch } = query;
  useOnRebind(refetch);
  const received = kind === "deposit" ? movements.deposits.get(id) : movements.withdrawals.get(id);
  const hasNews = received !== undefined && data !== undefined && received.asOfSeq > data.reply.asOfSeq;
  useEffect(() => {
    if (!hasNews) return undefined;
    return refetchUntilCurrent(refetch, SETTLE_MS);
  }, [hasNews, refetch]);
  return {
    isLoading: query.isPending && id !== "",
    error: data === undefined ? query.error : null,
    order:
      data === undefined
        ? undefined
        : newerOf<Order>(
            { value: data.reply.order, asOfSeq: data.reply.asOfSeq, requestedAtMs: data.requestedAtMs },
            received,
          ),
    records: data?.reply.records ?? NO_RECORDS,
    reload: refetch,
  };
}
