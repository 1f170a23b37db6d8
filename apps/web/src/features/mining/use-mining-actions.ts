import { showToast } from "@candor/ui/toast-store";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useCallback } from "react";
import { ApiError } from "../../data/api-error.ts";
import { useT } from "../../i18n/use-t.ts";
import { messageOf, refresh } from "../../shell/calls/use-call.ts";
import { MINERS, miningRecordsPath } from "../../shell/routing/routes.ts";
import { api } from "../../shell/services/services.ts";
import {
  type Payload,
  type Placing,
  REASON_TOAST_MS,
  TRIES,
  usePlacing,
} from "../../trading/orders/use-placing.ts";
import { noteSeq } from "./known-seq.ts";

const STALE = ["miningIndex", "miningRecord", "walletIndex", "moneyLog", "marketBalance"] as const;
const ASSET = "USDT";

/** Each action resolves to whether it succeeded; the outcome is shown with a link. */
export interface MiningActions {
  readonly buying: Placing;
  readonly claiming: Placing;
  readonly releasing: Placing;
}

export function useMiningActions(): MiningActions {
  const t = useT();
  const formats = useFormats();
  const showFailure = useCallback(
    (error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      const words = error.outcomeUnknown ? t("mining.outcomeUnknown") : messageOf(error);
      showToast(words, { kind: "error", durationMs: REASON_TOAST_MS });
      // A rejection may mean that the data has changed, so it is refetched.
      void refresh(...STALE);
    },
    [t],
  );
  const money = (amount: string): string => `${formats.decimal(amount, { minDecimals: 2 })} ${ASSET}`;
  const done = (asOfSeq: number, words: string, to: string, label: string): void => {
    noteSeq(asOfSeq);
    showToast(words, { kind: "success", link: { to, label } });
    void refresh(...STALE);
  };
  const buy = async (payload: Payload, requestId: string): Promise<void> => {
    const request = { ...payload, requestId } as { planId: string; quantity: number; requestId: string };
    const { miners, paid, asOfSeq } = await api.call("miningBuy", request, { tries: TRIES });
    const words = t("mining.boughtToast", { count: miners.length, amount: money(paid) });
    done(asOfSeq, words, MINERS, t("mining.seeMiners"));
  };
  const claim = async (payload: Payload, requestId: string): Promise<void> => {
    const { amount, asOfSeq } = await api.call("miningClaim", { ...payload, requestId }, { tries: TRIES });
    done(
      asOfSeq,
      t("mining.claimedToast", { amount: money(amount) }),
      miningRecordsPath,
      t("mining.seeRecords"),
    );
  };
  const release = async (payload: Payload, requestId: string): Promise<void> => {
    const request = { ...payload, requestId } as {
      minerId: string;
      expectedRefund: string;
      requestId: string;
    };
    const reply = await api.call("miningRecycle", request, { tries: TRIES });
    const words = t("mining.releasedToast", { income: money(reply.income), refund: money(reply.refund) });
    done(reply.asOfSeq, words, miningRecordsPath, t("mining.seeRecords"));
  };
  return {
    buying: usePlacing(buy, showFailure, false),
    claiming: usePlacing(claim, showFailure, false),
    releasing: usePlacing(release, showFailure, false),
  };
}
