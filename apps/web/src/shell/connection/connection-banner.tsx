import { CheckIcon } from "@candor/ui/icons.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useT } from "../../i18n/use-t.ts";
import { live, socket } from "../services/services.ts";
import { useConnectionNotice, useStaleMark } from "./connection.ts";

/** Reports that the connection is lost, and when it is back. */
export function ConnectionBanner() {
  const t = useT();
  const notice = useConnectionNotice();
  useStaleMark();
  const formats = useFormats();
  const asOfMs = Math.max(socket.receivedAtMs, live.tickers.asOfMs);
  return (
    <output className="connection-status">
      {notice === "lost" && (
        <div className="connection">
          <span className="row">
            <span className="spin" />
            <b className="med">{t("shell.connectionLost")}</b>
          </span>
          <span className="muted">
            {asOfMs > 0 && `${t("shell.figuresOf", { time: formats.date(asOfMs, "day-time") })} `}
            {t("shell.connectionLostNote")}
          </span>
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
