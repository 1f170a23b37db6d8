import { Badge } from "@candor/ui/badge.tsx";
import { Button } from "@candor/ui/button.tsx";
import { SkeletonRows } from "@candor/ui/feedback.tsx";
import { PhoneIcon, ScreenIcon } from "@candor/ui/page-icons.tsx";
import { RelativeTime } from "@candor/ui/relative-time.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import { showToast } from "@candor/ui/toast-store";
import type { CallReply } from "@candor/wire/calls";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { LogOutEverywhere } from "../../shared/account/log-out-everywhere.tsx";
import { messageOf, refresh, toastError, useAct, useCall } from "../../shell/calls/use-call.ts";
import { deviceName } from "../../shell/session/device-name.ts";

type Device = CallReply<"sessions">["list"][number];

/** More devices are shown only on request. */
const INITIAL_COUNT = 4;
const IS_PHONE = /iphone|ipad|android/i;

/** Signed-in devices; each, or all, can be signed out. */
export function DevicesGroup() {
  const t = useT();
  const { data, error, isPending } = useCall("sessions", {});
  const [isAll, setAll] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const devices = data?.list ?? [];
  const shown = isAll ? devices : devices.slice(0, INITIAL_COUNT);
  return (
    <section className="group">
      <h2 className="small muted group-title">{t("security.devices")}</h2>
      {isPending && <SkeletonRows count={2} label={t("shell.loading")} />}
      {error !== null && data === undefined && <p className="muted small pad-row">{messageOf(error)}</p>}
      <ul className="list">
        {shown.map((device) => (
          <DeviceRow key={device.sessionId} device={device} />
        ))}
      </ul>
      {data !== undefined && (
        <div className="row wrap devices-foot">
          {devices.length > shown.length && (
            <Button size="small" tone="ghost" onClick={() => setAll(true)}>
              {t("security.allDevices", { count: devices.length })}
            </Button>
          )}
          <Button size="small" tone="line" onClick={() => setAsking(true)}>
            {t("me.logOutEverywhere")}
          </Button>
        </div>
      )}
      <Sheet
        open={isAsking}
        onOpenChange={setAsking}
        title={t("security.everywhereAsk")}
        description={t("security.everywhereNote")}
      >
        <LogOutEverywhere />
      </Sheet>
    </section>
  );
}

function DeviceRow({ device }: { readonly device: Device }) {
  const t = useT();
  const revoke = useAct("revoke");
  const signOut = async () => {
    const outcome = await revoke.run({ sessionId: device.sessionId });
    if (outcome === null) return;
    // The session may have ended meanwhile: refetch the list in any case.
    if (outcome.ok) showToast(t("security.signedOut"), { kind: "success" });
    else toastError(outcome.error);
    await refresh("sessions");
  };
  // Registration records no device name; for the current device it is derived here.
  const known = device.deviceName || (device.current ? deviceName(navigator.userAgent) : "");
  const name = known || t("security.unknownDevice");
  const Icon = IS_PHONE.test(name) ? PhoneIcon : ScreenIcon;
  return (
    <li>
      <Icon />
      <div className="grow stack-1">
        <span className="med trunc">{name}</span>
        <span className="small muted trunc">
          <span className="n" translate="no">
            {device.ipMasked}
          </span>{" "}
          · <RelativeTime ms={device.lastSeenAtMs} />
        </span>
      </div>
      {device.current ? (
        <Badge tone="primary">{t("security.thisDevice")}</Badge>
      ) : (
        <button
          type="button"
          className="link small device-out"
          aria-label={`${t("security.signOut")}: ${name}`}
          aria-busy={revoke.isBusy || undefined}
          onClick={() => void signOut()}
        >
          {t("security.signOut")}
        </button>
      )}
    </li>
  );
}
