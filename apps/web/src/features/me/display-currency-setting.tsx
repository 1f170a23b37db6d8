import { WalletIcon } from "@candor/ui/icons.tsx";
import { Select } from "@candor/ui/select.tsx";
import { useT } from "../../i18n/use-t.ts";
import { useSpotMarkets } from "../../shell/markets/market-data.ts";
import { useDisplayAsset, useFiatRates } from "../../shell/wallets/display-currency.ts";
import { Setting } from "./setting.tsx";

const COUNTED_IN = "USDT";

/** The coin or currency in which totals and profit are shown. */
export function DisplayCurrencySetting() {
  const t = useT();
  const markets = useSpotMarkets();
  const [asset, setAsset] = useDisplayAsset();
  const listed = markets.filter(({ quote }) => quote === COUNTED_IN).map(({ tokenCur }) => tokenCur);
  // A coin that is no longer listed stays a choice while it is chosen.
  const fiat = (useFiatRates(true)?.rates ?? []).map(({ currency }) => currency);
  const assets = [...new Set([COUNTED_IN, ...fiat, ...listed.toSorted(), asset])];
  return (
    <Setting
      icon={WalletIcon}
      aside={
        <Select
          label={t("me.displayCurrency")}
          value={asset}
          onValueChange={(next) => setAsset(next === COUNTED_IN ? undefined : next)}
          choices={assets.map((value) => ({ value, label: value }))}
        />
      }
    >
      {t("me.displayCurrency")}
    </Setting>
  );
}
