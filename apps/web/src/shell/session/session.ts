import type { CallReply } from "@candor/wire/calls";
import { useNavigate } from "react-router";
import type { ApiRequest } from "../../data/legacy-api.ts";
import { appState } from "../../state/app-store.ts";
import { HOME } from "../routing/routes.ts";
import { api, endSession, logOutWith, queryClient } from "../services/services.ts";
import { storeSessionEnd } from "../services/session-end.ts";
import { beforeLogOut } from "./before-log-out.ts";

/** Starts the session returned by login or registration. Data fetched as a visitor is fetched again. */
export function beginSession(session: CallReply<"login">): void {
  storeSessionEnd("");
  appState().logIn({
    id: session.id,
    username: session.username,
    token: session.token,
    u_address: session.u_address,
    allBalance: session.allBalance,
    money: session.money,
    contract: session.contract,
    verification: session.verification,
  });
  void queryClient.invalidateQueries();
}

/** How long a logout waits for what is being saved. */
const SAVING_MS = 2_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Logs out here or everywhere, then goes home. The local session ends regardless of the server's reply. */
export function useLogOut(): (what?: ApiRequest<"logout">) => Promise<void> {
  const navigate = useNavigate();
  return (what = {}) =>
    logOutWith(async () => {
      await Promise.race([Promise.all([...beforeLogOut].map((settle) => settle())), pause(SAVING_MS)]);
      await Promise.allSettled([api.call("logout", what)]);
      // Leave personal pages first: the route guard would redirect to the login.
      await navigate(HOME);
      if (appState().token !== "") endSession();
    });
}
