import { KeyValue } from "@candor/ui/card.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useT } from "../../i18n/use-t.ts";
import { ConfirmButton } from "../../shared/confirmation/confirm-button.tsx";
import { incomeFor } from "./option-figures.ts";

export type Direction = "up" | "down";

export interface OptionOrder {
  readonly symbol: string;
  readonly direction: Direction;
  readonly amount: string;
  readonly durationSeconds: number;
  readonly payoutRate: string;
}

export const OPTION_ASSET = "USDT";
export const DIRECTION_LOOKS = {
  up: { tone: "buy", words: "option.upFor" },
  down: { tone: "sell", words: "option.downFor" },
} as const;

export interface OptionConfirmSheetProps {
  /** Name of the market. */
  readonly market: string;
  /** Null if the sheet is closed. */
  readonly order: OptionOrder | null;
  readonly houseEdge: string;
  readonly isBusy: boolean;
  readonly isDisabled: boolean;
  readonly onClose: () => void;
  readonly onSend: (order: OptionOrder) => void;
}

/** Stake, outcomes and the strike's rule of a timed option, shown before it is bought. */
export function OptionConfirmSheet({ order, onClose, ...props }: OptionConfirmSheetProps) {
  const t = useT();
  const formats = useFormats();
  const words =
    order === null
      ? ""
      : t(DIRECTION_LOOKS[order.direction].words, {
          amount: formats.decimal(order.amount, { minDecimals: 2 }),
        });
  return (
    <Sheet open={order !== null} onOpenChange={(open) => !open && onClose()} title={words}>
      {order !== null && <Confirmation {...props} order={order} words={words} />}
    </Sheet>
  );
}

type ConfirmationProps = Omit<OptionConfirmSheetProps, "order" | "onClose"> & {
  readonly order: OptionOrder;
  readonly words: string;
};

function Confirmation({ market, order, words, houseEdge, isBusy, isDisabled, onSend }: ConfirmationProps) {
  const t = useT();
  const formats = useFormats();
  const { amount, direction, durationSeconds, payoutRate } = order;
  const money = (value: string, sign?: "always") => (
    <FinancialText
      value={value}
      asset={OPTION_ASSET}
      minDecimals={2}
      maxDecimals={2}
      {...(sign !== undefined && { sign, toned: true })}
    />
  );
  return (
    <div className="stack-4" translate="no">
      <KeyValue
        lines={[
          { key: "market", label: t("records.market"), value: market },
          {
            key: "duration",
            label: t("option.duration"),
            value: t("records.optionSeconds", { count: durationSeconds }),
          },
          { key: "stake", label: t("records.optionStake"), value: money(amount) },
          { key: "right", label: t("option.ifRight"), value: money(incomeFor(amount, payoutRate), "always") },
          { key: "wrong", label: t("option.ifWrong"), value: money(`-${amount}`, "always") },
          { key: "edge", label: t("option.houseEdge"), value: formats.rate(houseEdge) },
        ]}
      />
      <p className="small muted">{t("option.howStrike")}</p>
      <ConfirmButton
        of="option"
        tone={DIRECTION_LOOKS[direction].tone}
        busy={isBusy}
        disabled={isDisabled}
        onSend={() => onSend(order)}
      >
        {words}
      </ConfirmButton>
    </div>
  );
}
