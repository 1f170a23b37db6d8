import type { Side } from "@candor/domain/enumerations";
import { divideFloor } from "@candor/money/integer";
import { Button } from "@candor/ui/button.tsx";
import { Form } from "@candor/ui/form.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { Select } from "@candor/ui/select.tsx";
import { Checkbox } from "@candor/ui/switch.tsx";
import { showToast } from "@candor/ui/toast-store";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useState } from "react";
import { ApiError } from "../../data/api-error.ts";
import type { ApiRequest } from "../../data/legacy-api.ts";
import { newRequestKey } from "../../data/request-key.ts";
import { useT } from "../../i18n/use-t.ts";
import { refresh, toastError } from "../../shell/calls/use-call.ts";
import { api } from "../../shell/services/services.ts";
import { FORM_WORDS, type FormProblem } from "../market/form-problem.ts";
import { priceText, quantityText, readLots, readTicks } from "../market/market-terms.ts";
import { TRIES } from "../orders/use-placing.ts";
import { LotsInput, SideChoice, TicksInput } from "../ticket/amount-inputs.tsx";
import { referenceTicks } from "../ticket/ticket-prices.ts";
import { FundsLines } from "./funds-lines.tsx";
import { plannedTwap } from "./planned-orders.ts";
import type { ToolProps } from "./tool-props.ts";
import { fits, slicesOf, twapAmountProblem, twapBounds } from "./twap-plan.ts";
import { useTimeText } from "./use-time-text.ts";
import { useToolFunds } from "./use-tool-funds.ts";

/** In seconds. */
const DURATIONS = [300, 900, 1_800, 3_600, 14_400, 43_200, 86_400] as const;
const INTERVALS = [10, 30, 60, 300, 900, 3_600] as const;
/** The bounds of the total follow from those of each order. */
const AMOUNT_WORDS = { ...FORM_WORDS, minimum: "tools.sliceSmall", maximum: "tools.sliceLarge" } as const;

/** Starts a TWAP; resolves to whether it runs. A repeated request keeps its key until an answer arrives. */
function useStarting() {
  const t = useT();
  const [isBusy, setBusy] = useState(false);
  const [key, setKey] = useState(newRequestKey);
  const begin = async (request: Omit<ApiRequest<"twapStart">, "requestId">): Promise<boolean> => {
    setBusy(true);
    try {
      await api.call("twapStart", { ...request, requestId: key }, { tries: TRIES });
      showToast(t("tools.twapStarted"), { kind: "success" });
      setKey(newRequestKey());
      void refresh("twapList");
      return true;
    } catch (error) {
      if (error instanceof ApiError && !error.outcomeUnknown) setKey(newRequestKey());
      toastError(error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, begin };
}

function useTwapForm(props: ToolProps) {
  const { product, terms, now } = props;
  const [side, setSide] = useState<Side>("buy");
  const [quantity, setQuantity] = useState("");
  const [duration, setDuration] = useState("1800");
  const [interval, setInterval] = useState("60");
  const [limit, setLimit] = useState("");
  const [reduceOnly, setReduceOnly] = useState(false);
  const { isBusy, begin } = useStarting();
  const lots = readLots(quantity, terms);
  const limitTicks = readTicks(limit, terms);
  const seconds = { duration: Number(duration), interval: Number(interval) };
  const slices = slicesOf(seconds.duration, seconds.interval);
  const least = lots === undefined ? 0 : divideFloor(lots, slices);
  const bounds = twapBounds({ slices, ticks: limitTicks ?? now.indexTicks, reduceOnly }, terms);
  const problem = twapAmountProblem(quantity, bounds, terms);
  const planned = plannedTwap(side, lots, [limitTicks, referenceTicks(now)], reduceOnly);
  const funds = useToolFunds(props, side, planned);
  const mayStart =
    lots !== undefined &&
    problem === undefined &&
    !funds.isShort &&
    (limit === "" || limitTicks !== undefined);
  const start = async (): Promise<void> => {
    if (!mayStart) return;
    const isStarted = await begin({
      product,
      symbol: terms.symbol,
      side,
      slices,
      reduceOnly,
      quantity: quantityText(lots, terms),
      intervalSeconds: seconds.interval,
      ...(limitTicks !== undefined && { limitPrice: priceText(limitTicks, terms) }),
    });
    if (isStarted) setQuantity("");
  };
  return {
    side,
    setSide,
    quantity,
    setQuantity,
    duration,
    setDuration,
    interval,
    setInterval,
    limit,
    setLimit,
    reduceOnly,
    setReduceOnly,
    isBusy,
    lots,
    limitTicks,
    slices,
    least,
    problem,
    funds,
    mayStart,
    start,
  };
}

/** The terms of a new TWAP. */
export function TwapForm(props: ToolProps) {
  const { product, terms } = props;
  const t = useT();
  const form = useTwapForm(props);
  return (
    <Form className="stack-4" onSubmit={form.start}>
      <SideChoice value={form.side} onValueChange={form.setSide} />
      <TwapFields {...form} terms={terms} />
      {product === "contract" && (
        <Checkbox
          label={t("contract.reduceOnly")}
          checked={form.reduceOnly}
          onCheckedChange={form.setReduceOnly}
        />
      )}
      <TwapSummary {...form} terms={terms} />
      <FundsLines funds={form.funds} {...(props.margin && { margin: props.margin })} />
      <Notice>{t("tools.twapNote")}</Notice>
      <Button type="submit" tone={form.side} block busy={form.isBusy} disabled={!form.mayStart}>
        {t(form.side === "buy" ? "tools.startBuying" : "tools.startSelling", { coin: terms.base })}
      </Button>
    </Form>
  );
}

type FieldsProps = ReturnType<typeof useTwapForm> & Pick<ToolProps, "terms">;

/** Returns the text for a wrong total amount. */
function useAmountText(problem: FormProblem | undefined): string | undefined {
  const t = useT();
  const formats = useFormats();
  if (problem === undefined) return undefined;
  const { reason, bound, coin } = problem;
  return t(AMOUNT_WORDS[reason], { bound: formats.decimal(bound, { minDecimals: 0 }), coin });
}

function TwapFields(props: FieldsProps) {
  const { terms, quantity, setQuantity, limit, setLimit, duration, interval } = props;
  const t = useT();
  const timeText = useTimeText();
  const choice = (seconds: number) => ({ value: String(seconds), label: timeText(seconds) });
  return (
    <>
      <LotsInput
        name="twap-quantity"
        label={t("tools.totalAmount", { coin: terms.base })}
        value={quantity}
        onValueChange={setQuantity}
        terms={terms}
        error={useAmountText(props.problem)}
      />
      <div className="g2">
        <Select
          label={t("tools.duration")}
          labelShown
          value={duration}
          onValueChange={(next) => {
            props.setDuration(next);
            const allowed = INTERVALS.filter((each) => fits(Number(next), each));
            if (!allowed.some((each) => String(each) === interval)) props.setInterval(String(allowed[0]));
          }}
          choices={DURATIONS.map(choice)}
        />
        <Select
          label={t("tools.interval")}
          labelShown
          value={interval}
          onValueChange={props.setInterval}
          choices={INTERVALS.filter((each) => fits(Number(duration), each)).map(choice)}
        />
      </div>
      <TicksInput
        name="twap-limit"
        label={t("tools.limitPrice", { coin: terms.quote })}
        value={limit}
        onValueChange={setLimit}
        terms={terms}
        placeholder={t("trade.optional")}
      />
    </>
  );
}

/** "30 orders of about 0.001 BTC, one every 1 min" */
function TwapSummary({ terms, lots, slices, least, interval }: FieldsProps) {
  const t = useT();
  const formats = useFormats();
  const timeText = useTimeText();
  if (lots === undefined || least === 0) return null;
  const amount = `${formats.decimal(quantityText(least, terms), { minDecimals: 0 })} ${terms.base}`;
  return (
    <p className="small muted">
      {t("tools.twapPlan", { count: slices, amount, time: timeText(Number(interval)) })}
    </p>
  );
}
