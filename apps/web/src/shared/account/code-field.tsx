import { narrowDigits } from "@candor/ui/decimal-entry";
import { Input } from "@candor/ui/input.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { MailIcon } from "@candor/ui/page-icons.tsx";
import { showToast } from "@candor/ui/toast-store";
import { useEffect, useState } from "react";
import { ApiError } from "../../data/api-error.ts";
import type { ApiRequest } from "../../data/legacy-api.ts";
import { useT } from "../../i18n/use-t.ts";
import { messageOf, useAct, useCall } from "../../shell/calls/use-call.ts";
import { useAppStore } from "../../state/app-store.ts";
import "./auth.css";
import { CODE_DIGITS, emailForCode, normalEmail } from "@candor/text/account-rules";
import { normalPhone } from "@candor/text/phone-number";
import { OUTBOX_PAGE } from "../../shell/routing/routes.ts";
import { plainAccount } from "./rules.ts";

const SECOND_MS = 1_000;
/** Delay before another code can be requested; counted from the reply, so the device's clock does not matter. */
const RESEND_MS = 60_000;

/** Returns the whole seconds until a time, counting down to 0, and a function that sets that time. */
function useCountdown(): readonly [secondsLeft: number, start: (untilMs: number) => void] {
  const [{ untilMs, nowMs }, setClock] = useState({ untilMs: 0, nowMs: 0 });
  const left = Math.max(0, Math.ceil((untilMs - nowMs) / SECOND_MS));
  useEffect(() => {
    if (left === 0) return undefined;
    const timer = setTimeout(() => setClock({ untilMs, nowMs: Date.now() }), SECOND_MS);
    return () => clearTimeout(timer);
  }, [left, untilMs]);
  return [left, (next) => setClock({ untilMs: next, nowMs: Date.now() })];
}

export type Channel = "email" | "phone";

interface Props {
  readonly event: ApiRequest<"sendEmailCode">["event"];
  /** How the code is sent; by default, by email. */
  readonly channel?: Channel;
  /** Recipient; undefined for the address or number bound to the account. */
  readonly address?: string;
  readonly value: string;
  readonly onValueChange: (code: string) => void;
  readonly error?: string | null;
  /** Called if the address is missing or malformed. */
  readonly onAddressProblem?: (message: string) => void;
  /** Distinguishes two codes in one form. */
  readonly label?: string;
}

const FORMATS = {
  email: { normal: normalEmail, problem: "login.emailFormat" },
  phone: { normal: normalPhone, problem: "login.phoneFormat" },
} as const;

/** Returns whether the server sends a code for this event there. */
const isRecipient = (address: string, channel: Channel, event: Props["event"]): boolean =>
  (channel === "phone" ? normalPhone(address) : emailForCode(event, address)) !== undefined;

/** Errors about the address rather than the code. */
const ADDRESS_ERRORS: readonly string[] = [
  "user.emailFormat",
  "user.phoneFormat",
  "user.notRegistered",
  "user.alreadyRegistered",
];

/** A code by mail or phone: requests it, counts down to the next request, takes the six digits. */
export function CodeField(props: Props) {
  const { event, channel = "email", value, onValueChange, error, onAddressProblem, label } = props;
  const t = useT();
  const byEmail = useAct("sendEmailCode");
  const byPhone = useAct("sendPhoneCode");
  const [sentAtMs, setSentAtMs] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const [seconds, countDownTo] = useCountdown();
  const isSandbox = useAppStore((state) => state.siteData?.mode === "sandbox");
  const username = useAppStore((state) => state.user?.username ?? "");
  const address = props.address === undefined ? undefined : plainAccount(props.address);
  const ownAddress = FORMATS[channel].normal(username) === undefined ? undefined : username;
  const send = (to: string | undefined) =>
    channel === "email"
      ? byEmail.run({ event, ...(to !== undefined && { email: to }) })
      : byPhone.run({ event, ...(to !== undefined && { phone: to }) });
  const ask = async () => {
    if (address !== undefined && !isRecipient(address, channel, event)) {
      return onAddressProblem?.(t(FORMATS[channel].problem));
    }
    setProblem(null);
    const outcome = await send(address);
    if (outcome === null) return;
    if (outcome.ok) {
      countDownTo(Date.now() + RESEND_MS);
      setSentAtMs(Date.now());
      showToast(address === undefined ? t("login.codeSentPlain") : t("login.codeSent", { address }), {
        kind: "success",
      });
      return;
    }
    const { retryAfterMs } = outcome.error.params;
    if (typeof retryAfterMs === "number") countDownTo(Date.now() + retryAfterMs);
    if (outcome.error.error === "user.codeNotExpired") setSentAtMs(Date.now());
    if (onAddressProblem !== undefined && ADDRESS_ERRORS.includes(outcome.error.error)) {
      onAddressProblem(messageOf(outcome.error));
    } else setProblem(messageOf(outcome.error));
  };
  return (
    <>
      <Input
        label={label ?? t("login.code")}
        inputMode="numeric"
        autoComplete="one-time-code"
        value={value}
        onChange={(change) => onValueChange(codeDigits(change.target.value))}
        error={error ?? problem}
        trailing={
          <button
            type="button"
            className="code-send link n"
            disabled={seconds > 0}
            aria-busy={byEmail.isBusy || byPhone.isBusy || undefined}
            onClick={() => void ask()}
          >
            {seconds > 0 ? t("login.resendIn", { seconds }) : t("login.sendCode")}
          </button>
        }
      />
      {isSandbox && sentAtMs > 0 && (
        <SandboxCode to={address ?? ownAddress} typed={value} onUse={onValueChange} />
      )}
    </>
  );
}

interface SandboxCodeProps {
  readonly to: string | undefined;
  readonly typed: string;
  readonly onUse: (code: string) => void;
}

/** Notices are emails too, so the newest code is searched among this many messages. */
const NEWEST = 10;
/** Matches only at the end of a line, where an amount never is. */
const CODE = /(?<=[:：] ?)[0-9]{6}$/m;

/** Cleans a pasted code: removes spaces and converts full-width digits. */
const codeDigits = (typed: string): string => narrowDigits(typed).replace(/\D/g, "").slice(0, CODE_DIGITS);

/** The sandbox sends no mail: shows the code from its outbox. */
function SandboxCode({ to, typed, onUse }: SandboxCodeProps) {
  const t = useT();
  const { data, error } = useCall(
    "outbox",
    { ...(to !== undefined && { to }), limit: NEWEST },
    { freshMs: 0, refetchEveryMs: 3_000 },
  );
  // Only browsers that opened the link from the server's terminal may read the outbox.
  const isLocked = error instanceof ApiError && error.error === "request.featureOff";
  const newest = to === undefined ? [] : (data?.list ?? []);
  const code = newest.flatMap(({ text }) => CODE.exec(text) ?? [])[0];
  return (
    <Notice tone="warn" icon={MailIcon}>
      <div className="sandbox-code">
        {code === undefined ? (
          <span>{t(isLocked ? "login.outboxLocked" : "login.outboxHint")}</span>
        ) : (
          <span className="row">
            <b className="n" translate="no">
              {code}
            </b>
            {typed !== code && (
              <button type="button" className="link" onClick={() => onUse(code)}>
                {t("login.useCode")}
              </button>
            )}
          </span>
        )}
        <span>
          <a className="link" href={OUTBOX_PAGE} target="_blank" rel="noopener">
            {t("login.openOutbox")}
          </a>
        </span>
      </div>
    </Notice>
  );
}
