import { QueryClient } from "@tanstack/react-query";
import { ConsoleError, WHO, whenSignedOut } from "../api/console-api.ts";

const FRESH_MS = 2_000;
const TRIES = 2;

/** A server that cannot be reached is asked again; what it refused stays refused. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: (failures, error) => failures < TRIES && !(error instanceof ConsoleError),
    },
  },
});

// What was shown belonged to somebody: nothing of it stays behind the sign-in.
whenSignedOut((call) => {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[1] !== WHO });
  // Its own answer says the same: asking again because of it would go on for ever.
  if (call !== WHO) void queryClient.invalidateQueries({ queryKey: ["call", WHO] });
});
