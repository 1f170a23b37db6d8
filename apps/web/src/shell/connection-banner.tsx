import { CheckIcon } from "@candor/ui/icons.tsx";
import { useT } from "../i18n/use-t.ts";
import { useConnectionNotice } from "./connection.ts";

/** Says that the server is away, and when it is back. */
export function ConnectionBanner() {
  const t = useT();
  const notice = useConnectionNotice();
  return (
    <output className="connection-status">
      {notice === "lost" && (
        <div className="connection">
          <span className="row">
            <span className="spin" />
            <b className="med">{t("shell.connectionLost")}</b>
          </span>
          <span className="muted">{t("shell.connectionLostNote")}</span>
        </div>
      )}
      {notice === "back" && (
        <div className="connection is-back">
          <CheckIcon size="s" />
          {t("shell.connectedAgain")}
        </div>
      )}
    </output>
  );
}
