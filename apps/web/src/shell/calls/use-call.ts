import { showToast } from "@candor/ui/toast-store";
import type { CallReply } from "@candor/wire/calls";
import type { UseQueryResult } from "@tanstack/react-query";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import { ApiError, retryAfterMs } from "../../data/api-error.ts";
import type { ApiCallName } from "../../data/call-routes.ts";
import type { ApiRequest } from "../../data/legacy-api.ts";
import { translate } from "../../i18n/i18n.ts";
import { useAppStore } from "../../state/app-store.ts";
import { api, queryClient } from "../services/services.ts";
import { errorText } from "../translation/error-texts.ts";
import { placeholderAcrossLanguages } from "../translation/placeholder-across-languages.ts";

export interface CallOptions {
  readonly enabled?: boolean;
  /** How long a reply counts as fresh. */
  readonly freshMs?: number;
  readonly refetchEveryMs?: number;
  /** The reply contains no texts: another language does not ask again. */
  readonly sameInAllLanguages?: boolean;
}

/** A read-only call as cached server state, keyed by user and, for replies with texts, language. */
export function useCall<Name extends ApiCallName>(
  name: Name,
  request: ApiRequest<Name>,
  options: CallOptions = {},
): UseQueryResult<CallReply<Name>> {
  const userId = useAppStore((state) => state.user?.id ?? "");
  const lang = useAppStore((state) => state.lang);
  const queryKey = [name, userId, options.sameInAllLanguages === true ? "" : lang, request] as const;
  return useQuery({
    queryKey,
    placeholderData: placeholderAcrossLanguages(queryKey),
    queryFn: ({ signal }) => api.call(name, request, { signal }),
    enabled: options.enabled ?? true,
    ...(options.freshMs !== undefined && { staleTime: options.freshMs }),
    ...(options.refetchEveryMs !== undefined && { refetchInterval: options.refetchEveryMs }),
  });
}

/**
 * Refetches all replies of these calls. Replies not on screen are dropped, so that the next screen does not start with
 * stale data.
 */
export function refresh(...names: readonly ApiCallName[]): Promise<unknown> {
  return Promise.all(
    names.map((name) => {
      queryClient.removeQueries({ queryKey: [name], type: "inactive" });
      return queryClient.invalidateQueries({ queryKey: [name] });
    }),
  );
}

/** Returns the error text, the app's own or the server's; undefined if there is none for users or no reply. */
export function rejectionText(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  // The server's text refers to a single action, but this limit counts many reads.
  if (error.error === "request.tooFast") return tooFastText(error);
  const own = errorText(error);
  if (own !== undefined) return own;
  return error.error.startsWith("network.") || error.message === "" ? undefined : error.message;
}

const MINUTE_MS = 60_000;

/** Says when to try again, if that is more than a minute away. */
function tooFastText(error: ApiError): string {
  const waitMs = retryAfterMs(error);
  return waitMs <= MINUTE_MS
    ? translate("shell.tooManyRequests")
    : translate("shell.tooManyRequestsFor", { minutes: Math.ceil(waitMs / MINUTE_MS) });
}

/** Returns the text for a failed call: the app's, the server's, or that there was no reply. */
export const messageOf = (error: unknown): string => rejectionText(error) ?? translate("shell.requestFailed");

export type Outcome<Reply> =
  | { readonly ok: true; readonly reply: Reply }
  | { readonly ok: false; readonly error: ApiError };

export interface Act<Name extends ApiCallName> {
  readonly isBusy: boolean;
  /** Never throws: a rejection is a value. Resolves to `null` if a call is already in progress. */
  readonly run: (request: ApiRequest<Name>) => Promise<Outcome<CallReply<Name>> | null>;
}

/** Delay before the spinner appears. */
const BUSY_AFTER_MS = 800;

/** A state-changing call: one at a time, busy after 800 ms, outcome as a value. */
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

/** Shows an error that does not belong to a field. */
export function toastError(error: unknown): void {
  showToast(messageOf(error), { kind: "error" });
}
