import { showToast } from "@candor/ui/toast-store";
import type { CallReply } from "@candor/wire/calls";
import type { UseQueryResult } from "@tanstack/react-query";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import { ApiError } from "../data/api-error.ts";
import type { ApiCallName } from "../data/call-routes.ts";
import type { ApiRequest } from "../data/legacy-api.ts";
import { translate } from "../i18n/i18n.ts";
import { useAppStore } from "../state/app-store.ts";
import { keepOverLanguages } from "./keep-over-languages.ts";
import { refusalWords } from "./refusal-words.ts";
import { api, queryClient } from "./services.ts";

export interface CallOptions {
  readonly enabled?: boolean;
  /** The answer counts as new for this long. */
  readonly freshMs?: number;
  readonly refetchEveryMs?: number;
}

/** A reading call as server state. Another user or another language is another answer. */
export function useCall<Name extends ApiCallName>(
  name: Name,
  request: ApiRequest<Name>,
  options: CallOptions = {},
): UseQueryResult<CallReply<Name>> {
  const userId = useAppStore((state) => state.vuex_user?.id ?? "");
  const lang = useAppStore((state) => state.lang);
  const queryKey = [name, userId, lang, request] as const;
  return useQuery({
    queryKey,
    placeholderData: keepOverLanguages(queryKey),
    queryFn: ({ signal }) => api.call(name, request, { signal }),
    enabled: options.enabled ?? true,
    ...(options.freshMs !== undefined && { staleTime: options.freshMs }),
    ...(options.refetchEveryMs !== undefined && { refetchInterval: options.refetchEveryMs }),
  });
}

/**
 * Has these calls asked again, whatever their requests were. Answers that no screen shows now are forgotten: the
 * screen that is opened next does not begin with what was true before.
 */
export function refresh(...names: readonly ApiCallName[]): Promise<unknown> {
  return Promise.all(
    names.map((name) => {
      queryClient.removeQueries({ queryKey: [name], type: "inactive" });
      return queryClient.invalidateQueries({ queryKey: [name] });
    }),
  );
}

/** What the server said, in the app's words or its own; undefined: nothing for people, or it did not answer. */
export function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  // The server's own is about one press too many; what was refused here is the sum of many reads.
  if (error.error === "request.tooFast") return translate("shell.tooManyRequests");
  const own = refusalWords(error);
  if (own !== undefined) return own;
  return error.error.startsWith("network.") || error.message === "" ? undefined : error.message;
}

/** What to tell people about a failed call: the app's words for the error, the server's, or that it did not answer. */
export const messageOf = (error: unknown): string => refusalOf(error) ?? translate("shell.requestFailed");

export type Outcome<Reply> =
  | { readonly ok: true; readonly reply: Reply }
  | { readonly ok: false; readonly error: ApiError };

export interface Act<Name extends ApiCallName> {
  readonly isBusy: boolean;
  /** Never throws: a refusal is a value. A second call while one is under way is not made (`null`). */
  readonly run: (request: ApiRequest<Name>) => Promise<Outcome<CallReply<Name>> | null>;
}

/** The spinner appears only when the answer takes longer than this. */
const BUSY_AFTER_MS = 800;

/** A call that does something: one at a time, busy after 800 ms, its outcome a value. */
export function useAct<Name extends ApiCallName>(name: Name): Act<Name> {
  const [isBusy, setBusy] = useState(false);
  const isRunning = useRef(false);
  const run = useCallback(
    async (request: ApiRequest<Name>): Promise<Outcome<CallReply<Name>> | null> => {
      if (isRunning.current) return null;
      isRunning.current = true;
      const timer = setTimeout(() => setBusy(true), BUSY_AFTER_MS);
      try {
        return { ok: true, reply: await api.call(name, request) };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return { ok: false, error };
      } finally {
        clearTimeout(timer);
        isRunning.current = false;
        setBusy(false);
      }
    },
    [name],
  );
  return { isBusy, run };
}

/** Shows a refusal that belongs to no field. */
export function toastError(error: unknown): void {
  showToast(messageOf(error), { kind: "error" });
}
