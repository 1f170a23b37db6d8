import { useT } from "../../i18n/use-t.ts";
import type { FactorDemand } from "../../shared/account/second-factor.ts";
import { SecondFactorForm } from "../../shared/account/second-factor-form.tsx";
import type { SecondFactor } from "../../shell/session/second-factor.tsx";
import { AuthLayout } from "./auth-layout.tsx";

interface Props {
  readonly demand: FactorDemand;
  readonly problem: string | null;
  readonly isBusy: boolean;
  readonly onAnswer: (factor: SecondFactor) => void;
  /** Returns to the password step. */
  readonly onBack: () => void;
}

/** Second login step: after the password, the account's second factor. */
export function LoginFactor({ demand, problem, isBusy, onAnswer, onBack }: Props) {
  const t = useT();
  return (
    <AuthLayout title={t("login.factorTitle")}>
      <p className="muted">{t("login.factorNote")}</p>
      <SecondFactorForm
        key={demand.question?.challenge}
        demand={demand}
        problem={problem}
        isBusy={isBusy}
        onAnswer={onAnswer}
      />
      <p className="center">
        <button type="button" className="link auth-link" onClick={onBack}>
          {t("login.otherAccount")}
        </button>
      </p>
    </AuthLayout>
  );
}
