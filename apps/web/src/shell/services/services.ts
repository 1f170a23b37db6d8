import { showToast } from "@candor/ui/toast-store";
import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "../../data/api-error.ts";
import { LegacyApi } from "../../data/legacy-api.ts";
import { LiveData } from "../../data/live-data.ts";
import { SocketClient, socketUrl } from "../../data/socket-client.ts";
import type { NoticeMessage } from "../../data/socket-messages.ts";
import { fetchWithEarly } from "../../early/early-answers.ts";
import { translate } from "../../i18n/i18n.ts";
import { appState, useAppStore } from "../../state/app-store.ts";
import { useLockShown } from "../../state/lock-shown.ts";
import { DOCUMENTS, RECENT_SEARCHES, safeStorage, storedNames } from "../../state/safe-storage.ts";
import { storedPrices, storePrices } from "../../state/stored-prices.ts";
import { ERROR_PAGE, loginPath, ROUTES, SERVICE } from "../routing/routes.ts";
import { loadErrorTexts } from "../translation/error-texts.ts";
import { storeSessionEnd } from "./session-end.ts";

/** Delay between message and redirect, from the specification. */
const LEAVE_AFTER_MS = 1_000;
/** How long replies stay fresh; live data arrives by socket. */
const FRESH_MS = 10_000;
const TRIES = 2;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: (failures, error) => failures < TRIES && error instanceof ApiError && error.outcomeUnknown,
      refetchOnWindowFocus: true,
    },
  },
});

/** Returns path and query after the "#". */
function currentPath(): string {
  return window.location.hash.slice(1);
}

function goTo(path: string): void {
  window.location.hash = path;
}

/** Clears the session and everything cached for it. */
export function endSession(): void {
  const { user } = appState();
  appState().clearSession();
  if (user !== null) for (const name of storedNames(`${DOCUMENTS}${user.id}:`)) safeStorage.removeItem(name);
  queryClient.clear();
  safeStorage.removeItem(RECENT_SEARCHES);
}

/** A logout ends the session too: rejections that follow are not reported. */
let isLoggingOut = false;

/** Logs out; until `steps` is done the end of the session is not reported. */
export async function logOutWith(steps: () => Promise<void>): Promise<void> {
  isLoggingOut = true;
  try {
    await steps();
  } finally {
    isLoggingOut = false;
  }
}

let isLeaving = false;

/** Many calls may fail at once; show one message and redirect once. */
function redirectOnce(go: () => void): void {
  if (isLeaving) return;
  isLeaving = true;
  setTimeout(() => {
    isLeaving = false;
    go();
  }, LEAVE_AFTER_MS);
}

/**
 * 401 and 48: clears the session and redirects to the login, which shows the reason. Without a reason, shows a message
 * first and redirects after a second.
 */
function onSessionEnded({ params }: ApiError): void {
  if (appState().token === "" || isLoggingOut) return;
  const from = currentPath();
  const isPersonal = ROUTES.some((route) => route.access === "personal" && route.path === from.split("?")[0]);
  const login = loginPath(isPersonal ? from : undefined);
  if (typeof params.reason === "string") {
    // The login page shows the reason while it is open.
    storeSessionEnd(params.reason);
    endSession();
    return goTo(login);
  }
  showToast(translate("shell.loginTimedOut"), { kind: "error" });
  endSession();
  redirectOnce(() => goTo(login));
}

let lastDenialMessage = "";

/**
 * Returns the server's message for the user turned away. Not in the address, where a crafted link could show any text.
 */
export const denialMessage = (): string => lastDenialMessage;

/**
 * 402: clears the session and shows the reason on the error page, where customer service is still reachable. Navigates
 * before clearing the session, because a personal page would redirect to the login.
 */
export function denyAccess(reason: "closed" | "banned", message: string): void {
  const path = currentPath().split("?")[0];
  if (path === ERROR_PAGE || path === SERVICE) return endSession();
  lastDenialMessage = message;
  redirectOnce(() => {
    goTo(`${ERROR_PAGE}?reason=${reason}`);
    endSession();
  });
}

export const api = new LegacyApi({
  token: () => appState().token,
  language: () => appState().lang,
  onSessionEnded,
  onAccessDenied: ({ error, message, params }) =>
    error === "user.banned"
      ? denyAccess("banned", message)
      : // The page's title says that the site is closed; only the operator's own words are added.
        denyAccess("closed", typeof params.message === "string" ? params.message : ""),
  beforeRefusal: loadErrorTexts,
  fetch: fetchWithEarly,
});

export const socket = new SocketClient({ url: socketUrl(window.location) });

/** All live data: prices, books, trades, the account. */
export const live = new LiveData(socket, api, {
  keep: (listing, atMs) => {
    appState().rememberMarkets(listing.coinsList);
    storePrices(listing, atMs);
  },
  kept: storedPrices,
});

/** The socket reports that a session has ended but not why; any call of that session is rejected with the reason. */
function fetchSessionEndReason(): void {
  if (appState().token !== "") void Promise.allSettled([api.call("profile", {})]);
}

/** Topics shown immediately as toasts; all others only appear behind the bell. */
const TOAST_TOPICS: ReadonlySet<string> = new Set(["chat", "margin-call", "price-alert", "verification"]);
const NOTICE_TOAST_MS = 5_000;

function showNoticeToast({ kind, page = SERVICE, text, title, topic }: NoticeMessage): void {
  const pathOf = (route: string): string | undefined => route.split("?")[0];
  // A locked app shows no details.
  if (useLockShown.getState()) return;
  if (!TOAST_TOPICS.has(topic ?? kind) || pathOf(currentPath()) === pathOf(page)) return;
  showToast(text.split("\n", 1)[0] ?? title, {
    durationMs: NOTICE_TOAST_MS,
    link: { to: page, label: title },
  });
}

/** Reacts to network changes and wake-ups that the browser reports before any ping fails. */
function followNetwork(): void {
  const check = () => socket.checkNow();
  window.addEventListener("offline", () => socket.dropConnection());
  window.addEventListener("online", check);
  // Restored from the back/forward cache.
  window.addEventListener("pageshow", ({ persisted }) => persisted && check());
  document.addEventListener("resume", check);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && check());
}

/** Connects the socket and keeps its session in sync with the app's. */
export function startServices(): void {
  const follow = () => {
    const { token, user } = appState();
    live.setSession(token === "" || user === null ? undefined : { uid: user.id, token });
  };
  follow();
  useAppStore.subscribe(follow);
  socket.onSessionExpired(fetchSessionEndReason);
  socket.onSite((message) => {
    if (message.open_site === 0) denyAccess("closed", message.message ?? "");
  });
  socket.onNotice((message) => {
    for (const name of ["home", "message", "notifyUnread"])
      void queryClient.invalidateQueries({ queryKey: [name] });
    showNoticeToast(message);
  });
  // Notification clicks only come from browsers with permission.
  if ("Notification" in window && Notification.permission === "granted")
    void import("../../data/push-subscription.ts").then((push) => push.onNotificationPressed(goTo));
  followNetwork();
  socket.start();
}
