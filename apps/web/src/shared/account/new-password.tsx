import { CheckIcon } from "@candor/ui/icons.tsx";
import { PasswordInput } from "@candor/ui/input.tsx";
import { useT } from "../../i18n/use-t.ts";
import "./auth.css";
import { hasLetterAndDigit, hasPasswordLength } from "@candor/text/account-rules";
import { PASSWORD_FIELD_LENGTH } from "./rules.ts";
import { usePasswordRule } from "./use-password-rule.ts";

interface Props {
  readonly label: string;
  readonly repeatLabel: string;
  readonly password: string;
  readonly onPassword: (password: string) => void;
  readonly repeat: string;
  readonly onRepeat: (repeat: string) => void;
  readonly error: string | null;
  readonly repeatError: string | null;
}

/** New password with confirmation; rules are checked off while typing. */
export function NewPassword(props: Props) {
  const t = useT();
  const { password, repeat } = props;
  const rule = usePasswordRule();
  return (
    <>
      <div className="stack">
        <PasswordInput
          label={props.label}
          autoComplete="new-password"
          maxLength={PASSWORD_FIELD_LENGTH}
          value={password}
          onChange={(event) => props.onPassword(event.target.value)}
          error={props.error}
        />
        <div className="row wrap small rules">
          <Rule
            isMet={hasPasswordLength(password, rule)}
            words={t(rule === "long" ? "login.ruleLengthLong" : "login.ruleLength")}
          />
          {rule === "short" && <Rule isMet={hasLetterAndDigit(password)} words={t("login.ruleMix")} />}
          <Rule isMet={password !== "" && password === repeat} words={t("login.ruleEqual")} />
        </div>
      </div>
      <PasswordInput
        label={props.repeatLabel}
        autoComplete="new-password"
        maxLength={PASSWORD_FIELD_LENGTH}
        value={repeat}
        onChange={(event) => props.onRepeat(event.target.value)}
        error={props.repeatError}
      />
    </>
  );
}

function Rule({ isMet, words }: { readonly isMet: boolean; readonly words: string }) {
  return (
    <span className={isMet ? "row link" : "row muted"}>
      {isMet ? <CheckIcon size="s" /> : <i className="rule-open" />}
      {words}
    </span>
  );
}
