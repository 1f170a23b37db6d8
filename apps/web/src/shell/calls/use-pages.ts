import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useAppStore } from "../../state/app-store.ts";
import { useLive } from "../hooks/use-live.ts";
import { live } from "../services/services.ts";
import { placeholderAcrossLanguages } from "../translation/placeholder-across-languages.ts";
import { refetchUntilCurrent } from "./refetch-until-current.ts";

/** Delay that combines related changes into one request. */
const SETTLE_MS = 800;
/**
 * Minimum interval between requests while the account keeps changing: a history counts four times in the read limit.
 */
const BETWEEN_MS = 4_000;

export interface PageOf<Row> {
  readonly list: readonly Row[];
  readonly nextCursor: string | null;
  readonly asOfSeq: number;
}

/** Start of a page: the newest entries, at least as new as `minSeq`, or after a cursor. */
export type PageStart = { readonly minSeq: number } | { readonly cursor: string };

export interface Pages<Row> {
  readonly rows: readonly Row[];
  readonly isPending: boolean;
  /** True if nothing could be fetched. */
  readonly isFailed: boolean;
  readonly error: unknown;
  readonly hasMore: boolean;
  readonly isFetchingMore: boolean;
  readonly fetchMore: () => void;
  readonly refetch: () => void;
}

/**
 * Refetches when the account has changed since the reply, repeatedly while it keeps changing, until the reply has
 * caught up.
 */
export function useFollowAccount(asOfSeq: number | undefined, refetch: () => unknown): void {
  const account = useLive(live.account);
  const missedSeq = asOfSeq !== undefined && account.asOfSeq > asOfSeq ? account.asOfSeq : 0;
  /** When the next request is due; 0 if nothing changed since the last one. */
  const dueAtMs = useRef(0);
  const requestedAtMs = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (missedSeq === 0) return undefined;
    const now = performance.now();
    if (dueAtMs.current === 0)
      dueAtMs.current = Math.max(now + SETTLE_MS, requestedAtMs.current + BETWEEN_MS);
    const ask = () => {
      dueAtMs.current = 0;
      requestedAtMs.current = performance.now();
      return refetch();
    };
    return refetchUntilCurrent(ask, Math.max(0, dueAtMs.current - now));
  }, [missedSeq, refetch]);
}

/**
 * A paginated list of the user's data, newest first, updated live.
 * @param key the call's name, then the filters
 */
export function usePages<Row>(
  key: readonly [string, ...unknown[]],
  fetchPage: (start: PageStart, signal: AbortSignal) => Promise<PageOf<Row>>,
  enabled = true,
): Pages<Row> {
  const userId = useAppStore((state) => state.user?.id ?? "");
  const lang = useAppStore((state) => state.lang);
  const [call, ...rest] = key;
  const queryKey = [call, userId, lang, "pages", ...rest] as const;
  const query = useInfiniteQuery({
    queryKey,
    placeholderData: placeholderAcrossLanguages(queryKey),
    queryFn: ({ pageParam, signal }) =>
      fetchPage(
        pageParam === null ? { minSeq: live.account.getSnapshot().asOfSeq } : { cursor: pageParam },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    enabled,
  });
  useFollowAccount(query.data?.pages[0]?.asOfSeq, query.refetch);
  return {
    rows: query.data?.pages.flatMap((page) => page.list) ?? [],
    isPending: query.isPending && enabled,
    isFailed: query.isError && query.data === undefined,
    error: query.error,
    hasMore: enabled && query.hasNextPage,
    isFetchingMore: query.isFetchingNextPage,
    fetchMore: () => void query.fetchNextPage(),
    refetch: () => void query.refetch(),
  };
}
