import { Badge } from "@candor/ui/badge.tsx";
import { Button } from "@candor/ui/button.tsx";
import { Empty, SkeletonRows } from "@candor/ui/feedback.tsx";
import { HistoryIcon } from "@candor/ui/icons.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { CallReply } from "@candor/wire/calls";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { messageOf, toastError, useAct, useCall } from "../../shell/calls/use-call.ts";

type Page = CallReply<"loginHistory">;
type Login = Page["list"][number];

const RESULT_WORDS = {
  success: "security.loginSuccess",
  "wrong-password": "security.loginWrongPassword",
  "wrong-second-factor": "security.loginWrongFactor",
  frozen: "security.loginFrozen",
  froze: "security.loginFroze",
} as const satisfies Record<Login["result"], string>;

const METHOD_WORDS = {
  password: "security.byPassword",
  passkey: "security.byPasskey",
  qr: "security.byQr",
  registration: "security.byRegistration",
  "freeze-link": "security.byFreezeLink",
  session: "security.title",
} as const satisfies Record<Login["method"], string>;

/** Logins and failed attempts, newest first. */
export function HistorySheet({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const first = useCall("loginHistory", {}, { freshMs: 0 });
  const more = useAct("loginHistory");
  const [older, setOlder] = useState<readonly Page[]>([]);
  const pages = first.data === undefined ? [] : [first.data, ...older];
  const logins = pages.flatMap(({ list }) => list);
  const cursor = pages.at(-1)?.nextCursor ?? null;
  const loadMore = async () => {
    if (cursor === null) return;
    const outcome = await more.run({ cursor });
    if (outcome === null) return;
    if (outcome.ok) setOlder([...older, outcome.reply]);
    else toastError(outcome.error);
  };
  return (
    <Sheet open onOpenChange={onClose} title={t("security.history")} description={t("security.historyHelp")}>
      {first.isPending && <SkeletonRows count={4} label={t("shell.loading")} />}
      {first.error !== null && first.data === undefined && <p className="muted">{messageOf(first.error)}</p>}
      {first.data?.list.length === 0 && <Empty icon={HistoryIcon} title={t("security.noHistory")} />}
      <ul className="list">
        {logins.map((login) => (
          <LoginRow key={login.loginId} login={login} />
        ))}
      </ul>
      {cursor !== null && (
        <Button tone="line" block busy={more.isBusy} onClick={() => void loadMore()}>
          {t("security.older")}
        </Button>
      )}
    </Sheet>
  );
}

function LoginRow({ login }: { readonly login: Login }) {
  const t = useT();
  const formats = useFormats();
  return (
    <li>
      <div className="grow stack-1">
        <span className="med trunc">{login.deviceName || t("security.unknownDevice")}</span>
        <span className="small muted">
          {t(METHOD_WORDS[login.method])} ·{" "}
          <span className="n" translate="no">
            {login.ipMasked}
          </span>
        </span>
      </div>
      <div className="stack-1 r history-end">
        <Badge tone={login.result === "success" ? "neutral" : "warn"}>{t(RESULT_WORDS[login.result])}</Badge>
        <span className="small muted n" translate="no">
          {formats.date(login.timeMs, "day-time")}
        </span>
      </div>
    </li>
  );
}
