import { QueryClient } from "@tanstack/react-query";
import { ConsoleError, ME_CALL, setSignedOutListener } from "./console-api.ts";

const FRESH_MS = 2_000;
const TRIES = 2;

/** Retries if the server is unreachable, but not after a rejection. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: (failures, error) => failures < TRIES && !(error instanceof ConsoleError),
    },
  },
});

// Data shown belongs to the operator: clear all of it after sign-out.
setSignedOutListener((call) => {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[1] !== ME_CALL });
  // The call itself already says so: refetching it would loop.
  if (call !== ME_CALL) void queryClient.invalidateQueries({ queryKey: ["call", ME_CALL] });
});
