import { multiplyDivideFloor } from "@candor/money/integer";
import { feeInVenueFavour } from "@candor/money/rounding";
import { valueOf } from "@candor/protocol/perpetual-formulas/margin";
import { closedCostOf, realizedOf } from "@candor/protocol/perpetual-formulas/profit";
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
import { live as liveData } from "../../shell/services.ts";
import { priceText, quantityText, readLots, readTicks } from "../trade/market/market-terms.ts";
import { useLiveValue } from "../trade/market/use-live-value.ts";
import type { LivePosition } from "./contract-live.ts";
import { ticksOf } from "./contract-terms.ts";
import { MoneyText, rateText } from "./figure-text.tsx";
import type { PositionSheetProps } from "./protection-sheet.tsx";

/** Closes a position or a part of it, at market or by a limit order. */
export function CloseSheet({ live, onClose, acts }: PositionSheetProps) {
  const t = useT();
  return (
    <Sheet
      open={live !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={`${t("contract.close")} · ${live?.position.symbol ?? ""}`}
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

/** A quantity as somebody would type it. */
const typed = (text: string): string => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);

function CloseForm({ live, onClose, acts }: FormProps) {
  const t = useT();
  const formats = useFormats();
  const { position, held } = live;
  const { terms } = held;
  const size = Math.abs(held.lots);
  const isLong = held.lots > 0;
  const [way, setWay] = useState<Way>("market");
  const [price, setPrice] = useState("");
  const [percent, setPercent] = useState<number | undefined>(ALL);
  const [quantity, setQuantity] = useState(typed(quantityText(size, terms)));
  // The whole of it stays the whole when the position changes meanwhile.
  const isAll = percent === ALL;
  const lots = isAll ? size : readLots(quantity, terms);
  const touch = useTouch(live);
  const limitTicks = readTicks(price, terms);
  const ticks = way === "market" ? touch : limitTicks;
  const isTooMuch = lots !== undefined && lots > size;
  const isReady =
    lots !== undefined && lots > 0 && !isTooMuch && (way === "market" || limitTicks !== undefined);
  const submit = async () => {
    if (!isReady) return;
    const isDone = await acts.close({
      symbol: position.symbol,
      ...(!isAll && { quantity: quantityText(lots, terms) }),
      ...(way === "limit" && limitTicks !== undefined && { price: priceText(limitTicks, terms) }),
    });
    if (isDone) onClose();
  };
  const takeShare = (share: number) => {
    setPercent(share);
    const part = multiplyDivideFloor(size, share, ALL);
    setQuantity(part === 0 ? "" : typed(quantityText(part, terms)));
  };
  const amount = `${formats.decimal(lots === undefined ? null : quantityText(lots, terms), { minDecimals: 0 })} ${terms.base}`;
  const feePpm = Math.max(terms.makerFeePpm, terms.takerFeePpm);
  const outcome = isReady && ticks !== undefined ? outcomeOf(live, lots, ticks, feePpm) : undefined;
  return (
    <Form className="stack-4" onSubmit={submit}>
      <Segmented
        label={t("trade.orderType")}
        value={way}
        onValueChange={setWay}
        choices={[
          { value: "market", label: t("trade.typeMarket") },
          { value: "limit", label: t("trade.typeLimit") },
        ]}
      />
      {way === "limit" && (
        <DecimalInput
          label={t("trade.priceIn", { coin: terms.quote })}
          value={price}
          onValueChange={setPrice}
          decimals={terms.scale.priceDecimals}
          step={priceText(1, terms)}
          stepFrom={touch === undefined ? "0" : priceText(touch, terms)}
          error={
            price !== "" && limitTicks === undefined
              ? t("trade.problemTick", { bound: formats.decimal(priceText(1, terms)), coin: terms.quote })
              : undefined
          }
        />
      )}
      <DecimalInput
        label={t("trade.amountIn", { coin: terms.base })}
        value={quantity}
        onValueChange={(text) => {
          setPercent(undefined);
          setQuantity(text);
        }}
        decimals={terms.scale.quantityDecimals}
        step={quantityText(1, terms)}
        error={
          isTooMuch
            ? t("trade.problemMaximum", {
                bound: formats.decimal(quantityText(size, terms)),
                coin: terms.base,
              })
            : undefined
        }
      />
      <Slider
        label={t("contract.shareOfPosition")}
        value={percent ?? Math.min(ALL, multiplyDivideFloor(lots ?? 0, ALL, size))}
        onValueChange={takeShare}
      />
      <KeyValue
        lines={[
          {
            key: "fee",
            label: t("trade.feeMax", { rate: formats.rate(rateText(feePpm)) }),
            value: <MoneyText units={outcome?.feeUnits} terms={terms} hasCoin />,
          },
          {
            key: "profit",
            label: t("contract.realizesAbout"),
            value: <MoneyText units={outcome?.profitUnits} terms={terms} signed hasCoin />,
            total: true,
          },
        ]}
      />
      <Notice>{t(way === "market" ? "contract.closeMarketNote" : "contract.closeLimitNote")}</Notice>
      <Button type="submit" tone={isLong ? "sell" : "buy"} block busy={acts.isClosing} disabled={!isReady}>
        {t(isLong ? "contract.closeLong" : "contract.closeShort", { amount })}
      </Button>
    </Form>
  );
}

/** What somebody who closes at once gets. */
function useTouch({ position, held }: LivePosition): number | undefined {
  const book = liveData.orderBook(position.symbol, "contract");
  const best = useLiveValue(book, (view) => (held.lots > 0 ? view.bestBid : view.bestAsk));
  return best === null ? held.markTicks : ticksOf(best, held.terms);
}

function outcomeOf({ held }: LivePosition, lots: number, ticks: number, feePpm: number) {
  const value = valueOf(lots, ticks, held.terms.scale.quoteUnitsPerTickLot);
  const cost = closedCostOf(held.costUnits, held.lots, lots);
  return { feeUnits: feeInVenueFavour(value, feePpm), profitUnits: realizedOf(held.lots, cost, value) };
}
