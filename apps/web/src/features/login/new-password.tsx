import { CheckIcon } from "@candor/ui/icons.tsx";
import { PasswordInput } from "@candor/ui/input.tsx";
import { useT } from "../../i18n/use-t.ts";
import "./auth.css";
import { hasPasswordLength, hasPasswordMix } from "./rules.ts";

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

/** A new password twice, with its rules ticked off while it is typed. */
export function NewPassword(props: Props) {
  const t = useT();
  const { password, repeat } = props;
  return (
    <>
      <div className="stack">
        <PasswordInput
          label={props.label}
          autoComplete="new-password"
          maxLength={64}
          value={password}
          onChange={(event) => props.onPassword(event.target.value)}
          error={props.error}
        />
        <div className="row wrap small rules">
          <Rule isMet={hasPasswordLength(password)} words={t("login.ruleLength")} />
          <Rule isMet={hasPasswordMix(password)} words={t("login.ruleMix")} />
          <Rule isMet={password !== "" && password === repeat} words={t("login.ruleEqual")} />
        </div>
      </div>
      <PasswordInput
        label={props.repeatLabel}
        autoComplete="new-password"
        maxLength={64}
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
