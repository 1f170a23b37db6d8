import "@candor/ui/display.css";
import { SkeletonRows } from "@candor/ui/feedback.tsx";
import { ChevronRightIcon, CopyIcon } from "@candor/ui/page-icons.tsx";
import "@candor/ui/list.css";
import { Link, useFormats } from "@candor/ui/ui-context.tsx";
import type { CallReply } from "@candor/wire/calls";
import type { ReactNode } from "react";
import { lazy, Suspense, useState } from "react";
import { LANGUAGE_LABELS } from "../../i18n/languages.ts";
import { useT } from "../../i18n/use-t.ts";
import { AntiPhishingSheet } from "../../shared/account/anti-phishing-sheet.tsx";
import { verificationWords } from "../../shared/account/levels.ts";
import { shownUsername } from "../../shared/account/shown-username.ts";
import { LoadFailed } from "../../shell/calls/load-failed.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { loadPart } from "../../shell/code-loading/load-part.ts";
import { useCopy } from "../../shell/hooks/use-copy.ts";
import { Page } from "../../shell/page/page.tsx";
import { AUTHENTICATION, AVATAR, INVITE, SECURITY } from "../../shell/routing/routes.ts";
import { AvatarImage } from "../../shell/session/avatar-image.tsx";
import { useAppStore } from "../../state/app-store.ts";
import { NicknameSheet } from "./nickname-sheet.tsx";
import "./profile.css";

const LanguageSheet = lazy(async () => ({
  default: (await loadPart(() => import("../../shell/navigation/language-sheet.tsx"))).LanguageSheet,
}));
type Profile = CallReply<"profile">;
type OpenSheet = "nickname" | "language" | "anti-phishing" | null;

/** The user's identity: avatar, name and account data. */
export function Screen() {
  const t = useT();
  const { data: profile, error, isPending, refetch } = useCall("profile", {});
  return (
    <Page title={t("profile.title")} hasBack isForm>
      {isPending && (
        <section className="group">
          <SkeletonRows count={5} label={t("shell.loading")} />
        </section>
      )}
      {error !== null && profile === undefined && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {profile !== undefined && <ProfileGroups profile={profile} />}
    </Page>
  );
}

function ProfileGroups({ profile }: { readonly profile: Profile }) {
  const t = useT();
  const lang = useAppStore((state) => state.lang);
  const [sheet, setSheet] = useState<OpenSheet>(null);
  const close = () => setSheet(null);
  return (
    <div className="profile">
      <IdentityFacts profile={profile} onNickname={() => setSheet("nickname")} />
      <ul className="list group">
        <Fact
          label={t("profile.language")}
          value={LANGUAGE_LABELS[lang]}
          onAct={() => setSheet("language")}
        />
        <Fact
          label={t("security.antiPhishing")}
          value={profile.antiPhishingCode ?? t("me.notSet")}
          onAct={() => setSheet("anti-phishing")}
        />
      </ul>
      <ul className="list group">
        <Fact label={t("security.email")} value={profile.email ?? t("security.notBound")} to={SECURITY} />
        <Fact label={t("security.phone")} value={profile.phone ?? t("security.notBound")} to={SECURITY} />
        <Fact
          label={t("verify.title")}
          value={t(verificationWords(profile.verification, profile.verifiinfo))}
          to={AUTHENTICATION}
        />
        <Fact
          label={t("me.invitationCode")}
          value={
            <span className="mono" translate="no">
              {profile.invitationCode}
            </span>
          }
          to={INVITE}
        />
      </ul>
      <Suspense>
        {sheet === "nickname" && <NicknameSheet nickname={profile.nickname} onClose={close} />}
        {sheet === "language" && <LanguageSheet open onOpenChange={close} />}
        {sheet === "anti-phishing" && <AntiPhishingSheet code={profile.antiPhishingCode} onClose={close} />}
      </Suspense>
    </div>
  );
}

interface IdentityProps {
  readonly profile: Profile;
  readonly onNickname: () => void;
}

function IdentityFacts({ profile, onNickname }: IdentityProps) {
  const t = useT();
  const copy = useCopy();
  const formats = useFormats();
  const name = profile.nickname || shownUsername(profile.username);
  return (
    <ul className="list group">
      <Fact
        label={t("profile.avatar")}
        value={<AvatarImage name={name} url={profile.avatar} />}
        to={AVATAR}
        action={t("profile.avatarChange")}
      />
      <Fact label={t("profile.nickname")} value={profile.nickname || t("profile.none")} onAct={onNickname} />
      <Fact label={t("profile.username")} value={shownUsername(profile.username)} />
      <Fact
        label={t("profile.uid")}
        value={
          <span className="n" translate="no">
            {profile.id}
          </span>
        }
        onAct={() => copy(profile.id)}
        action={t("me.copyUid")}
        isCopied
      />
      <Fact label={t("profile.since")} value={formats.date(profile.createdAtMs)} />
    </ul>
  );
}

interface FactProps {
  readonly label: string;
  readonly value: ReactNode;
  /** Link to the page that changes it. */
  readonly to?: string;
  readonly onAct?: () => void;
  /** Accessible name of the action, if the label is not enough. */
  readonly action?: string;
  /** The row copies its value and opens nothing. */
  readonly isCopied?: boolean;
}

function Fact({ label, value, to, onAct, action, isCopied = false }: FactProps) {
  const words = {
    children: label,
    ...(action !== undefined && { "aria-label": `${label}, ${action}` }),
  };
  return (
    <li className="setting">
      <span className="fact-label">
        {to !== undefined ? (
          <Link className="row-act" to={to} {...words} />
        ) : onAct !== undefined ? (
          <button type="button" className="row-act" onClick={onAct} {...words} />
        ) : (
          label
        )}
      </span>
      <span className="grow r muted trunc">{value}</span>
      {isCopied ? (
        <CopyIcon size="s" className="muted" />
      ) : (
        (to !== undefined || onAct !== undefined) && <ChevronRightIcon size="s" className="muted" />
      )}
    </li>
  );
}
