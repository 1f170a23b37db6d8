import { showToast } from "@candor/ui/toast-store";
import { useCallback } from "react";
import type { ApiRequest } from "../../data/legacy-api.ts";
import { useT } from "../../i18n/use-t.ts";
import { refresh } from "../../shell/calls/use-call.ts";
import { api } from "../../shell/services/services.ts";
import {
  type Payload,
  type Placing,
  TRIES,
  usePlacing,
  useShowFailure,
} from "../../trading/orders/use-placing.ts";
import { useOptionStore } from "./option-live.ts";

/** Buys timed options one at a time, each with its own idempotency key that retries reuse. */
export function useBuying(): Placing {
  const t = useT();
  const store = useOptionStore();
  const showFailure = useShowFailure();
  const send = useCallback(
    async (payload: Payload, key: string): Promise<void> => {
      const request = { ...payload, product: "option", clientOrderId: key } as ApiRequest<"doOrder">;
      // Rates or cover may have changed, so both success and rejection refetch them.
      const reply = await api
        .call("doOrder", request, { tries: TRIES })
        .finally(() => void refresh("optionInfo", "walletIndex"));
      if (!("option" in reply)) throw new TypeError("a timed option was answered with an order");
      store.applyReply(reply.option, reply.asOfSeq);
      showToast(t("option.bought"), { kind: "success" });
    },
    [store, t],
  );
  return usePlacing(send, showFailure);
}
