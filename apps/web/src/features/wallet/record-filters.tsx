import { Button } from "@candor/ui/button.tsx";
import { DayField } from "@candor/ui/day-field.tsx";
import { Select } from "@candor/ui/select.tsx";
import type { ReactNode } from "react";
import type { MessageKey } from "../../i18n/message-keys.ts";
import { useT } from "../../i18n/use-t.ts";
import { useTicker } from "../../shell/markets/market-data.ts";
import type { RecordFilter, RecordResult, RecordWallet } from "./record-filter.ts";
import { countOf, RECORD_RESULTS, RECORD_WALLETS } from "./record-filter.ts";

/** The unfiltered option; a select only holds strings. */
const ANY = "";

const RESULT_WORDS: Readonly<Record<RecordResult, MessageKey>> = {
  "in-progress": "wallet.resultInProgress",
  success: "wallet.resultSuccess",
  failed: "wallet.resultFailed",
};

const WALLET_WORDS: Readonly<Record<RecordWallet, MessageKey>> = {
  main: "wallet.main",
  coin: "wallet.coin",
  contract: "wallet.contract",
  option: "wallet.option",
  margin: "shell.navLeverage",
};

interface Props {
  readonly filter: RecordFilter;
  readonly onFilter: (filter: RecordFilter) => void;
  /** For use in a sheet with a button that closes it. */
  readonly onDone?: () => void;
}

/** Filters by wallet, asset, result and date. */
export function RecordFilters({ filter, onFilter, onDone }: Props) {
  const t = useT();
  const { assets } = useTicker();
  const change = (part: Partial<RecordFilter>) => onFilter({ ...filter, ...part });
  const any = { value: ANY, label: t("wallet.any") };
  return (
    <div className="record-filters">
      <Select
        label={t("wallet.walletColumn")}
        labelShown
        value={filter.wallet ?? ANY}
        onValueChange={(value) =>
          change({ wallet: RECORD_WALLETS.find((wallet) => wallet === value) ?? null })
        }
        choices={[
          any,
          ...RECORD_WALLETS.map((wallet) => ({ value: wallet, label: t(WALLET_WORDS[wallet]) })),
        ]}
      />
      <Select
        label={t("wallet.asset")}
        labelShown
        value={filter.asset ?? ANY}
        onValueChange={(value) => change({ asset: value === ANY ? null : value })}
        choices={[any, ...assets.map(({ asset }) => ({ value: asset, label: asset }))]}
      />
      <Select
        label={t("wallet.result")}
        labelShown
        value={filter.result ?? ANY}
        onValueChange={(value) =>
          change({ result: RECORD_RESULTS.find((result) => result === value) ?? null })
        }
        choices={[
          any,
          ...RECORD_RESULTS.map((result) => ({ value: result, label: t(RESULT_WORDS[result]) })),
        ]}
      />
      <DayField
        label={t("wallet.since")}
        value={filter.since}
        most={filter.until}
        onValueChange={(since) => change({ since })}
      />
      <DayField
        label={t("wallet.until")}
        value={filter.until}
        least={filter.since}
        onValueChange={(until) => change({ until })}
      />
      <FilterEnd>
        <Button
          tone="line"
          size="medium"
          disabled={countOf(filter) === 0}
          onClick={() => change({ wallet: null, asset: null, result: null, since: null, until: null })}
        >
          {t("wallet.clearFilter")}
        </Button>
        {onDone !== undefined && (
          <Button tone="primary" size="medium" onClick={onDone}>
            {t("wallet.showRecords")}
          </Button>
        )}
      </FilterEnd>
    </div>
  );
}

function FilterEnd({ children }: { readonly children: ReactNode }) {
  return <div className="filter-end">{children}</div>;
}
