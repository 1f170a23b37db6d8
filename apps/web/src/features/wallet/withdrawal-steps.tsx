import type { WithdrawalStatus } from "@candor/domain/enumerations";
import { classNames } from "@candor/ui/class-names";
import { CheckIcon, CloseIcon } from "@candor/ui/icons.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { WireWithdrawal } from "@candor/wire/chain-objects";
import type { ReactNode } from "react";
import type { MessageKey } from "../../i18n/message-keys.ts";
import { useT } from "../../i18n/use-t.ts";
import { Confirmations } from "../../shared/funds/confirmations.tsx";
import { HOLD_WORDS } from "./hold-words.ts";
import { isFinal, stepsOf } from "./withdrawal-path.ts";

const WORDS: Readonly<Record<WithdrawalStatus, MessageKey>> = {
  frozen: "wallet.stepFrozen",
  reviewing: "wallet.stepReviewing",
  approved: "wallet.stepApproved",
  signed: "wallet.stepSigned",
  broadcast: "wallet.stepBroadcast",
  confirmed: "wallet.stepConfirmed",
  returned: "wallet.stepReturned",
};

/** All steps of a withdrawal: completed with their times, current, and remaining. */
export function WithdrawalSteps({ withdrawal }: { readonly withdrawal: WireWithdrawal }) {
  const t = useT();
  const formats = useFormats();
  const isOver = isFinal(withdrawal);
  return (
    <ol className="steps" aria-label={t("wallet.steps")}>
      {stepsOf(withdrawal).map(({ status, timeMs }) => {
        const isNow = !isOver && status === withdrawal.status;
        const isDone = timeMs !== null && !isNow;
        return (
          <li
            key={status}
            aria-current={isNow ? "step" : undefined}
            className={classNames(
              isDone && (status === "returned" ? "is-returned" : "is-done"),
              isNow && "is-now",
              timeMs === null && "is-later",
            )}
          >
            <span className="step-dot" aria-hidden="true">
              {isDone && (status === "returned" ? <CloseIcon size="xs" /> : <CheckIcon size="xs" />)}
            </span>
            <div className="stack-1">
              <span className={timeMs === null ? undefined : "med"}>{t(WORDS[status])}</span>
              {timeMs !== null && (
                <span className="small muted n" translate="no">
                  {formats.date(timeMs, "full")}
                </span>
              )}
              <StepNote withdrawal={withdrawal} status={status} isNow={isNow} />
            </div>
          </li>
        );
      })}
    </ol>
  );
}

/** Holds released automatically by time; all others wait for an operator. */
const BY_CLOCK: ReadonlySet<NonNullable<WireWithdrawal["holdReason"]>> = new Set([
  "new-address",
  "new-device",
]);

/** Reasons for automatic returns; an operator's reason is shown in the operator's own text. */
const RETURN_WORDS = new Map<string, MessageKey>([
  ["recipient-refused", "wallet.returnRefused"],
  ["transaction-failed", "wallet.returnFailed"],
  ["over-limit", "wallet.returnOverLimit"],
  ["address-refused", "wallet.returnOwnAddress"],
  ["frozen-by-owner", "wallet.returnFrozen"],
]);

interface NoteProps {
  readonly withdrawal: WireWithdrawal;
  readonly status: WithdrawalStatus;
  readonly isNow: boolean;
}

/** Additional note of a step. */
function StepNote({ withdrawal, status, isNow }: NoteProps): ReactNode {
  const t = useT();
  const formats = useFormats();
  const { holdReason, holdUntilMs, reason, confirmations, confirmationsRequired } = withdrawal;
  if (status === "reviewing") {
    const isByClock = holdReason !== null && BY_CLOCK.has(holdReason);
    return (
      <p className="small muted">
        {holdReason !== null && t(HOLD_WORDS[holdReason])}
        {isNow &&
          holdUntilMs !== null &&
          ` ${t(isByClock ? "wallet.reviewClock" : "wallet.reviewUntil", {
            time: formats.date(holdUntilMs, isByClock ? "time-seconds" : "day-time"),
          })}`}
      </p>
    );
  }
  if (status === "returned") {
    const words = reason === null ? undefined : RETURN_WORDS.get(reason);
    const why = words === undefined ? reason : t(words);
    return (
      <p className="small muted">
        {why === null ? "" : `${why} `}
        {t("wallet.returnedNote")}
      </p>
    );
  }
  if (status === "broadcast" && isNow) {
    return (
      <div className="stack step-progress">
        <Confirmations count={confirmations} required={confirmationsRequired} />
        <span className="small muted n" translate="no">
          {t("wallet.confirmationsOf", {
            count: Math.min(confirmations, confirmationsRequired),
            required: confirmationsRequired,
          })}
        </span>
      </div>
    );
  }
  return null;
}
