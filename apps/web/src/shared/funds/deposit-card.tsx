import type { Tone } from "@candor/ui/badge.tsx";
import { Badge } from "@candor/ui/badge.tsx";
import { classNames } from "@candor/ui/class-names";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { AlertIcon, CheckIcon } from "@candor/ui/icons.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { DepositIcon } from "@candor/ui/page-icons.tsx";
import { Link, useFormats } from "@candor/ui/ui-context.tsx";
import type { WireDeposit } from "@candor/wire/chain-objects";
import type { MessageKey } from "../../i18n/message-keys.ts";
import { useT } from "../../i18n/use-t.ts";
import { fundOrderPath } from "../../shell/routing/routes.ts";
import { shortHex } from "./chain-text.tsx";
import { Confirmations } from "./confirmations.tsx";
import { type DepositChoice, isPendingDeposit } from "./use-deposits.ts";

const SECONDS_PER_MINUTE = 60;

const STATUS: Readonly<Record<WireDeposit["status"], { readonly words: MessageKey; readonly tone: Tone }>> = {
  seen: { words: "wallet.depositSeen", tone: "primary" },
  confirmed: { words: "wallet.depositConfirmed", tone: "primary" },
  held: { words: "wallet.depositHeld", tone: "warn" },
  credited: { words: "wallet.depositCredited", tone: "up" },
  ignored: { words: "wallet.depositIgnored", tone: "warn" },
};

const REASONS: Readonly<Record<NonNullable<WireDeposit["reason"]>, MessageKey>> = {
  "failed-transaction": "wallet.reasonFailed",
  "unknown-token": "wallet.reasonUnknownToken",
  "below-minimum": "wallet.reasonBelowMinimum",
  "wrong-chain": "wallet.reasonWrongChain",
  reorganised: "wallet.reasonReorganised",
  "over-limit": "wallet.reasonOverLimit",
  "account-closed": "wallet.reasonAccountClosed",
  "not-offered": "wallet.reasonNotOffered",
  unproven: "wallet.reasonUnproven",
};

function DepositBadge({ status }: { readonly status: WireDeposit["status"] }) {
  const t = useT();
  return (
    <Badge tone={STATUS[status].tone} dot>
      {t(STATUS[status].words)}
    </Badge>
  );
}

/** Typical time for the missing confirmations; null if none is missing. */
function useRemainingTime(deposit: WireDeposit, choice: DepositChoice | undefined): string | null {
  const t = useT();
  const missing = deposit.confirmationsRequired - deposit.confirmations;
  if (choice === undefined || missing <= 0) return null;
  const seconds = Math.ceil((choice.etaSeconds * missing) / deposit.confirmationsRequired);
  return seconds < SECONDS_PER_MINUTE
    ? t("wallet.creditedInSeconds", { count: seconds })
    : t("wallet.creditedInMinutes", { count: Math.ceil(seconds / SECONDS_PER_MINUTE) });
}

interface Props {
  readonly deposit: WireDeposit;
  /** Terms of its asset and chain; undefined while loading or if no longer offered. */
  readonly choice: DepositChoice | undefined;
  /** Whether the card links to its own page. */
  readonly isLinked?: boolean;
}

/** One deposit and its progress. */
export function DepositCard({ deposit, choice, isLinked = false }: Props) {
  const t = useT();
  const formats = useFormats();
  const amount = <FinancialText value={deposit.amount} asset={deposit.asset} minDecimals={2} />;
  const isIgnored = deposit.status === "ignored" || deposit.status === "held";
  const Icon = isIgnored ? AlertIcon : deposit.status === "credited" ? CheckIcon : DepositIcon;
  return (
    <article className={classNames("card stack-3 deposit-card", isLinked && "is-linked")}>
      <div className="row between">
        <span className="row deposit-head">
          <i className={classNames("tile", isIgnored ? "warn" : "up")}>
            <Icon />
          </i>
          <span className="stack-1">
            {isLinked ? (
              <Link className="row-act strong" to={fundOrderPath("deposit", deposit.depositId)}>
                {amount}
              </Link>
            ) : (
              <b className="strong">{amount}</b>
            )}
            <span className="small muted trunc">
              {formats.date(deposit.createdAtMs, "day-time")}
              {deposit.txHash !== null && (
                <>
                  {", "}
                  <span className="mono" translate="no">
                    {shortHex(deposit.txHash)}
                  </span>
                </>
              )}
            </span>
          </span>
        </span>
        <DepositBadge status={deposit.status} />
      </div>
      {isPendingDeposit(deposit) && <Progress deposit={deposit} choice={choice} />}
      {deposit.reason !== null && (
        <Notice tone="warn">
          {t(REASONS[deposit.reason], {
            min:
              choice === undefined
                ? ""
                : `${formats.decimal(choice.minDeposit, { minDecimals: 2 })} ${choice.asset}`,
          })}
        </Notice>
      )}
      {deposit.note !== null && <Notice>{t("wallet.depositSettled", { note: deposit.note })}</Notice>}
    </article>
  );
}

function Progress({ deposit, choice }: Omit<Props, "isLinked">) {
  const t = useT();
  const rest = useRemainingTime(deposit, choice);
  return (
    <>
      <Confirmations count={deposit.confirmations} required={deposit.confirmationsRequired} />
      <div className="row between wrap small muted">
        <span className="n" translate="no">
          {t("wallet.confirmationsOf", {
            count: Math.min(deposit.confirmations, deposit.confirmationsRequired),
            required: deposit.confirmationsRequired,
          })}
        </span>
        <span>{rest ?? t("wallet.creditedSoon")}</span>
      </div>
    </>
  );
}
