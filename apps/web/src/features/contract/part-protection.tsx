import type { TriggerBy } from "@candor/domain/enumerations";
import { trimZeros } from "@candor/money/decimal";
import { multiplyDivideFloor } from "@candor/money/integer";
import { Button } from "@candor/ui/button.tsx";
import { KeyValue } from "@candor/ui/card.tsx";
import { DecimalInput } from "@candor/ui/decimal-input.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { Form } from "@candor/ui/form.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { Segmented } from "@candor/ui/segmented.tsx";
import { Select } from "@candor/ui/select.tsx";
import { Slider } from "@candor/ui/slider.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { WireOrder } from "@candor/wire/objects";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { ticksProblem } from "../../trading/market/form-problem.ts";
import { priceText, quantityText, readLots, readTicks } from "../../trading/market/market-terms.ts";
import { LotsInput } from "../../trading/ticket/amount-inputs.tsx";
import { problemText } from "../../trading/ticket/problem-text.ts";
import type { LivePosition } from "./contract-live.ts";
import { contractProblemText, TRIGGER_BY_WORDS } from "./contract-problem-text.ts";
import { ticksOf } from "./contract-terms.ts";
import { TriggerByChoice } from "./contract-ticket-form.tsx";
import { MoneyText, TicksText } from "./figure-text.tsx";
import { sideProblem } from "./judge-level.ts";
import { type LevelKind, type LevelUnit, levelTicks, netProfitOfPart } from "./part-level.ts";
import { PartLevelList } from "./part-level-list.tsx";
import type { ContractActions } from "./use-contract-actions.ts";
import { usePriceBy } from "./use-price-by.ts";

interface PartProtectionProps {
  readonly live: LivePosition;
  readonly acts: ContractActions;
}

/** Take-profits and stop-losses of parts of a position: the pending ones, and a form to add or change one. */
export function PartProtection({ live, acts }: PartProtectionProps) {
  const [edited, setEdited] = useState<WireOrder | null>(null);
  return (
    <div className="stack-4" translate="no">
      <PartLevelList live={live} edited={edited} onEdit={setEdited} acts={acts} />
      <PartForm
        key={edited?.orderId ?? "new"}
        live={live}
        edited={edited}
        acts={acts}
        onDone={() => setEdited(null)}
      />
    </div>
  );
}

interface PartFormProps extends PartProtectionProps {
  /** The order that the new one replaces; null to add one. */
  readonly edited: WireOrder | null;
  readonly onDone: () => void;
}

/** The form's fields, their meaning and the call that they make. */
function usePartForm({ live, edited, acts, onDone }: PartFormProps) {
  const { held, position } = live;
  const { terms } = held;
  const [kind, setKind] = useState<LevelKind>(edited?.type === "stop-market" ? "stopLoss" : "takeProfit");
  const [unit, setUnit] = useState<LevelUnit>("price");
  const [level, setLevel] = useState(trimZeros(edited?.stopPrice ?? ""));
  const [quantity, setQuantity] = useState(trimZeros(edited?.quantity ?? ""));
  const [triggerBy, setTriggerBy] = useState<TriggerBy>(edited?.triggerBy ?? position.triggerBy);
  const price = usePriceBy(live, triggerBy);
  const lots = readLots(quantity, terms);
  const size = Math.abs(held.lots);
  const isTooMuch = lots !== undefined && lots > size;
  const ticks = levelTicks(held, Math.min(lots ?? 0, size), kind, unit, level);
  const isAbove = (kind === "takeProfit") === held.lots > 0;
  const problem = ticks === undefined ? undefined : sideProblem(ticks, isAbove, ticksOf(price, terms), terms);
  const mayPass = lots !== undefined && !isTooMuch && ticks !== undefined && problem === undefined;
  const submit = async (): Promise<void> => {
    if (!mayPass) return;
    const isPlaced = await acts.place({
      symbol: terms.symbol,
      side: held.lots > 0 ? "sell" : "buy",
      type: kind === "takeProfit" ? "take-profit-market" : "stop-market",
      quantity: quantityText(lots, terms),
      stopPrice: priceText(ticks, terms),
      triggerBy,
      reduceOnly: true,
    });
    if (!isPlaced) return;
    if (edited !== null) await acts.cancel(edited);
    setLevel("");
    setQuantity("");
    onDone();
  };
  const isUnreadable = level !== "" && ticks === undefined && (unit === "price" || lots !== undefined);
  return {
    kind,
    setKind,
    unit,
    level,
    setLevel,
    quantity,
    setQuantity,
    triggerBy,
    setTriggerBy,
    price,
    lots,
    size,
    isTooMuch,
    ticks,
    problem,
    isUnreadable,
    mayPass,
    submit,
    setUnit: (next: LevelUnit) => {
      setUnit(next);
      setLevel(next === "price" && ticks !== undefined ? trimZeros(priceText(ticks, terms)) : "");
    },
  };
}

function PartForm(props: PartFormProps) {
  const { live, edited, acts } = props;
  const t = useT();
  const form = usePartForm(props);
  const { terms } = live.held;
  const add = form.kind === "takeProfit" ? "contract.addTakeProfit" : "contract.addStopLoss";
  return (
    <Form className="stack-4" onSubmit={form.submit}>
      <Segmented
        label={t("contract.partKind")}
        value={form.kind}
        onValueChange={form.setKind}
        choices={[
          { value: "takeProfit", label: t("contract.takeProfit") },
          { value: "stopLoss", label: t("contract.stopLoss") },
        ]}
      />
      <AmountFields {...form} live={live} />
      <TriggerByChoice value={form.triggerBy} onValueChange={form.setTriggerBy} labelShown />
      <LevelFields {...form} live={live} />
      <KeyValue
        lines={[
          {
            key: "now",
            label: t(TRIGGER_BY_WORDS[form.triggerBy]),
            value: <FinancialText value={form.price} />,
          },
          {
            key: "level",
            label: t("contract.levelPrice"),
            value: <TicksText ticks={form.ticks} terms={terms} />,
          },
          {
            key: "result",
            label: t("contract.levelResult"),
            value: (
              <MoneyText
                units={
                  form.ticks === undefined || form.lots === undefined || form.isTooMuch
                    ? undefined
                    : netProfitOfPart(live.held, form.lots, form.ticks)
                }
                terms={terms}
                signed
                hasCoin
              />
            ),
          },
        ]}
      />
      <Notice>{t(edited === null ? "contract.partNote" : "contract.editingNote")}</Notice>
      <Button type="submit" tone="primary" block busy={acts.isPlacing} disabled={!form.mayPass}>
        {t(edited === null ? add : "contract.saveLevel")}
      </Button>
    </Form>
  );
}

type FieldsProps = ReturnType<typeof usePartForm> & { readonly live: LivePosition };

function AmountFields({ quantity, setQuantity, lots, size, live }: FieldsProps) {
  const t = useT();
  const { terms } = live.held;
  const percent = lots === undefined ? 0 : Math.min(100, multiplyDivideFloor(lots, 100, size));
  return (
    <>
      <LotsInput
        name="part-quantity"
        label={t("trade.amountIn", { coin: terms.base })}
        value={quantity}
        onValueChange={setQuantity}
        terms={terms}
        mostLots={size}
      />
      <Slider
        label={t("contract.shareOfPosition")}
        value={percent}
        onValueChange={(share) => {
          const part = multiplyDivideFloor(size, share, 100);
          setQuantity(part === 0 ? "" : trimZeros(quantityText(part, terms)));
        }}
      />
    </>
  );
}

function LevelFields(props: FieldsProps) {
  const { kind, unit, setUnit, level, setLevel, problem, triggerBy, isUnreadable, price, live } = props;
  const t = useT();
  const formats = useFormats();
  const { terms } = live.held;
  const isOffTick = unit === "price" && readTicks(level, terms) === undefined;
  const unreadable = isOffTick
    ? problemText(ticksProblem(level, terms), t, formats)
    : t("contract.levelUnreachable");
  const labels: Readonly<Record<LevelUnit, string>> = {
    price: t("trade.priceIn", { coin: terms.quote }),
    // A stop-loss is entered as the size of its loss.
    return: t(kind === "takeProfit" ? "contract.levelReturn" : "contract.levelLossReturn"),
    profit: t(kind === "takeProfit" ? "contract.levelProfit" : "contract.levelLoss", { coin: terms.quote }),
  };
  const decimals = { price: terms.scale.priceDecimals, return: 2, profit: terms.scale.quoteScale } as const;
  return (
    <>
      <Select
        label={t("contract.levelBy")}
        labelShown
        value={unit}
        onValueChange={setUnit}
        choices={(["price", "return", "profit"] as const).map((value) => ({ value, label: labels[value] }))}
      />
      <DecimalInput
        name="part-level"
        label={labels[unit]}
        value={level}
        onValueChange={setLevel}
        decimals={decimals[unit]}
        counts={unit === "return" ? "%" : terms.quote}
        {...(unit === "price" && { step: priceText(1, terms), stepFrom: price ?? "0" })}
        error={isUnreadable ? unreadable : contractProblemText(problem, triggerBy, t, formats)}
      />
    </>
  );
}
