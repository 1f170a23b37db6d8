import { ButtonLink } from "@candor/ui/button.tsx";
import { Empty } from "@candor/ui/feedback.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { ClockIcon, ShieldCheckIcon } from "@candor/ui/page-icons.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useT } from "../../i18n/use-t.ts";
import { nextLevel, stateOf } from "../../shared/account/levels.ts";
import { Page } from "../../shell/page/page.tsx";
import { AUTHENTICATION } from "../../shell/routing/routes.ts";
import { useAppStore } from "../../state/app-store.ts";
import { LivePhotoForm } from "./live-photo-form.tsx";
import { RealNameForm } from "./real-name-form.tsx";
import { useDraft } from "./verification-draft.ts";
import type { Verification } from "./verification-reply.tsx";
import { VerificationReply } from "./verification-reply.tsx";
import "./verification.css";

/** The form of the next level, or the pending review. */
export function Screen() {
  const t = useT();
  return (
    <Page title={t("verify.formTitle")} hasBack isForm>
      <VerificationReply>{(reply) => <NextStep reply={reply} />}</VerificationReply>
    </Page>
  );
}

function NextStep({ reply }: { readonly reply: Verification }) {
  const t = useT();
  const formats = useFormats();
  const userId = useAppStore((state) => state.user?.id ?? "");
  const isSandbox = useAppStore((store) => store.siteData?.mode === "sandbox");
  const own = useDraft(userId);
  const { verification, veriInfo, reviewedBy } = reply;
  const whoReviews = t(reviewedBy === "demo-reviewer" ? "verify.demoReview" : "verify.sandboxReview");
  const level = nextLevel(verification);
  const overview = (
    <ButtonLink to={AUTHENTICATION} size="small" tone="line">
      {t("verify.toOverview")}
    </ButtonLink>
  );
  if (level === null) {
    return (
      <section className="group narrow">
        <Empty icon={ShieldCheckIcon} title={t("verify.allPassed")} action={overview}>
          {t("verify.allPassedNote")}
        </Empty>
      </section>
    );
  }
  const state = stateOf(level, verification, veriInfo);
  if (state === "pending") {
    return (
      <section className="group narrow">
        <Empty icon={ClockIcon} title={t("verify.inReview")} action={overview}>
          {veriInfo.submittedAtMs !== null &&
            t("verify.submittedOn", { date: formats.date(veriInfo.submittedAtMs, "day-time") })}{" "}
          {isSandbox ? whoReviews : t("verify.inReviewNote")}
        </Empty>
      </section>
    );
  }
  return (
    <div className="verify narrow">
      <div className="pad stack">
        <h2>{level === 1 ? t("verify.realName") : t("verify.advanced")}</h2>
        {isSandbox && <Notice title={t("verify.sandboxNoRealPapers")}>{whoReviews}</Notice>}
        {state === "refused" && (
          <Notice tone="warn" title={t("verify.refusedTitle")}>
            {veriInfo.reason}
          </Notice>
        )}
      </div>
      {level === 1 ? <RealNameForm own={own} /> : <LivePhotoForm own={own} />}
    </div>
  );
}
