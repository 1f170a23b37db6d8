import type { SessionEnd } from "@candor/domain/enumerations";
import { SESSION_ENDS } from "@candor/domain/enumerations";
import { ButtonLink } from "@candor/ui/button.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { useState } from "react";
import { useLocation } from "react-router";
import type { ApiError } from "../../data/api-error.ts";
import { useT } from "../../i18n/use-t.ts";
import { messageOf } from "../../shell/calls/use-call.ts";
import { FORGOT, SERVICE } from "../../shell/routing/routes.ts";
import { storedSessionEnd } from "../../shell/services/session-end.ts";

const END_WORDS = {
  "log-out": "login.endedLogOut",
  everywhere: "login.endedEverywhere",
  password: "login.endedPassword",
  frozen: "login.endedFrozen",
  "too-many": "login.endedTooMany",
  closed: "login.endedClosed",
} as const satisfies Record<SessionEnd, string>;

/** A new password resolves these. */
const HELPED_BY_RESET: readonly SessionEnd[] = ["frozen", "password"];

/** Why this tab's session ended, if known. */
export function SessionEnded() {
  const t = useT();
  const [kept] = useState(storedSessionEnd);
  const reason = SESSION_ENDS.find((each) => each === kept);
  if (reason === undefined) return null;
  return (
    <>
      <Notice tone="warn" announce>
        {t(END_WORDS[reason])}
      </Notice>
      {HELPED_BY_RESET.includes(reason) && <ResetButton />}
    </>
  );
}

/** Freezing is not an input error, so it gets a box with the way to unfreeze. */
export function FrozenLogin({ error }: { readonly error: ApiError }) {
  const t = useT();
  const isOwners = error.error === "user.frozenByOwner";
  return (
    <>
      <Notice tone="warn" announce>
        {isOwners ? t("login.frozenLogin") : messageOf(error)}
      </Notice>
      {isOwners ? (
        <ResetButton />
      ) : (
        <ButtonLink to={SERVICE} tone="line" block>
          {t("shell.contactSupport")}
        </ButtonLink>
      )}
    </>
  );
}

function ResetButton() {
  const t = useT();
  const { search } = useLocation();
  return (
    <ButtonLink to={FORGOT + search} tone="line" block>
      {t("login.resetPassword")}
    </ButtonLink>
  );
}
