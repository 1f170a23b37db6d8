import type { CallReply } from "@candor/wire/calls";
import type { WireDeposit } from "@candor/wire/chain-objects";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { mergeDeposits } from "../../data/movement-store.ts";
import { useLive } from "../../shell/hooks/use-live.ts";
import { api } from "../../shell/services/services.ts";
import { placeholderAcrossLanguages } from "../../shell/translation/placeholder-across-languages.ts";
import { useAppStore } from "../../state/app-store.ts";
import { movementStore } from "./movements.ts";

/** Refetch interval while a deposit is pending, because a dead socket may go unnoticed. */
const PENDING_REFETCH_MS = 5_000;

export type DepositChoice = CallReply<"rechargeList">["list"][number];

export interface Deposits {
  readonly isLoading: boolean;
  readonly isFailed: boolean;
  readonly error: unknown;
  /** Assets that can be deposited, and their chains. */
  readonly choices: readonly DepositChoice[];
  /** The user's newest deposits, live. */
  readonly records: readonly WireDeposit[];
  readonly reload: () => Promise<unknown>;
}

export const isPendingDeposit = ({ status }: Pick<WireDeposit, "status">): boolean =>
  status === "seen" || status === "confirmed";

/** Runs a callback after each rebind: messages missed in between must be fetched. */
export function useOnRebind(run: () => unknown): void {
  const { binds } = useLive(movementStore());
  const known = useRef(binds);
  useEffect(() => {
    if (known.current === binds) return;
    known.current = binds;
    run();
  }, [binds, run]);
}

/** Deposit options and the newest deposits, live with every confirmation. */
export function useDeposits(): Deposits {
  const userId = useAppStore((state) => state.user?.id ?? "");
  const lang = useAppStore((state) => state.lang);
  const { deposits: heard } = useLive(movementStore());
  const queryKey = ["rechargeList", userId, lang] as const;
  const query = useQuery({
    queryKey,
    placeholderData: placeholderAcrossLanguages(queryKey),
    queryFn: async ({ signal }) => {
      const requestedAtMs = performance.now();
      return { requestedAtMs, reply: await api.call("rechargeList", {}, { signal }) };
    },
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.reply.records.some(isPendingDeposit) === true ? PENDING_REFETCH_MS : false,
  });
  const { data, refetch } = query;
  useOnRebind(refetch);
  const records = useMemo(
    () =>
      data === undefined
        ? []
        : mergeDeposits({ value: data.reply.records, asOfSeq: 0, requestedAtMs: data.requestedAtMs }, heard),
    [data, heard],
  );
  return {
    isLoading: query.isPending,
    isFailed: query.isError && data === undefined,
    error: query.error,
    choices: data?.reply.list ?? [],
    records,
    reload: refetch,
  };
}
