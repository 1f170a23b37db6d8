import { formatDecimal, trimZeros } from "@candor/money/decimal";
import { multiplyDivideFloor } from "@candor/money/integer";
import { DecimalInput } from "@candor/ui/decimal-input.tsx";
import { Select } from "@candor/ui/select.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { MessageKey } from "../../i18n/message-keys.ts";
import { useT } from "../../i18n/use-t.ts";
import { SIZE_UNITS, type SizeUnit, useTradingSettings } from "../../shared/confirmation/trading-settings.ts";
import { quantityText } from "../../trading/market/market-terms.ts";
import { contractProblemText } from "./contract-problem-text.ts";
import type { ContractTicketFormProps } from "./contract-ticket-props.ts";
import { type ContractField, type ContractTicketAction, sizeUnitOf } from "./contract-ticket-state.ts";
import type { SideSummary } from "./contract-ticket-summary.ts";
import { costOfValue } from "./order-size.ts";

interface MoneySizeFieldProps extends ContractTicketFormProps {
  readonly problemOf: (field: ContractField) => SideSummary["problems"][ContractField];
  readonly touch: (field: ContractField) => void;
}

const FIELD_WORDS = { value: "contract.valueIn", cost: "contract.costIn" } as const satisfies Record<
  Exclude<SizeUnit, "coin">,
  MessageKey
>;

/** Size as the order's value or cost, with the amount that it becomes. */
export function MoneySizeField(props: MoneySizeFieldProps) {
  const { ticket, dispatch, terms, problemOf, touch } = props;
  const t = useT();
  const formats = useFormats();
  const unit = sizeUnitOf(ticket);
  if (unit === "coin") return null;
  return (
    <DecimalInput
      name="size"
      label={t(FIELD_WORDS[unit], { coin: terms.quote })}
      value={ticket.size}
      onValueChange={(text) => dispatch({ kind: "size", text })}
      decimals={terms.scale.quoteScale}
      counts={terms.quote}
      error={contractProblemText(problemOf("quantity"), ticket.triggerBy, t, formats)}
      onBlur={() => touch("quantity")}
      trailing={
        <>
          <AmountText {...props} />
          <SizeUnitChoice {...props} />
        </>
      }
    />
  );
}

/** "= 0.012 BTC"; both sides' amounts if they differ, because each has a price of its own. */
function AmountText({ buy, sell, terms }: ContractTicketFormProps) {
  const formats = useFormats();
  const sizes = [buy.lots, sell.lots].filter((lots) => lots !== undefined);
  if (sizes.length === 0) return null;
  const texts = sizes.map((lots) => formats.decimal(quantityText(lots, terms), { minDecimals: 0 }));
  return (
    <span className="u worth n" translate="no">
      = {[...new Set(texts)].join(" / ")} {terms.base}
    </span>
  );
}

/** Chooses what the size counts. */
export function SizeUnitChoice({ ticket, dispatch, terms }: ContractTicketFormProps) {
  const t = useT();
  const { change } = useTradingSettings();
  const units = SIZE_UNITS.filter((unit) => unit !== "cost" || !ticket.reduceOnly);
  const labels: Readonly<Record<SizeUnit, string>> = {
    coin: terms.base,
    value: terms.quote,
    cost: t("contract.cost"),
  };
  return (
    <span className="size-unit">
      <Select
        label={t("contract.sizeUnit")}
        value={sizeUnitOf(ticket)}
        onValueChange={(unit) => {
          dispatch({ kind: "size-unit", unit });
          change({ contractUnit: unit });
        }}
        choices={units.map((unit) => ({ value: unit, label: labels[unit] }))}
      />
    </span>
  );
}

type Shared = Pick<ContractTicketFormProps, "ticket" | "terms" | "settings" | "buy" | "sell">;

/** Largest amount that both sides allow, or the only one that is allowed; for reduce-only orders, the position. */
export function largestOfBoth({ ticket, buy, sell }: Shared): number {
  const most = Math.max(buy.largest ?? 0, sell.largest ?? 0);
  const least = Math.min(buy.largest ?? 0, sell.largest ?? 0);
  return ticket.reduceOnly || least === 0 ? most : least;
}

/** The action that takes a percentage of the largest amount. */
export function shareOf(percent: number, shared: Shared): Extract<ContractTicketAction, { kind: "share" }> {
  const lots = multiplyDivideFloor(largestOfBoth(shared), percent, 100);
  return { kind: "share", percent, lots, size: sizeText(lots, shared), terms: shared.terms };
}

/** Returns lots as a size in the ticket's unit, at the lower of both sides' values; empty for coins. */
function sizeText(lots: number, { ticket, terms, settings, buy, sell }: Shared): string {
  const unit = sizeUnitOf(ticket);
  const value = Math.min(
    buy.sizeUnitsOf?.(lots) ?? Number.POSITIVE_INFINITY,
    sell.sizeUnitsOf?.(lots) ?? Number.POSITIVE_INFINITY,
  );
  if (unit === "coin" || lots === 0 || !Number.isFinite(value)) return "";
  const units = unit === "value" ? value : costOfValue(value, terms, settings.leverage);
  return trimZeros(formatDecimal(units, terms.scale.quoteScale));
}
