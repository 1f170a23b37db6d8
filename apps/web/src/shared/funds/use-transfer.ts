import type { Wallet } from "@candor/domain/enumerations";
import { showToast } from "@candor/ui/toast-store";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useRef, useState } from "react";
import type { ApiError } from "../../data/api-error.ts";
import { newRequestKey } from "../../data/request-key.ts";
import { useT } from "../../i18n/use-t.ts";
import { refresh, toastError, useAct } from "../../shell/calls/use-call.ts";
import { FUND_RECORDS } from "../../shell/routing/routes.ts";
import { live } from "../../shell/services/services.ts";
import { currentGrant, dropGrant, storeGrant } from "./payment-grant.ts";

export interface Transfer {
  readonly asset: string;
  readonly from: Wallet;
  readonly to: Wallet;
  readonly amount: string;
}

/** A transfer waiting for the payment password, with its idempotency key: retries execute once. */
export interface PendingTransfer {
  readonly transfer: Transfer;
  readonly requestId: string;
}

export interface TransferAction {
  readonly isBusy: boolean;
  /** The transfer waiting for the payment password; null if none. */
  readonly asked: PendingTransfer | null;
  /** Transfers at once while a grant is valid, otherwise asks for the payment password. */
  readonly begin: (transfer: Transfer) => Promise<void>;
  /** Null when done or if the caller shows the error itself. */
  readonly pay: (paymentPassword: string) => Promise<ApiError | null>;
  readonly cancel: () => void;
}

interface Handlers {
  /** Handles errors about the amount; returns true if the caller shows the error. */
  readonly onRefused: (error: ApiError) => boolean;
  readonly onDone: (transfer: Transfer) => void;
}

const SECRET_ERRORS: readonly string[] = [
  "wallet.paymentPasswordError",
  "user.paymentPasswordUnset",
  "user.paymentPasswordLocked",
];

const isSame = (a: Transfer, b: Transfer): boolean =>
  a.asset === b.asset && a.from === b.from && a.to === b.to && a.amount === b.amount;

/** Transfers between the user's wallets; the payment password is asked for once in a while. */
export function useTransfer({ onRefused, onDone }: Handlers): TransferAction {
  const t = useT();
  const formats = useFormats();
  const act = useAct("transfer");
  const [asked, setAsked] = useState<PendingTransfer | null>(null);
  /** A transfer with an unknown outcome: a retry must use the same key. */
  const unanswered = useRef<PendingTransfer | null>(null);

  const send = async (
    { transfer, requestId }: PendingTransfer,
    secret:
      | { readonly paymentPassword: string; readonly wantsGrant: true }
      | { readonly paymentGrant: string },
  ): Promise<ApiError | null | "busy"> => {
    const outcome = await act.run({ ...transfer, ...secret, requestId });
    if (outcome === null) return "busy";
    if (!outcome.ok) {
      unanswered.current = outcome.error.outcomeUnknown ? { transfer, requestId } : null;
      return outcome.error;
    }
    unanswered.current = null;
    if ("paymentPassword" in secret) storeGrant(outcome.reply.grant);
    live.account.applyReply(outcome.reply);
    void refresh("marketBalance", "walletIndex", "moneyLog");
    setAsked(null);
    const { amount, asset, to } = transfer;
    showToast(
      t("wallet.transferDone", { amount: formats.decimal(amount), asset, wallet: t(`wallet.${to}`) }),
      {
        kind: "success",
        link: { to: FUND_RECORDS, label: t("wallet.seeRecords") },
      },
    );
    onDone(transfer);
    return null;
  };
  const begin = async (transfer: Transfer): Promise<void> => {
    const before = unanswered.current;
    const requestId =
      before !== null && isSame(before.transfer, transfer) ? before.requestId : newRequestKey();
    const decided = { transfer, requestId };
    const grant = currentGrant();
    if (grant === undefined) return setAsked(decided);
    const refusal = await send(decided, { paymentGrant: grant.token });
    if (refusal === null || refusal === "busy") return;
    if (SECRET_ERRORS.includes(refusal.error)) {
      dropGrant();
      setAsked(decided);
    } else if (!onRefused(refusal)) toastError(refusal);
  };
  const pay = async (paymentPassword: string): Promise<ApiError | null> => {
    if (asked === null) return null;
    const refusal = await send(asked, { paymentPassword, wantsGrant: true });
    if (refusal === null || refusal === "busy") return null;
    if (!onRefused(refusal)) return refusal;
    setAsked(null);
    return null;
  };
  return { isBusy: act.isBusy, asked, begin, pay, cancel: () => setAsked(null) };
}
