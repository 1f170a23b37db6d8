import type { Tone } from "@candor/ui/badge.tsx";
import { Badge } from "@candor/ui/badge.tsx";
import { ButtonLink } from "@candor/ui/button.tsx";
import { Card, KeyValue } from "@candor/ui/card.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useT } from "../../i18n/use-t.ts";
import type { Level, LevelState } from "../../shared/account/levels.ts";
import { stateOf } from "../../shared/account/levels.ts";
import { Page } from "../../shell/page/page.tsx";
import { VERIFICATION } from "../../shell/routing/routes.ts";
import type { Verification } from "./verification-reply.tsx";
import { VerificationReply } from "./verification-reply.tsx";
import "./verification.css";

const STATE_STYLE = {
  closed: { tone: "neutral", words: "verify.stateClosed" },
  open: { tone: "neutral", words: "verify.stateOpen" },
  pending: { tone: "warn", words: "verify.statePending" },
  passed: { tone: "primary", words: "verify.statePassed" },
  refused: { tone: "warn", words: "verify.stateRefused" },
} as const satisfies Record<LevelState, { readonly tone: Tone; readonly words: string }>;

/** Both verification levels: requirements, status and rejection reason. */
export function Screen() {
  const t = useT();
  return (
    <Page title={t("verify.title")} hasBack isForm>
      <VerificationReply>
        {(reply) => (
          <div className="pad verify-levels">
            <LevelCard level={1} reply={reply} />
            <LevelCard level={2} reply={reply} />
            <Notice>{t("verify.privacy")}</Notice>
          </div>
        )}
      </VerificationReply>
    </Page>
  );
}

function LevelCard({ level, reply }: { readonly level: Level; readonly reply: Verification }) {
  const t = useT();
  const { verification, veriInfo } = reply;
  const state = stateOf(level, verification, veriInfo);
  const { tone, words } = STATE_STYLE[state];
  const canAct = state === "open" || state === "refused";
  return (
    <Card
      className="stack-3"
      title={level === 1 ? t("verify.realName") : t("verify.advanced")}
      aside={
        <Badge tone={tone} dot={state === "passed"}>
          {t(words)}
        </Badge>
      }
    >
      <p className="muted">{level === 1 ? t("verify.realNameNeeds") : t("verify.advancedNeeds")}</p>
      {state === "refused" && (
        <Notice tone="warn" title={t("verify.refusedTitle")}>
          {veriInfo.reason}
        </Notice>
      )}
      {state === "pending" && <p className="small muted">{t("verify.inReviewNote")}</p>}
      <Submission level={level} reply={reply} />
      {canAct && (
        <ButtonLink to={VERIFICATION} tone="primary" block>
          {state === "refused" ? t("verify.again") : t("verify.start")}
        </ButtonLink>
      )}
    </Card>
  );
}

/** What was submitted (masked) and when. Names are from level 1; dates from the latest submission. */
function Submission({ level, reply }: { readonly level: Level; readonly reply: Verification }) {
  const t = useT();
  const formats = useFormats();
  const { fullName, idNumber, country, submittedAtMs, reviewedAtMs } = reply.veriInfo;
  const countryName =
    country === null
      ? null
      : (new Intl.DisplayNames([formats.tag, "en"], { type: "region" }).of(country) ?? country);
  const isLatest = reply.veriInfo.level === level;
  const line = (key: string, label: string, value: string | null) =>
    value === null ? [] : [{ key, label, value }];
  const day = (ms: number | null) => (ms === null || !isLatest ? null : formats.date(ms, "day-time"));
  const lines = [
    ...(level === 1
      ? [
          ...line("name", t("verify.fullName"), fullName),
          ...line("number", t("verify.idNumber"), idNumber),
          ...line("country", t("verify.country"), countryName),
        ]
      : []),
    ...line("submitted", t("verify.submitted"), day(submittedAtMs)),
    ...line("reviewed", t("verify.reviewed"), day(reviewedAtMs)),
  ];
  return lines.length === 0 ? null : <KeyValue lines={lines} />;
}
