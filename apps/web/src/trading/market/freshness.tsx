import { LiveState } from "@candor/ui/badge.tsx";
import { useT } from "../../i18n/use-t.ts";
import { useConnection } from "../../shell/connection/connection.ts";
import type { ShownMarket } from "./use-market.ts";

/** Live, simulated or recorded prices; delayed; or no data at the moment. */
export function Freshness({ shown }: { readonly shown: ShownMarket }) {
  const t = useT();
  const connection = useConnection();
  const { priceSource } = shown.market;
  if (connection === "reconnecting") return <LiveState state="off">{t("shell.reconnecting")}</LiveState>;
  if (connection === "delayed") return <LiveState state="delayed">{t("shell.delayedPrices")}</LiveState>;
  return (
    <LiveState state={priceSource}>
      <span className="vh">{t("shell.priceSource")}: </span>
      {t(`shell.${priceSource}`)}
    </LiveState>
  );
}
