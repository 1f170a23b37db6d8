import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useAppStore } from "../state/app-store.ts";
import { askWhileBehind } from "./ask-while-behind.ts";
import { keepOverLanguages } from "./keep-over-languages.ts";
import { live } from "./services.ts";
import { useLive } from "./use-live.ts";

/** Several things often happen together: one new question is enough. */
const SETTLE_MS = 800;
/** Between two questions while the account goes on moving: a history counts four times in the limit of reads. */
const BETWEEN_MS = 4_000;

export interface PageOf<Row> {
  readonly list: readonly Row[];
  readonly nextCursor: string | null;
  readonly asOfSeq: number;
}

/** Where a page begins: at the newest, no older than what is known, or behind the one before. */
export type PageStart = { readonly minSeq: number } | { readonly cursor: string };

export interface Pages<Row> {
  readonly rows: readonly Row[];
  readonly isPending: boolean;
  /** Nothing could be fetched. */
  readonly isFailed: boolean;
  readonly error: unknown;
  readonly hasMore: boolean;
  readonly isFetchingMore: boolean;
  readonly fetchMore: () => void;
  readonly refetch: () => void;
}

/** Asks again when the account has moved on since the answer, also while it goes on moving, until the answer has caught up. */
export function useFollowAccount(asOfSeq: number | undefined, refetch: () => unknown): void {
  const account = useLive(live.account);
  const missedSeq = asOfSeq !== undefined && account.asOfSeq > asOfSeq ? account.asOfSeq : 0;
  /** When the next question is due; 0: nothing was missed since the last one. */
  const dueAtMs = useRef(0);
  const askedAtMs = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (missedSeq === 0) return undefined;
    const now = performance.now();
    if (dueAtMs.current === 0) dueAtMs.current = Math.max(now + SETTLE_MS, askedAtMs.current + BETWEEN_MS);
    const ask = () => {
      dueAtMs.current = 0;
      askedAtMs.current = performance.now();
      return refetch();
    };
    return askWhileBehind(ask, Math.max(0, dueAtMs.current - now));
  }, [missedSeq, refetch]);
}

/**
 * A list of the user's own, page by page, newest first, and followed.
 * @param key the call's name, then what the list is narrowed to
 */
export function usePages<Row>(
  key: readonly [string, ...unknown[]],
  fetchPage: (start: PageStart, signal: AbortSignal) => Promise<PageOf<Row>>,
  enabled = true,
): Pages<Row> {
  const userId = useAppStore((state) => state.vuex_user?.id ?? "");
  const lang = useAppStore((state) => state.lang);
  const [call, ...rest] = key;
  const queryKey = [call, userId, lang, "pages", ...rest] as const;
  const query = useInfiniteQuery({
    queryKey,
    placeholderData: keepOverLanguages(queryKey),
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
