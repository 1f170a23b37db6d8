import type { CallReply } from "@candor/wire/calls";
import { useNavigate } from "react-router";
import type { ApiRequest } from "../data/legacy-api.ts";
import { appState } from "../state/app-store.ts";
import { HOME } from "./routes.ts";
import { api, endSession, logOutWith, queryClient } from "./services.ts";
import { keepSessionEnd } from "./session-end.ts";

/** Takes over what login and registration answer. What was known as a visitor is asked again. */
export function beginSession(session: CallReply<"login">): void {
  keepSessionEnd("");
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

/** Logs out here, or everywhere, and goes home. The session ends on this device whatever the server answers. */
export function useLogOut(): (what?: ApiRequest<"logout">) => Promise<void> {
  const navigate = useNavigate();
  return (what = {}) =>
    logOutWith(async () => {
      await Promise.allSettled([api.call("logout", what)]);
      // First away from what is personal: the guard would ask for a login there.
      await navigate(HOME);
      if (appState().token !== "") endSession();
    });
}
