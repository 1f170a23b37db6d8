import { REFERRAL_RATE_SETTING } from "@candor/domain/setting-names";
import { Button, ButtonLink } from "@candor/ui/button.tsx";
import { Card } from "@candor/ui/card.tsx";
import { Skeleton } from "@candor/ui/feedback.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { useEffect, useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { AnnouncedTerms } from "../../shared/announced-terms/announced-terms.tsx";
import { QrCode } from "../../shared/pictures/qr-code.tsx";
import { LoadFailed } from "../../shell/calls/load-failed.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useCopy } from "../../shell/hooks/use-copy.ts";
import { Page } from "../../shell/page/page.tsx";
import { REGISTER, TEAM } from "../../shell/routing/routes.ts";
import "./invite.css";
import { drawPoster } from "./poster.ts";

/** Registration link with the code filled in. */
const inviteLink = (code: string): string =>
  `${window.location.origin}${window.location.pathname}#${REGISTER}?code=${encodeURIComponent(code)}`;

/** The user's invitation: code, link, QR code and the reward. */
export function Screen() {
  const t = useT();
  const { data: profile, error, refetch } = useCall("profile", {});
  return (
    <Page title={t("invite.title")} hasBack isForm>
      <div className="pad invite">
        {error !== null && profile === undefined ? (
          <LoadFailed error={error} onRetry={() => void refetch()} />
        ) : profile === undefined ? (
          <Skeleton height={320} />
        ) : (
          <Invitation code={profile.invitationCode} />
        )}
        <Card title={t("invite.howTitle")} className="stack-3">
          <ol className="stack invite-steps">
            <li>{t("invite.step1")}</li>
            <li>{t("invite.step2")}</li>
            <li>{t("invite.step3")}</li>
          </ol>
          <Notice>{t("invite.honest")}</Notice>
          <AnnouncedTerms settings={[REFERRAL_RATE_SETTING]} />
          <ButtonLink to={TEAM} tone="line" block>
            {t("team.title")}
          </ButtonLink>
        </Card>
      </div>
    </Page>
  );
}

function Invitation({ code }: { readonly code: string }) {
  const t = useT();
  const copy = useCopy();
  const link = inviteLink(code);
  return (
    <Card className="stack-4 invite-card">
      <div className="stack-1 center">
        <span className="small muted">{t("me.invitationCode")}</span>
        <b className="invite-code n" translate="no">
          {code}
        </b>
      </div>
      <QrCode text={link} label={t("invite.qr")} />
      <p className="small muted center invite-link">{link}</p>
      <div className="g2 invite-acts">
        <Button tone="line" block onClick={() => copy(code)}>
          {t("invite.copyCode")}
        </Button>
        <Button tone="line" block onClick={() => copy(link)}>
          {t("invite.copyLink")}
        </Button>
      </div>
      <Poster code={code} link={link} />
    </Card>
  );
}

/** The invitation as a picture, drawn in the browser. */
function Poster({ code, link }: { readonly code: string; readonly link: string }) {
  const t = useT();
  const [url, setUrl] = useState<string | null>(null);
  const words = {
    title: t("home.welcomeTitle"),
    note: t("invite.posterNote"),
    codeLabel: t("me.invitationCode"),
    code,
    link,
  };
  const draw = async () => setUrl(URL.createObjectURL(await drawPoster(words)));
  useEffect(
    () => () => {
      if (url !== null) URL.revokeObjectURL(url);
    },
    [url],
  );
  if (url === null) {
    return (
      <Button tone="primary" block onClick={() => void draw()}>
        {t("invite.makePoster")}
      </Button>
    );
  }
  return (
    <>
      <img className="invite-poster" src={url} alt={t("invite.poster")} />
      <a className="btn p block" href={url} download={`candor-${code}.png`}>
        {t("invite.savePoster")}
      </a>
    </>
  );
}
