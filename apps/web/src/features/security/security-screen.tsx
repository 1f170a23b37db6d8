import { UNKNOWN } from "@candor/text/decimal-text";
import type { CallReply } from "@candor/wire/calls";
import "@candor/ui/display.css";
import { SkeletonRows } from "@candor/ui/feedback.tsx";
import { HistoryIcon } from "@candor/ui/icons.tsx";
import {
  FingerprintIcon,
  KeyIcon,
  LockIcon,
  LogOutIcon,
  MailIcon,
  PhoneIcon,
  ServerIcon,
  ShieldIcon,
  TimerIcon,
} from "@candor/ui/page-icons.tsx";
import "@candor/ui/list.css";
import { lazy, Suspense, useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { AntiPhishingSheet } from "../../shared/account/anti-phishing-sheet.tsx";
import { LoadFailed } from "../../shell/calls/load-failed.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { loadPart } from "../../shell/code-loading/load-part.ts";
import { useLock } from "../../shell/lock/lock-store.ts";
import { Page } from "../../shell/page/page.tsx";
import { API_KEYS, PASSWORDS } from "../../shell/routing/routes.ts";
import { useAppStore } from "../../state/app-store.ts";
import { BindSheet } from "./bind-sheet.tsx";
import { DevicesGroup } from "./devices-group.tsx";
import { FreezeSheet } from "./freeze-sheet.tsx";
import { HistorySheet } from "./history-sheet.tsx";
import { LevelCard, WithdrawalHold } from "./level-card.tsx";
import { PasskeysSheet } from "./passkeys-sheet.tsx";
import "../../shared/account/security.css";
import { SecurityRow } from "./security-row.tsx";

/** Lazy: the only sheet with a QR code. */
const TotpSheet = lazy(async () => ({
  default: (await loadPart(() => import("./totp-sheet.tsx"))).TotpSheet,
}));

const AppLockSheet = lazy(async () => ({
  default: (await loadPart(() => import("./app-lock-sheet.tsx"))).AppLockSheet,
}));

/** Lazy: used at most once per account. */
const CloseAccountSheet = lazy(async () => ({
  default: (await loadPart(() => import("./close-account-sheet.tsx"))).CloseAccountSheet,
}));

type OpenSheet =
  | "totp"
  | "lock"
  | "passkeys"
  | "email"
  | "phone"
  | "anti-phishing"
  | "history"
  | "freeze"
  | "close"
  | null;

/** The account's protections and signed-in devices. */
export function Screen() {
  const t = useT();
  const { data: profile, error, isPending, refetch } = useCall("profile", {});
  return (
    <Page title={t("security.title")} hasBack isForm>
      {isPending && (
        <section className="group">
          <SkeletonRows count={6} label={t("shell.loading")} />
        </section>
      )}
      {error !== null && profile === undefined && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {profile !== undefined && <SecurityGroups profile={profile} />}
    </Page>
  );
}

function SecurityGroups({ profile }: { readonly profile: CallReply<"profile"> }) {
  const [sheet, setSheet] = useState<OpenSheet>(null);
  const open = (next: OpenSheet) => () => setSheet(next);
  const close = () => setSheet(null);
  return (
    <div className="security">
      <LevelCard profile={profile} />
      <WithdrawalHold profile={profile} />
      <div className="security-cols">
        <SignInGroup profile={profile} open={open} />
        <MoneyGroup profile={profile} open={open} />
        <ContactGroup profile={profile} open={open} />
        <LockGroup open={open} />
        <DevicesGroup />
        <AccountGroup open={open} />
      </div>
      <Suspense>{sheet === "lock" && <AppLockSheet passkeys={profile.passkeys} onClose={close} />}</Suspense>
      <Suspense>{sheet === "totp" && <TotpSheet isEnabled={profile.totpEnabled} onClose={close} />}</Suspense>
      {sheet === "passkeys" && <PasskeysSheet onClose={close} />}
      {(sheet === "email" || sheet === "phone") && (
        <BindSheet kind={sheet} present={profile[sheet]} onClose={close} />
      )}
      {sheet === "anti-phishing" && <AntiPhishingSheet code={profile.antiPhishingCode} onClose={close} />}
      <Suspense>{sheet === "close" && <CloseAccountSheet onClose={close} />}</Suspense>
      {sheet === "freeze" && <FreezeSheet onClose={close} />}
      {sheet === "history" && <HistorySheet onClose={close} />}
    </div>
  );
}

interface GroupProps {
  readonly profile: CallReply<"profile">;
  /** Returns a handler that opens this sheet. */
  readonly open: (sheet: OpenSheet) => () => void;
}

function SignInGroup({ profile, open }: GroupProps) {
  const t = useT();
  return (
    <section className="group">
      <h2 className="small muted group-title">{t("security.signIn")}</h2>
      <ul className="list">
        <SecurityRow
          icon={LockIcon}
          title={t("me.loginPassword")}
          state={t("me.isSet")}
          act={t("security.change")}
          to={PASSWORDS}
        />
        <SecurityRow
          icon={FingerprintIcon}
          title={t("security.passkeys")}
          state={
            profile.passkeys > 0
              ? t("security.passkeyCount", { count: profile.passkeys })
              : t("security.noPasskeys")
          }
          act={profile.passkeys > 0 ? t("security.manage") : t("security.add")}
          onAct={open("passkeys")}
        />
        <SecurityRow
          icon={TimerIcon}
          title={t("security.totp")}
          state={profile.totpEnabled ? t("security.on") : t("security.off")}
          isMissing={!profile.totpEnabled}
          act={profile.totpEnabled ? t("security.manage") : t("security.setUp")}
          onAct={open("totp")}
        />
      </ul>
    </section>
  );
}

function MoneyGroup({ profile, open }: GroupProps) {
  const t = useT();
  return (
    <section className="group">
      <h2 className="small muted group-title">{t("security.money")}</h2>
      <ul className="list">
        <SecurityRow
          icon={KeyIcon}
          title={t("me.paymentPassword")}
          state={profile.paymentPasswordSet ? t("security.sixDigitsSet") : t("me.notSet")}
          isMissing={!profile.paymentPasswordSet}
          act={profile.paymentPasswordSet ? t("security.change") : t("security.setUp")}
          to={`${PASSWORDS}?kind=payment`}
        />
        <SecurityRow
          icon={ShieldIcon}
          title={t("security.antiPhishing")}
          state={profile.antiPhishingCode ?? t("me.notSet")}
          act={profile.antiPhishingCode === null ? t("security.setUp") : t("security.change")}
          onAct={open("anti-phishing")}
        />
      </ul>
    </section>
  );
}

function ContactGroup({ profile, open }: GroupProps) {
  const t = useT();
  return (
    <section className="group">
      <h2 className="small muted group-title">{t("security.contact")}</h2>
      <ul className="list">
        <SecurityRow
          icon={MailIcon}
          title={t("security.email")}
          state={profile.email ?? t("security.notBound")}
          isMissing={profile.email === null}
          act={profile.email === null ? t("security.bind") : t("security.change")}
          onAct={open("email")}
        />
        <SecurityRow
          icon={PhoneIcon}
          title={t("security.phone")}
          state={profile.phone ?? t("security.notBound")}
          isMissing={profile.phone === null}
          act={profile.phone === null ? t("security.bind") : t("security.change")}
          onAct={open("phone")}
        />
      </ul>
    </section>
  );
}

function LockGroup({ open }: Pick<GroupProps, "open">) {
  const t = useT();
  const userId = useAppStore((state) => state.user?.id);
  const hasLock = useLock(({ record }) => record !== null && record.userId === userId);
  return (
    <section className="group">
      <h2 className="small muted group-title">{t("security.thisDevice")}</h2>
      <ul className="list">
        <SecurityRow
          icon={PhoneIcon}
          title={t("lock.title")}
          state={hasLock ? t("security.on") : t("security.off")}
          act={hasLock ? t("security.manage") : t("security.setUp")}
          onAct={open("lock")}
        />
      </ul>
    </section>
  );
}

function AccountGroup({ open }: Pick<GroupProps, "open">) {
  const t = useT();
  return (
    <section className="group">
      <ul className="list">
        <ApiKeysRow />
        <SecurityRow
          icon={HistoryIcon}
          title={t("security.history")}
          state={t("security.historyNote")}
          act={t("security.show")}
          onAct={open("history")}
        />
        <SecurityRow
          icon={LockIcon}
          title={t("security.freeze")}
          state={t("security.freezeState")}
          act={t("security.freezeStart")}
          onAct={open("freeze")}
        />
        <SecurityRow
          icon={LogOutIcon}
          title={t("security.closeTitle")}
          state={t("security.closeState")}
          act={t("security.closeStart")}
          onAct={open("close")}
        />
      </ul>
    </section>
  );
}

/** Link to the API keys page. */
function ApiKeysRow() {
  const t = useT();
  const { data } = useCall("apiKey", { action: "list" });
  const count = data?.list.length;
  return (
    <SecurityRow
      icon={ServerIcon}
      title={t("keys.title")}
      state={count === undefined ? UNKNOWN : count > 0 ? t("keys.count", { count }) : t("keys.none")}
      act={count !== 0 ? t("security.manage") : t("security.add")}
      to={API_KEYS}
    />
  );
}
