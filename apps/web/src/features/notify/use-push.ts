import type { CallReply } from "@candor/wire/calls";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../data/api-error.ts";
import { currentPush, isPushOffered, subscribePush } from "../../data/push-subscription.ts";
import { refresh, toastError } from "../../shell/calls/use-call.ts";
import { api, queryClient } from "../../shell/services/services.ts";

const ENDPOINT = "push-endpoint";

export type PushState = "unknown" | "not-offered" | "needs-home-screen" | "denied" | "failed" | "off" | "on";

export interface Push {
  readonly state: PushState;
  /** The user must allow it again in the browser's settings. */
  readonly isBlocked: boolean;
  readonly isBusy: boolean;
  readonly set: (on: boolean) => Promise<void>;
}

/** Whether notices are pushed to this browser, and how to change that. */
export function usePush(settings: CallReply<"notifySettings"> | undefined): Push {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<"denied" | "failed" | null>(null);
  const { data: endpoint } = useQuery({
    queryKey: [ENDPOINT],
    queryFn: async () => (await currentPush())?.endpoint ?? "",
  });
  const { data: own } = useQuery({
    queryKey: ["notifySettings", "device", endpoint],
    queryFn: ({ signal }) => api.call("notifySettings", { endpoint: endpoint ?? "" }, { signal }),
    enabled: endpoint !== undefined,
  });
  const set = async (on: boolean) => {
    if (isBusy || settings === undefined) return;
    setBusy(true);
    setProblem(null);
    try {
      setProblem(on ? await turnOn(settings.pushKey) : await turnOff());
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toastError(error);
    } finally {
      setBusy(false);
    }
    await queryClient.invalidateQueries({ queryKey: [ENDPOINT] });
    await refresh("notifySettings");
  };
  const isBlocked = isPushOffered() && Notification.permission === "denied";
  return { state: stateOf(problem, own?.isThisDevice, isBlocked), isBlocked, isBusy, set };
}

function stateOf(
  problem: "denied" | "failed" | null,
  isOn: boolean | undefined,
  isBlocked: boolean,
): PushState {
  if (!isPushOffered()) return isInTabOfPhone() ? "needs-home-screen" : "not-offered";
  if (problem !== null) return problem;
  if (isOn === undefined) return "unknown";
  if (isOn) return "on";
  return isBlocked ? "denied" : "off";
}

/**
 * iPhones and iPads push only to apps on the home screen; only their browsers report whether the app is. Without a
 * secure connection the home screen does not help.
 */
const isInTabOfPhone = (): boolean =>
  window.isSecureContext && "standalone" in navigator && navigator.standalone === false;

async function turnOn(serverKey: string): Promise<"denied" | "failed" | null> {
  const subscription = await subscribePush(serverKey).catch((error: unknown) => {
    // The browser's push service is unreachable or disabled.
    if (error instanceof DOMException) return "failed" as const;
    throw error;
  });
  if (typeof subscription === "string") return subscription;
  await api.call("notifySubscribe", subscription);
  return null;
}

async function turnOff(): Promise<null> {
  const subscription = await currentPush();
  if (subscription === null) return null;
  const { endpoint } = subscription;
  await subscription.unsubscribe();
  await api.call("notifyUnsubscribe", { endpoint });
  return null;
}
