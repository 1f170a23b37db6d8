import { Button, ButtonLink } from "@candor/ui/button.tsx";
import { CodeInput } from "@candor/ui/code-input.tsx";
import { Empty, SkeletonRows } from "@candor/ui/feedback.tsx";
import { Form } from "@candor/ui/form.tsx";
import { CheckIcon } from "@candor/ui/icons.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { ScreenIcon, ShieldIcon } from "@candor/ui/page-icons.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { CallReply } from "@candor/wire/calls";
import { ApiError } from "../../data/api-error.ts";
import { useT } from "../../i18n/use-t.ts";
import { LoginPasswordInput } from "../../shared/account/login-password-input.tsx";
import { LoadFailed } from "../../shell/calls/load-failed.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { Page } from "../../shell/page/page.tsx";
import { HOME, SECURITY } from "../../shell/routing/routes.ts";
import { useSearchParams } from "../../shell/routing/use-search-params.ts";
import "../../shared/account/auth.css";
import { NUMBER_LENGTH, useApproval } from "./use-approval.ts";

/** On the signed-in phone that has scanned a picture: which device wants to log in, and the decision. */
export function Screen() {
  const t = useT();
  const [params] = useSearchParams();
  const code = params.get("code") ?? "";
  return (
    <Page title={t("login.scanTitle")} hasBack isForm>
      <Request key={code} code={code} />
    </Page>
  );
}

function Request({ code }: { readonly code: string }) {
  const t = useT();
  // An earlier reply says nothing about a request that may have ended since. This device may look again.
  const looked = useCall("qrLoginReview", { action: "look", code }, { freshMs: 0, sameInAllLanguages: true });
  const { data: profile, error, refetch } = useCall("profile", {});
  const approval = useApproval(code);
  const failed = looked.isFetchedAfterMount ? (looked.error ?? error) : null;
  if (approval.end !== null) return <Ended end={approval.end} />;
  if (failed instanceof ApiError && failed === looked.error && !failed.outcomeUnknown)
    return <Ended end="expired" />;
  if (failed !== null) {
    const retry = () => void Promise.all([looked.refetch(), refetch()]);
    return <LoadFailed error={failed} onRetry={retry} />;
  }
  if (!looked.isFetchedAfterMount || looked.data === undefined || profile === undefined) {
    return (
      <section className="group">
        <SkeletonRows count={4} label={t("shell.loading")} />
      </section>
    );
  }
  return (
    <div className="pad stack-4">
      <Notice tone="warn" icon={ShieldIcon} title={t("login.scanWarningTitle")}>
        {t("login.scanWarning")}
      </Notice>
      <Facts request={looked.data} />
      <Decision approval={approval} asksPassword={!profile.totpEnabled && profile.passkeys === 0} />
      {approval.sheet}
    </div>
  );
}

function Facts({ request }: { readonly request: CallReply<"qrLoginReview"> }) {
  const t = useT();
  const formats = useFormats();
  const { deviceName = "", ipMasked = "", begunAtMs } = request;
  return (
    <dl className="card scan-facts">
      <div>
        <dt className="muted">{t("login.scanDevice")}</dt>
        <dd className="med">{deviceName || t("security.unknownDevice")}</dd>
      </div>
      <div>
        <dt className="muted">{t("login.scanNetwork")}</dt>
        <dd className="n" translate="no">
          {ipMasked}
        </dd>
      </div>
      <div>
        <dt className="muted">{t("login.scanTime")}</dt>
        <dd className="n" translate="no">
          {begunAtMs === undefined ? "" : formats.date(begunAtMs, "day-time")}
        </dd>
      </div>
    </dl>
  );
}

interface DecisionProps {
  readonly approval: ReturnType<typeof useApproval>;
  readonly asksPassword: boolean;
}

function Decision({ approval, asksPassword }: DecisionProps) {
  const t = useT();
  const { number, setNumber, password, setPassword, problems, isBusy, approve, refuse } = approval;
  return (
    <Form className="stack-4" onSubmit={() => void approve(asksPassword)}>
      <CodeInput
        label={t("login.scanNumber")}
        length={NUMBER_LENGTH}
        value={number}
        onValueChange={setNumber}
        error={problems.number}
      />
      {asksPassword && (
        <LoginPasswordInput value={password} onValueChange={setPassword} error={problems.password} />
      )}
      {problems.other !== undefined && (
        <Notice tone="down" announce>
          {problems.other}
        </Notice>
      )}
      <Button tone="primary" block type="submit" busy={isBusy}>
        {t("login.scanApprove")}
      </Button>
      <Button tone="line" block onClick={() => void refuse()}>
        {t("login.scanRefuse")}
      </Button>
    </Form>
  );
}

const END_WORDS = {
  approved: { icon: CheckIcon, title: "login.scanApproved", note: "login.scanApprovedNote" },
  refused: { icon: ShieldIcon, title: "login.scanRefused", note: "login.scanRefusedNote" },
  "wrong-number": { icon: ShieldIcon, title: "login.scanWrongNumber", note: "login.scanWrongNumberNote" },
  expired: { icon: ScreenIcon, title: "login.scanExpired", note: "login.scanExpiredNote" },
} as const;

function Ended({ end }: { readonly end: keyof typeof END_WORDS }) {
  const t = useT();
  const { icon, title, note } = END_WORDS[end];
  const isSecurity = end === "approved" || end === "refused";
  return (
    <div className="group">
      <Empty
        icon={icon}
        title={t(title)}
        action={
          <ButtonLink to={isSecurity ? SECURITY : HOME} size="small" tone="line">
            {isSecurity ? t("security.title") : t("shell.toHome")}
          </ButtonLink>
        }
      >
        {t(note)}
      </Empty>
    </div>
  );
}
