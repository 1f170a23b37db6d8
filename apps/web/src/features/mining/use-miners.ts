import type { MinerStatus } from "@candor/domain/enumerations";
import { useEffect } from "react";
import { type Pages, usePages } from "../../shell/calls/use-pages.ts";
import { api } from "../../shell/services/services.ts";
import { knownSeq } from "./known-seq.ts";
import type { TimedMiner } from "./miner-figures.ts";

const MAX_PER_PAGE = 100;
const RELEASED_PER_PAGE = 20;

/** The user's machines in one state, newest first, each with the clock offset of its reply. */
function usePagesOf(status: MinerStatus, limit: number): Pages<TimedMiner> {
  return usePages(["miningRecord", status], async (start, signal) => {
    const from = "minSeq" in start ? { minSeq: Math.max(start.minSeq, knownSeq()) } : start;
    const reply = await api.call("miningRecord", { status, limit, ...from }, { signal });
    const skewMs = reply.asOfMs - Date.now();
    const list = reply.list.map((miner) => ({ miner, skewMs }));
    return { list, nextCursor: reply.nextCursor, asOfSeq: reply.asOfSeq };
  });
}

/** All running machines: the exchange limits their number, so the total can be shown. */
export function useRunningMiners(): Pages<TimedMiner> {
  const pages = usePagesOf("in-production", MAX_PER_PAGE);
  const { hasMore, isFetchingMore, fetchMore } = pages;
  useEffect(() => {
    if (hasMore && !isFetchingMore) fetchMore();
  }, [hasMore, isFetchingMore, fetchMore]);
  return pages;
}

export const useReleasedMiners = (): Pages<TimedMiner> => usePagesOf("released", RELEASED_PER_PAGE);
