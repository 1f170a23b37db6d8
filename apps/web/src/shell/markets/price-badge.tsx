import { LiveState } from "@candor/ui/badge.tsx";
import { useT } from "../../i18n/use-t.ts";
import { useConnection } from "../connection/connection.ts";
import { useSpotMarkets } from "./market-data.ts";

/** Whether prices are live, and their source. */
export function PriceBadge({ className }: { readonly className?: string }) {
  const t = useT();
  const connection = useConnection();
  const source = useSpotMarkets()[0]?.priceSource;
  const looks = className === undefined ? {} : { className };
  if (connection === "reconnecting") {
    return (
      <LiveState state="off" {...looks}>
        {t("shell.reconnecting")}
      </LiveState>
    );
  }
  if (connection === "delayed") {
    return (
      <LiveState state="delayed" {...looks}>
        {t("shell.delayedPrices")}
      </LiveState>
    );
  }
  if (source === undefined) return null;
  return (
    <LiveState state={source} {...looks}>
      <span className="vh">{t("shell.priceSource")}: </span>
      {t(`shell.${source}`)}
    </LiveState>
  );
}
