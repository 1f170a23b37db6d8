import { Button, IconButton } from "@candor/ui/button.tsx";
import { DayField } from "@candor/ui/day-field.tsx";
import { FilterIcon } from "@candor/ui/page-icons.tsx";
import { Select } from "@candor/ui/select.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import { useState } from "react";
import type { MessageKey } from "../../i18n/message-keys.ts";
import { useT } from "../../i18n/use-t.ts";
import { useDesktop } from "../../shell/hooks/use-media-query.ts";
import { countOf, type RecordsFilter, type SideChoice } from "../../trading/records/records-filter.ts";

/** The unfiltered option; a select only holds strings. */
const ANY = "";

const SIDE_WORDS: Readonly<Record<SideChoice, MessageKey>> = {
  buy: "trade.buy",
  sell: "trade.sell",
  long: "records.long",
  short: "records.short",
};

export interface FilterProps {
  readonly filter: RecordsFilter;
  readonly onFilter: (filter: RecordsFilter) => void;
  /** Options: symbols with names. */
  readonly markets: readonly { readonly symbol: string; readonly name: string }[];
  /** Sides available in this list; empty if it cannot be filtered by side. */
  readonly sides: readonly SideChoice[];
}

/** On phones a title bar button that opens the filters; on desktops the filters are above the list. */
export function FilterButton(props: FilterProps) {
  const t = useT();
  const isDesktop = useDesktop();
  const [isOpen, setOpen] = useState(false);
  if (isDesktop) return null;
  return (
    <>
      <IconButton label={t("records.filter")} onClick={() => setOpen(true)}>
        <FilterIcon />
        {countOf(props.filter) > 0 && <span className="pip records-pip" />}
      </IconButton>
      <Sheet open={isOpen} onOpenChange={setOpen} title={t("records.filter")}>
        <FilterFields {...props} onDone={() => setOpen(false)} />
      </Sheet>
    </>
  );
}

export function FilterBar(props: FilterProps) {
  const isDesktop = useDesktop();
  return isDesktop ? <FilterFields {...props} /> : null;
}

function FilterFields(props: FilterProps & { readonly onDone?: () => void }) {
  const { filter, onFilter, markets, sides, onDone } = props;
  const t = useT();
  const change = (part: Partial<RecordsFilter>) => onFilter({ ...filter, ...part });
  const any = { value: ANY, label: t("records.any") };
  return (
    <div className="records-filters">
      <Select
        label={t("records.market")}
        labelShown
        value={filter.symbol ?? ANY}
        onValueChange={(value) => change({ symbol: value === ANY ? null : value })}
        choices={[any, ...markets.map(({ symbol, name }) => ({ value: symbol, label: name }))]}
      />
      {sides.length > 0 && (
        <Select
          label={t("trade.side")}
          labelShown
          value={sides.find((side) => side === filter.side) ?? ANY}
          onValueChange={(value) => change({ side: sides.find((side) => side === value) ?? null })}
          choices={[any, ...sides.map((side) => ({ value: side, label: t(SIDE_WORDS[side]) }))]}
        />
      )}
      <DayField
        label={t("records.since")}
        value={filter.since}
        most={filter.until}
        onValueChange={(since) => change({ since })}
      />
      <DayField
        label={t("records.until")}
        value={filter.until}
        least={filter.since}
        onValueChange={(until) => change({ until })}
      />
      <div className="records-filter-end">
        <Button
          tone="line"
          size="medium"
          disabled={countOf(filter) === 0}
          onClick={() => onFilter({ symbol: null, side: null, since: null, until: null })}
        >
          {t("records.clearFilter")}
        </Button>
        {onDone !== undefined && (
          <Button tone="primary" size="medium" onClick={onDone}>
            {t("records.showRecords")}
          </Button>
        )}
      </div>
    </div>
  );
}
