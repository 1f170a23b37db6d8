import { closedCostOf, realizedOf } from "@candor/formulas/perpetual/profit";
import { trimZeros } from "@candor/money/decimal";
import { multiplyDivideFloor } from "@candor/money/integer";
import { feeInVenueFavour } from "@candor/money/rounding";
import { Button } from "@candor/ui/button.tsx";
import { KeyValue } from "@candor/ui/card.tsx";
import { DecimalInput } from "@candor/ui/decimal-input.tsx";
import { Form } from "@candor/ui/form.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { Segmented } from "@candor/ui/segmented.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import { Slider } from "@candor/ui/slider.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { ticksProblem } from "../../trading/market/form-problem.ts";
import { priceText, quantityText, readLots, readTicks } from "../../trading/market/market-terms.ts";
import type { Payload } from "../../trading/orders/use-placing.ts";
import { BeyondBookNotice } from "../../trading/ticket/beyond-book-notice.tsx";
import { problemText } from "../../trading/ticket/problem-text.ts";
import type { LivePosition } from "./contract-live.ts";
import type { ContractTerms } from "./contract-terms.ts";
import { MoneyText, rateText, TicksText } from "./figure-text.tsx";
import type { HeldPosition } from "./held-position.ts";
import { positionTitle } from "./position-name.ts";
import type { PositionSheetProps } from "./protection-sheet.tsx";
import { outcomeInCents } from "./shown-cents.ts";
import { useMarketExit } from "./use-market-exit.ts";

/** Closes a position, in full or in part, by market or limit order. */
export function CloseSheet({ live, onClose, acts }: PositionSheetProps) {
  const t = useT();
  return (
    <Sheet
      open={live !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={positionTitle(t, t("contract.close"), live)}
    >
      {live !== undefined && <CloseForm live={live} onClose={onClose} acts={acts} />}
    </Sheet>
  );
}

interface FormProps extends PositionSheetProps {
  readonly live: LivePosition;
}

type Way = "market" | "limit";
const ALL = 100;

/** The closing order being edited; `payload` is undefined while it cannot be sent. */
function useCloseOrder(live: LivePosition) {
  const { held, named } = live;
  const { terms } = held;
  const size = Math.abs(held.lots);
  const [way, setWay] = useState<Way>("market");
  const [price, setPrice] = useState("");
  const [percent, setPercent] = useState<number | undefined>(ALL);
  const [part, setPart] = useState("");
  // 100% stays the full position if its size changes meanwhile.
  const isAll = percent === ALL;
  const quantity = isAll ? trimZeros(quantityText(size, terms)) : part;
  const lots = isAll ? size : readLots(part, terms);
  const market = useMarketExit(live);
  const limitTicks = readTicks(price, terms);
  const isTooMuch = lots !== undefined && lots > size;
  const hasPrice = way === "market" || limitTicks !== undefined;
  const isReady = lots !== undefined && lots > 0 && !isTooMuch && hasPrice;
  const atLimit = (of: number) => limitTicks && of * limitTicks;
  const tickLots = isReady ? (way === "market" ? market?.tickLotsOf(lots) : atLimit(lots)) : undefined;
  const payload: Payload | undefined = isReady
    ? {
        ...named,
        ...(!isAll && { quantity: quantityText(lots, terms) }),
        ...(way === "limit" && limitTicks !== undefined && { price: priceText(limitTicks, terms) }),
      }
    : undefined;
  return {
    way,
    setWay,
    price,
    setPrice,
    isOffTick: price !== "" && limitTicks === undefined,
    quantity,
    setQuantity: (text: string) => {
      setPercent(undefined);
      setPart(text);
    },
    share: percent ?? Math.min(ALL, multiplyDivideFloor(lots ?? 0, ALL, size)),
    setShare: (share: number) => {
      setPercent(share);
      const of = multiplyDivideFloor(size, share, ALL);
      setPart(of === 0 ? "" : trimZeros(quantityText(of, terms)));
    },
    size,
    lots,
    isTooMuch,
    touch: market?.ticks,
    averageTicks: isReady && way === "market" ? market?.averageTicksOf(lots) : undefined,
    isBeyondBook: isReady && way === "market" && market?.isBeyond(lots) === true,
    payload,
    outcome: isReady && tickLots !== undefined ? outcomeOf(held, lots, tickLots) : undefined,
  };
}

function CloseForm({ live, onClose, acts }: FormProps) {
  const t = useT();
  const formats = useFormats();
  const { terms, lots: heldLots } = live.held;
  const close = useCloseOrder(live);
  const { payload, way } = close;
  const outcome = close.outcome && outcomeInCents(close.outcome, terms.scale.quoteScale);
  const submit = async () => {
    if (payload !== undefined && (await acts.close(payload))) onClose();
  };
  const text = close.lots === undefined ? null : quantityText(close.lots, terms);
  const amount = `${formats.decimal(text, { minDecimals: 0 })} ${terms.base}`;
  const isLong = heldLots > 0;
  return (
    <Form className="stack-4" translate="no" onSubmit={submit}>
      <Segmented
        label={t("trade.orderType")}
        value={way}
        onValueChange={close.setWay}
        choices={[
          { value: "market", label: t("trade.typeMarket") },
          { value: "limit", label: t("trade.typeLimit") },
        ]}
      />
      <CloseFields close={close} terms={terms} />
      <KeyValue
        lines={[
          ...(way === "limit"
            ? []
            : [
                {
                  key: "average",
                  label: t("trade.averageAbout"),
                  value: <TicksText ticks={close.averageTicks} terms={terms} />,
                },
              ]),
          {
            key: "profit",
            label: t("contract.realizesAbout"),
            value: <MoneyText units={outcome?.profitUnits} terms={terms} signed hasCoin />,
          },
          {
            key: "fee",
            label: t("trade.feeMax", { rate: formats.rate(rateText(feePpmOf(terms))) }),
            value: <MoneyText units={outcome && -outcome.feeUnits} terms={terms} hasCoin signed />,
          },
          {
            key: "net",
            label: t("contract.netAbout"),
            value: <MoneyText units={outcome?.netUnits} terms={terms} signed hasCoin />,
            total: true,
          },
        ]}
      />
      <BeyondBookNotice shown={close.isBeyondBook} />
      <Notice>{t(way === "market" ? "contract.closeMarketNote" : "contract.closeLimitNote")}</Notice>
      <Button
        type="submit"
        tone={isLong ? "sell" : "buy"}
        block
        busy={acts.isClosing}
        disabled={payload === undefined}
      >
        {t(isLong ? "contract.closeLong" : "contract.closeShort", { amount })}
      </Button>
    </Form>
  );
}

interface CloseFieldsProps {
  readonly close: ReturnType<typeof useCloseOrder>;
  readonly terms: ContractTerms;
}

/** Limit price, amount and percentage. */
function CloseFields({ close, terms }: CloseFieldsProps) {
  const t = useT();
  const formats = useFormats();
  const { touch, size } = close;
  return (
    <>
      {close.way === "limit" && (
        <DecimalInput
          label={t("trade.priceIn", { coin: terms.quote })}
          value={close.price}
          onValueChange={close.setPrice}
          decimals={terms.scale.priceDecimals}
          counts={terms.quote}
          step={priceText(1, terms)}
          stepFrom={touch === undefined ? "0" : priceText(touch, terms)}
          error={close.isOffTick ? problemText(ticksProblem(close.price, terms), t, formats) : undefined}
        />
      )}
      <DecimalInput
        label={t("trade.amountIn", { coin: terms.base })}
        value={close.quantity}
        onValueChange={close.setQuantity}
        decimals={terms.scale.quantityDecimals}
        counts={terms.base}
        step={quantityText(1, terms)}
        error={
          close.isTooMuch
            ? t("trade.problemMaximum", {
                bound: formats.decimal(quantityText(size, terms)),
                coin: terms.base,
              })
            : undefined
        }
      />
      <Slider label={t("contract.shareOfPosition")} value={close.share} onValueChange={close.setShare} />
    </>
  );
}

const feePpmOf = ({ makerFeePpm, takerFeePpm }: ContractTerms): number => Math.max(makerFeePpm, takerFeePpm);

/** Profit realized by closing this many lots for a value in ticks × lots, and the maximum fee. */
function outcomeOf({ terms, costUnits, lots: heldLots }: HeldPosition, lots: number, tickLots: number) {
  const value = tickLots * terms.scale.quoteUnitsPerTickLot;
  const cost = closedCostOf(costUnits, heldLots, lots);
  return {
    feeUnits: feeInVenueFavour(value, feePpmOf(terms)),
    profitUnits: realizedOf(heldLots, cost, value),
  };
}
