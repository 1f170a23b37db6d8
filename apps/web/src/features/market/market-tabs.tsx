import { Tabs } from "@candor/ui/tabs.tsx";
import { useT } from "../../i18n/use-t.ts";
import { useDesktop } from "../../shell/hooks/use-media-query.ts";
import { PriceBadge } from "../../shell/markets/price-badge.tsx";
import type { MarketTab } from "./use-market-rows.ts";

interface Props {
  readonly value: MarketTab;
  readonly onValueChange: (value: MarketTab) => void;
  readonly panelId: string;
}

export function MarketTabs({ value, onValueChange, panelId }: Props) {
  const t = useT();
  const isDesktop = useDesktop();
  return (
    <div className={isDesktop ? "row between" : "market-tabs"}>
      <Tabs
        plain={isDesktop}
        className="grow"
        label={t("market.lists")}
        value={value}
        onValueChange={onValueChange}
        panelId={panelId}
        choices={[
          { value: "favourites", label: t("market.favourites") },
          { value: "spot", label: t("market.spot") },
          { value: "contract", label: t("shell.navContracts") },
          { value: "newest", label: t("market.newest") },
          { value: "heatMap", label: t("market.heatMap") },
        ]}
      />
      {isDesktop && <PriceBadge className="market-badge" />}
    </div>
  );
}
