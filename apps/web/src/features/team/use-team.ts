import type { CallReply } from "@candor/wire/calls";
import { type Pages, usePages } from "../../shell/calls/use-pages.ts";
import { api, queryClient } from "../../shell/services/services.ts";

const FRIENDS_PER_PAGE = 20;

// A friend joining does not change this account's sequence number, so always refetch.
queryClient.setQueryDefaults(["team"], { staleTime: 0 });

/** The team, paginated; each page includes the whole team's figures, and the first page has the newest. */
export function useTeam(): Pages<CallReply<"team">> {
  return usePages(["team"], async (start, signal) => {
    const reply = await api.call("team", { limit: FRIENDS_PER_PAGE, ...start }, { signal });
    return { list: [reply], nextCursor: reply.nextCursor, asOfSeq: reply.asOfSeq };
  });
}
