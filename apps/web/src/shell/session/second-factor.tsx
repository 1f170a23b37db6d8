import { MAX_FACTOR_CODE } from "@candor/text/field-limits";
import { CodeInput } from "@candor/ui/code-input.tsx";
import { Input } from "@candor/ui/input.tsx";
import { answerWithPasskey } from "@candor/ui/passkeys";
import { useState } from "react";
import { ApiError } from "../../data/api-error.ts";
import type { ApiRequest } from "../../data/legacy-api.ts";
import { translate } from "../../i18n/i18n.ts";
import { useT } from "../../i18n/use-t.ts";
import { messageOf } from "../calls/use-call.ts";
import { api } from "../services/services.ts";

export type SecondFactorMethod = "totp" | "passkey";
/** Wire format: a one-time code, a recovery code, or a passkey assertion. */
export type SecondFactor = NonNullable<ApiRequest<"resetPassword">["secondFactor"]>;

interface FieldProps {
  readonly methods: readonly SecondFactorMethod[];
  /** The code; "" for a passkey. */
  readonly value: string;
  readonly onValueChange: (code: string) => void;
  readonly onComplete?: (code: string) => void;
  readonly error?: string | null;
}

/** Field for an authenticator or recovery code. A passkey is requested on submit. */
export function SecondFactorField({ methods, value, onValueChange, onComplete, error }: FieldProps) {
  const t = useT();
  const [isRecovery, setRecovery] = useState(false);
  const hasPasskey = methods.includes("passkey");
  if (!methods.includes("totp")) {
    return (
      <p className="small muted">
        {t("security.passkeyNext")}
        {typeof error === "string" && (
          <span className="err" role="alert">
            {error}
          </span>
        )}
      </p>
    );
  }
  const switchTo = (recovery: boolean) => {
    onValueChange("");
    setRecovery(recovery);
  };
  return (
    <div className="stack">
      {isRecovery ? (
        <Input
          label={t("security.recoveryCode")}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={MAX_FACTOR_CODE}
          value={value}
          onChange={(event) => onValueChange(event.target.value.trim())}
          error={error}
        />
      ) : (
        <CodeInput
          label={t("security.appCode")}
          value={value}
          onValueChange={onValueChange}
          {...(onComplete !== undefined && { onComplete })}
          error={error}
          help={hasPasskey ? t("security.emptyForPasskey") : undefined}
        />
      )}
      <button type="button" className="link small" onClick={() => switchTo(!isRecovery)}>
        {isRecovery ? t("security.useAppCode") : t("security.useRecoveryCode")}
      </button>
    </div>
  );
}

export type Proof =
  | { readonly ok: true; readonly secondFactor: SecondFactor }
  | { readonly ok: false; readonly message: string };

/**
 * Returns the second factor for the call, from the typed code or a passkey. `challenge`: included in an earlier
 * rejection.
 */
export async function proveSecondFactor(
  methods: readonly SecondFactorMethod[],
  code: string,
  challenge?: unknown,
): Promise<Proof> {
  if (code !== "") return { ok: true, secondFactor: { totp: code } };
  if (!methods.includes("passkey")) return { ok: false, message: translate("security.appCodeMissing") };
  let options = challenge;
  try {
    options ??= (await api.call("passkey", { action: "challenge" })).options;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { ok: false, message: messageOf(error) };
  }
  const outcome = await answerWithPasskey((options ?? {}) as Parameters<typeof answerWithPasskey>[0]);
  return outcome.ok
    ? { ok: true, secondFactor: { passkey: outcome.credential } }
    : { ok: false, message: translate("security.passkeyFailed") };
}
