import { Badge } from "@candor/ui/badge.tsx";
import { Button, IconButton } from "@candor/ui/button.tsx";
import { LogOutEverywhere } from "../../shared/account/log-out-everywhere.tsx";
import "@candor/ui/display.css";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import {
  BellIcon,
  GlobeIcon,
  HistoryIcon,
  InfoIcon,
  StarIcon,
  TradeIcon,
  UsersIcon,
  WalletIcon,
} from "@candor/ui/icons.tsx";
import {
  ChevronRightIcon,
  CopyIcon,
  DocumentIcon,
  DropletIcon,
  GiftIcon,
  HeadsetIcon,
  LayersIcon,
  ListIcon,
  LogOutIcon,
  MailIcon,
  NewsIcon,
  ShieldCheckIcon,
  ShieldIcon,
} from "@candor/ui/page-icons.tsx";
import "@candor/ui/list.css";
import { Sheet } from "@candor/ui/sheet.tsx";
import { Link } from "@candor/ui/ui-context.tsx";
import { lazy, Suspense, useState } from "react";
import { withWords } from "../../i18n/i18n.ts";
import { LANGUAGE_LABELS } from "../../i18n/languages.ts";
import { useT } from "../../i18n/use-t.ts";
import { verificationWords } from "../../shared/account/levels.ts";
import { securityLevel } from "../../shared/account/security-level.ts";
import { shownUsername } from "../../shared/account/shown-username.ts";
import { useCall } from "../../shell/calls/use-call.ts";
import { loadPart } from "../../shell/code-loading/load-part.ts";
import { useCopy } from "../../shell/hooks/use-copy.ts";
import { useDesktop } from "../../shell/hooks/use-media-query.ts";
import { SearchButton } from "../../shell/navigation/search-button.tsx";
import { usePageTitle } from "../../shell/routing/page-title.ts";
import {
  ALL_TRADES,
  ANNOUNCEMENTS,
  AUTHENTICATION,
  articlesPath,
  CONTRACT_HISTORY,
  DECISIONS,
  FAVOURITES,
  FUND_RECORDS,
  INVITE,
  LIABILITIES,
  NOTIFICATIONS,
  OUTBOX_PAGE,
  PROFILE,
  SECURITY,
  SERVICE,
  SETTLEMENTS,
  TEAM,
  WALLET,
} from "../../shell/routing/routes.ts";
import { AvatarImage } from "../../shell/session/avatar-image.tsx";
import { useLogOut } from "../../shell/session/session.ts";
import { useWallets } from "../../shell/wallets/wallets.ts";
import { useAppStore } from "../../state/app-store.ts";
import { ColorSettings } from "./color-settings.tsx";
import "./me.css";
import { QuestionSettings } from "./question-settings.tsx";
import { Setting, SettingLink } from "./setting.tsx";
import { SizeSettings } from "./size-settings.tsx";

const FaucetSheet = lazy(async () => ({
  default: (await loadPart(() => withWords(["wallet"], () => import("../../shared/funds/faucet-sheet.tsx"))))
    .FaucetSheet,
}));
const LanguageSheet = lazy(async () => ({
  default: (await loadPart(() => import("../../shell/navigation/language-sheet.tsx"))).LanguageSheet,
}));

/** Account, device settings and logout. */
export function Screen() {
  const t = useT();
  usePageTitle(t("me.title"));
  return (
    <div className="wide me">
      <ProfileHead />
      <WalletCard />
      <div className="me-cols">
        <AccountGroup />
        <SettingsGroup />
        <HelpGroup />
        <LogOutGroup />
      </div>
    </div>
  );
}

function ProfileHead() {
  const t = useT();
  const copy = useCopy();
  const isDesktop = useDesktop();
  const user = useAppStore((state) => state.user);
  const { data: profile } = useCall("profile", {});
  const name = profile?.nickname || shownUsername(profile?.username ?? user?.username ?? "");
  const id = profile?.id ?? user?.id ?? "";
  return (
    <div className="me-head">
      <AvatarImage name={name} url={profile?.avatar ?? null} />
      <div className="stack-1 grow">
        <h1 className="trunc">
          <Link className="me-name" to={PROFILE}>
            {name}
            <span className="vh">, {t("profile.title")}</span>
          </Link>
        </h1>
        <span className="row small muted me-uid">
          <span className="n trunc" translate="no">
            {t("me.uid", { id })}
          </span>
          <IconButton label={t("me.copyUid")} className="me-copy" onClick={() => copy(id)}>
            <CopyIcon size="s" />
          </IconButton>
        </span>
        {profile !== undefined && (
          <span className="row wrap">
            <Badge tone={profile.verification > 0 ? "primary" : "neutral"} dot={profile.verification > 0}>
              {t(
                profile.verification > 0
                  ? "me.verified"
                  : verificationWords(profile.verification, profile.verifiinfo),
              )}
            </Badge>
            <Badge>{t("me.creditScore", { score: profile.creditScore })}</Badge>
          </span>
        )}
      </div>
      <ChevronRightIcon className="muted" />
      {!isDesktop && <SearchButton className="me-search" />}
    </div>
  );
}

function WalletCard() {
  const t = useT();
  const { total } = useWallets();
  const isHidden = useAppStore((state) => state.balancesHidden);
  return (
    <div className="pad">
      <Link className="card row me-wallet" to={WALLET}>
        <i className="tile">
          <WalletIcon />
        </i>
        <span className="grow stack-1">
          <span className="small muted">{t("me.wallet")}</span>
          <FinancialText value={total} decimals={2} asset="USDT" hidden={isHidden} className="me-total" />
        </span>
        <ChevronRightIcon size="s" className="muted" />
      </Link>
    </div>
  );
}

function AccountGroup() {
  const t = useT();
  const { data: profile } = useCall("profile", {});
  const level = profile === undefined ? null : securityLevel(profile);
  return (
    <ul className="list group">
      <SettingLink
        icon={ShieldCheckIcon}
        to={SECURITY}
        aside={
          level !== null && (
            <span className={level.strength === "strong" ? "small med" : "small warn med"}>
              {t("me.protections", { on: level.on, of: level.of })}
            </span>
          )
        }
      >
        {t("security.title")}
      </SettingLink>
      <SettingLink
        icon={DocumentIcon}
        to={AUTHENTICATION}
        aside={
          profile !== undefined && (
            <span className="small muted">
              {t(verificationWords(profile.verification, profile.verifiinfo))}
            </span>
          )
        }
      >
        {t("verify.title")}
      </SettingLink>
      <SettingLink icon={ListIcon} to={FUND_RECORDS}>
        {t("me.records")}
      </SettingLink>
      <SettingLink icon={TradeIcon} to={ALL_TRADES}>
        {t("records.tradesTitle")}
      </SettingLink>
      <SettingLink icon={HistoryIcon} to={CONTRACT_HISTORY}>
        {t("records.futuresTitle")}
      </SettingLink>
      <SettingLink icon={ShieldIcon} to={SETTLEMENTS}>
        {t("records.settlementsTitle")}
      </SettingLink>
      <SettingLink icon={StarIcon} to={FAVOURITES}>
        {t("me.favourites")}
      </SettingLink>
      <SettingLink
        icon={GiftIcon}
        to={INVITE}
        aside={
          profile !== undefined && (
            <span className="small muted mono" translate="no">
              {profile.invitationCode}
            </span>
          )
        }
      >
        {t("invite.title")}
      </SettingLink>
      <SettingLink icon={UsersIcon} to={TEAM}>
        {t("team.title")}
      </SettingLink>
    </ul>
  );
}

function SettingsGroup() {
  const t = useT();
  const { lang } = useAppStore();
  const [isLanguageOpen, setLanguageOpen] = useState(false);
  return (
    <>
      <ul className="list group">
        <ColorSettings />
        <SizeSettings />
        <Setting
          icon={GlobeIcon}
          aside={
            <>
              <span className="small muted">{LANGUAGE_LABELS[lang]}</span>
              <ChevronRightIcon size="s" className="muted" />
            </>
          }
        >
          <button type="button" className="row-act" onClick={() => setLanguageOpen(true)}>
            {t("shell.language")}
          </button>
        </Setting>
        <SettingLink icon={BellIcon} to={NOTIFICATIONS}>
          {t("notify.title")}
        </SettingLink>
        <QuestionSettings />
      </ul>
      <Suspense>
        {isLanguageOpen && <LanguageSheet open={isLanguageOpen} onOpenChange={setLanguageOpen} />}
      </Suspense>
    </>
  );
}

function HelpGroup() {
  const t = useT();
  const isSandbox = useAppStore((state) => state.siteData?.mode === "sandbox");
  const [isFaucetOpen, setFaucetOpen] = useState(false);
  return (
    <>
      <ul className="list group">
        {isSandbox && (
          <>
            <Setting icon={DropletIcon} aside={<ChevronRightIcon size="s" className="muted" />}>
              <button type="button" className="row-act" onClick={() => setFaucetOpen(true)}>
                {t("wallet.faucetTitle")}
              </button>
            </Setting>
            <Setting icon={MailIcon} aside={<ChevronRightIcon size="s" className="muted" />}>
              <a className="row-act" href={OUTBOX_PAGE} target="_blank" rel="noopener">
                {t("me.outbox")}
              </a>
            </Setting>
          </>
        )}
        <SettingLink icon={HeadsetIcon} to={SERVICE}>
          {t("me.service")}
        </SettingLink>
        <SettingLink icon={BellIcon} to={ANNOUNCEMENTS}>
          {t("shell.messages")}
        </SettingLink>
        <SettingLink icon={NewsIcon} to={articlesPath("help")}>
          {t("notice.help")}
        </SettingLink>
        <SettingLink icon={ShieldCheckIcon} to={articlesPath("guide")}>
          {t("notice.guide")}
        </SettingLink>
        <SettingLink icon={LayersIcon} to={LIABILITIES}>
          {t("liabilities.title")}
        </SettingLink>
        <SettingLink icon={UsersIcon} to={DECISIONS}>
          {t("decisions.title")}
        </SettingLink>
        <SettingLink icon={InfoIcon} to={articlesPath("about")}>
          {t("notice.about")}
        </SettingLink>
      </ul>
      <Suspense>{isFaucetOpen && <FaucetSheet open={isFaucetOpen} onOpenChange={setFaucetOpen} />}</Suspense>
    </>
  );
}

function LogOutGroup() {
  const t = useT();
  const [isAsking, setAsking] = useState(false);
  const logOut = useLogOut();
  return (
    <>
      <ul className="list group">
        <Setting icon={LogOutIcon}>
          <button type="button" className="row-act" onClick={() => setAsking(true)}>
            {t("shell.logOut")}
          </button>
        </Setting>
      </ul>
      <Sheet open={isAsking} onOpenChange={setAsking} title={t("me.logOutAsk")}>
        <div className="stack">
          <Button tone="primary" block onClick={() => void logOut()}>
            {t("shell.logOut")}
          </Button>
          {isAsking && <LogOutEverywhere />}
        </div>
      </Sheet>
    </>
  );
}
