import type { CallReply } from "@candor/wire/calls";
import { api, queryClient } from "../../shell/services.ts";
import { type Pages, usePages } from "../../shell/use-pages.ts";

const FRIENDS_A_PAGE = 20;

// A friend who joins moves nothing of one's own account: whoever looks again asks again.
queryClient.setQueryDefaults(["team"], { staleTime: 0 });

/** The team page by page; each page has the whole team's figures, the first the newest of them. */
export function useTeam(): Pages<CallReply<"team">> {
  return usePages(["team"], async (start, signal) => {
    const reply = await api.call("team", { limit: FRIENDS_A_PAGE, ...start }, { signal });
    return { list: [reply], nextCursor: reply.nextCursor, asOfSeq: reply.asOfSeq };
  });
}
