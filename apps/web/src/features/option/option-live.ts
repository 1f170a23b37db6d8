import type { CallReply } from "@candor/wire/calls";
import type { WireOptionOffer } from "@candor/wire/option-calls";
import type { UseQueryResult } from "@tanstack/react-query";
import { OptionStore } from "../../data/option-store.ts";
import { useCall } from "../../shell/calls/use-call.ts";
import { live } from "../../shell/services/services.ts";
import { appState, useAppStore } from "../../state/app-store.ts";

/** Refetch interval: cover changes with every sale. */
const INFO_EVERY_MS = 10_000;

/** The logged-in user's open timed options. */
export function useOptionStore(): OptionStore {
  const userId = useAppStore((state) => state.user?.id ?? "");
  return live.other(
    `options ${userId}`,
    ({ socket, api, pulse }) =>
      new OptionStore(socket, api, pulse, () => userId !== "" && appState().user?.id === userId),
  );
}

/** Payout rates, available cover and the pool. */
export function useOptionInfo(): UseQueryResult<CallReply<"optionInfo">> {
  return useCall("optionInfo", {}, { refetchEveryMs: INFO_EVERY_MS });
}

export const offerOf = (
  info: CallReply<"optionInfo"> | undefined,
  symbol: string,
): WireOptionOffer | undefined => info?.list.find((offer) => offer.symbol === symbol);
