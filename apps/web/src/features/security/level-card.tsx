import type { HoldReason } from "@candor/domain/enumerations";
import { Badge } from "@candor/ui/badge.tsx";
import { CheckIcon, MinusIcon } from "@candor/ui/icons.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { CallReply } from "@candor/wire/calls";
import { useT } from "../../i18n/use-t.ts";
import type { Protection, Strength } from "../../shared/account/security-level.ts";
import { PROTECTIONS, securityLevel } from "../../shared/account/security-level.ts";

const STRENGTH_WORDS = {
  weak: "security.weak",
  fair: "security.fair",
  strong: "security.strong",
} as const satisfies Record<Strength, string>;

const NEXT_WORDS = {
  payment: "security.nextPayment",
  totp: "security.nextTotp",
  passkey: "security.nextPasskey",
  email: "security.nextEmail",
  phone: "security.nextPhone",
} as const satisfies Record<Protection, string>;

const PROTECTION_WORDS = {
  payment: "me.paymentPassword",
  totp: "security.totp",
  passkey: "security.passkeys",
  email: "security.email",
  phone: "security.phone",
} as const satisfies Record<Protection, string>;

type Profile = CallReply<"profile">;

const HOLD_WORDS = {
  password: "security.heldPassword",
  "payment-password": "security.heldPayment",
  "second-factor": "security.heldFactor",
  contact: "security.heldContact",
} as const satisfies Record<HoldReason, string>;

/** Number of active protections and the recommended next one. */
export function LevelCard({ profile }: { readonly profile: Profile }) {
  const t = useT();
  const { on, of, strength, next, isOn } = securityLevel(profile);
  return (
    <div className="pad">
      <section className="card stack-3">
        <div className="row between">
          <b>{t("security.protections", { on, of })}</b>
          <Badge tone={strength === "strong" ? "primary" : strength === "fair" ? "neutral" : "warn"}>
            {t(STRENGTH_WORDS[strength])}
          </Badge>
        </div>
        <div className="meter" aria-hidden="true">
          {PROTECTIONS.map((protection) => (
            <i key={protection} className={isOn[protection] ? "on" : undefined} />
          ))}
        </div>
        <ul className="row wrap protections small">
          {PROTECTIONS.map((protection) => (
            <li key={protection} className={isOn[protection] ? undefined : "muted"}>
              {isOn[protection] ? <CheckIcon size="s" /> : <MinusIcon size="s" />}
              {t(PROTECTION_WORDS[protection])}
              <span className="vh">: {t(isOn[protection] ? "security.on" : "security.off")}</span>
            </li>
          ))}
        </ul>
        <p className="small muted">{next === null ? t("security.allOn") : t(NEXT_WORDS[next])}</p>
      </section>
    </div>
  );
}

/** Withdrawals are on hold: why and until when. */
export function WithdrawalHold({ profile }: { readonly profile: Profile }) {
  const t = useT();
  const formats = useFormats();
  const { withdrawalHoldUntilMs: until, withdrawalHoldReason: reason } = profile;
  if (until === null) return null;
  return (
    <div className="pad">
      <Notice tone="warn" title={t("security.holdTitle", { until: formats.date(until, "day-time") })}>
        {reason !== null && t(HOLD_WORDS[reason])} {t("security.holdReason")}
      </Notice>
    </div>
  );
}
