import { Button } from "@candor/ui/button.tsx";
import { Card } from "@candor/ui/card.tsx";
import { SkeletonRows } from "@candor/ui/feedback.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { Switch } from "@candor/ui/switch.tsx";
import type { CallReply } from "@candor/wire/calls";
import { useT } from "../../i18n/use-t.ts";
import { LoadFailed } from "../../shell/calls/load-failed.tsx";
import { refresh, toastError, useAct, useCall } from "../../shell/calls/use-call.ts";
import { Page } from "../../shell/page/page.tsx";
import "./notify.css";
import { PriceAlerts } from "./price-alerts.tsx";
import { type PushState, usePush } from "./use-push.ts";

type Settings = CallReply<"notifySettings">;
type Row = Settings["list"][number];

const CHANNELS = ["app", "mail", "push"] as const;
const KIND_WORDS = {
  order: "notify.order",
  liquidation: "notify.liquidation",
  "margin-call": "notify.marginCall",
  deposit: "notify.deposit",
  withdrawal: "notify.withdrawal",
  security: "notify.security",
  verification: "notify.verification",
  "price-alert": "notify.priceAlert",
  chat: "notify.chat",
} as const satisfies Record<Row["kind"], string>;

/** Notification settings for this device and others, and price alerts. */
export function Screen() {
  const t = useT();
  const { data: settings, error, isError, refetch } = useCall("notifySettings", {});
  return (
    <Page title={t("notify.title")} hasBack isForm>
      <div className="pad notify">
        {isError && settings === undefined && <LoadFailed error={error} onRetry={() => void refetch()} />}
        {settings === undefined && !isError && <SkeletonRows count={6} label={t("shell.loading")} />}
        {settings !== undefined && (
          <>
            <ThisDevice settings={settings} />
            <Switches settings={settings} />
            <PriceAlerts />
          </>
        )}
      </div>
    </Page>
  );
}

const STATE_WORDS = {
  unknown: null,
  "not-offered": "notify.pushNotOffered",
  "needs-home-screen": "notify.pushNeedsHomeScreen",
  denied: "notify.pushDenied",
  failed: "notify.pushFailed",
  off: "notify.pushOff",
  on: "notify.pushOn",
} as const satisfies Record<PushState, string | null>;

function ThisDevice({ settings }: { readonly settings: Settings }) {
  const t = useT();
  const { state, isBlocked, isBusy, set } = usePush(settings);
  const words = STATE_WORDS[state];
  const canSwitch =
    state === "on" || ((state === "off" || state === "denied" || state === "failed") && !isBlocked);
  return (
    <Card className="stack" title={t("notify.thisDevice")}>
      {words !== null && <p className="small muted">{t(words)}</p>}
      {canSwitch && (
        <div>
          <Button size="medium" busy={isBusy} onClick={() => void set(state !== "on")}>
            {state === "on" ? t("notify.turnOff") : t("notify.turnOn")}
          </Button>
        </div>
      )}
    </Card>
  );
}

function Switches({ settings }: { readonly settings: Settings }) {
  const t = useT();
  const act = useAct("notifySettings");
  const change = async ({ kind, channel, on }: Row) => {
    const outcome = await act.run({ changes: [{ kind, channel, on: !on }] });
    if (outcome !== null && !outcome.ok) toastError(outcome.error);
    await refresh("notifySettings");
  };
  const kinds = [...new Set(settings.list.map(({ kind }) => kind))];
  return (
    <Card className="stack" title={t("notify.what")}>
      <div className="notify-grid notify-head small muted" aria-hidden="true">
        <span />
        {CHANNELS.map((channel) => (
          <span key={channel}>{t(`notify.${channel}`)}</span>
        ))}
      </div>
      {kinds.map((kind) => (
        <div key={kind} className="notify-grid" role="group" aria-label={t(KIND_WORDS[kind])}>
          <span>{t(KIND_WORDS[kind])}</span>
          {CHANNELS.map((channel) => {
            const row = settings.list.find((each) => each.kind === kind && each.channel === channel);
            return row === undefined || row.fixed ? (
              <span key={channel} className="small muted">
                {t("notify.always")}
              </span>
            ) : (
              <Switch
                key={channel}
                label={`${t(KIND_WORDS[kind])}: ${t(`notify.${channel}`)}`}
                checked={row.on}
                onCheckedChange={() => void change(row)}
              />
            );
          })}
        </div>
      ))}
      {!settings.hasMailbox && <Notice>{t("notify.noMailbox")}</Notice>}
      <p className="small muted">{t("notify.securityNote")}</p>
    </Card>
  );
}
