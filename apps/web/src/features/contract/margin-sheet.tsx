import { initialMarginOf } from "@candor/formulas/perpetual/margin";
import { formatDecimal, parseDecimal } from "@candor/money/decimal";
import { Button } from "@candor/ui/button.tsx";
import { KeyValue } from "@candor/ui/card.tsx";
import { DecimalInput } from "@candor/ui/decimal-input.tsx";
import { Form } from "@candor/ui/form.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { Segmented } from "@candor/ui/segmented.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { MoveFundsLink } from "../../shared/funds/use-move-funds.tsx";
import type { LivePosition } from "./contract-live.ts";
import { MoneyText, TicksText, usePpmText, useUnitsText } from "./figure-text.tsx";
import { type AccountFigures, type HeldPosition, positionFigures, valueUnits } from "./held-position.ts";
import { positionTitle } from "./position-name.ts";
import type { PositionSheetProps } from "./protection-sheet.tsx";

interface MarginSheetProps extends PositionSheetProps {
  readonly account: AccountFigures | undefined;
}

/** Moves margin between the contract wallet and an isolated position. */
export function MarginSheet({ live, account, onClose, acts }: MarginSheetProps) {
  const t = useT();
  const isOpen = live !== undefined && account !== undefined;
  return (
    <Sheet
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title={positionTitle(t, t("contract.margin"), live)}
    >
      {isOpen && <MarginForm live={live} account={account} onClose={onClose} acts={acts} />}
    </Sheet>
  );
}

interface FormProps extends PositionSheetProps {
  readonly live: LivePosition;
  readonly account: AccountFigures;
}

type Direction = "add" | "remove";

/** Removable margin: the initial margin at the mark price must remain after losses. */
function removableUnits({ held, figures }: LivePosition): number {
  const initial = initialMarginOf(valueUnits(held), held.leverage);
  return Math.max(0, held.marginUnits + Math.min(0, figures.unrealizedUnits) - initial);
}

/** The typed amount, what it changes, and whether it is possible. */
function useMarginChange({ live, account, onClose, acts }: FormProps) {
  const { held } = live;
  const { quoteScale } = held.terms.scale;
  const [direction, setDirection] = useState<Direction>("add");
  const [amount, setAmount] = useState("");
  const [isBusy, setBusy] = useState(false);
  const mostUnits = direction === "add" ? account.usableUnits : removableUnits(live);
  const read = parseDecimal(amount, quoteScale);
  const units = typeof read === "string" ? 0 : read;
  const isTooMuch = units > mostUnits;
  const next: HeldPosition = {
    ...held,
    marginUnits: held.marginUnits + (direction === "add" ? units : 0 - units),
  };
  const submit = async () => {
    if (units === 0 || isTooMuch) return;
    setBusy(true);
    const isDone = await acts.moveMargin({
      ...live.named,
      direction,
      amount: formatDecimal(units, quoteScale),
    });
    setBusy(false);
    if (isDone) onClose();
  };
  return { direction, setDirection, amount, setAmount, isBusy, mostUnits, units, isTooMuch, next, submit };
}

function MarginForm(props: FormProps) {
  const { live, account } = props;
  const t = useT();
  const { terms } = live.held;
  const { quoteScale } = terms.scale;
  const unitsText = useUnitsText(terms);
  const change = useMarginChange(props);
  const { direction, amount, setAmount, mostUnits, units, isTooMuch } = change;
  return (
    <Form className="stack-4" translate="no" onSubmit={change.submit}>
      <Segmented
        label={t("contract.margin")}
        value={direction}
        onValueChange={(chosen) => {
          change.setDirection(chosen);
          setAmount("");
        }}
        choices={[
          { value: "add", label: t("contract.addMargin") },
          { value: "remove", label: t("contract.removeMargin") },
        ]}
      />
      <DecimalInput
        label={t("trade.moneyIn", { coin: terms.quote })}
        value={amount}
        onValueChange={setAmount}
        decimals={quoteScale}
        counts={terms.quote}
        error={
          isTooMuch
            ? t("trade.problemMaximum", { bound: unitsText(mostUnits), coin: terms.quote })
            : undefined
        }
        trailing={
          <button
            type="button"
            className="unit-button small med"
            onClick={() => setAmount(formatDecimal(mostUnits, quoteScale))}
          >
            {t("contract.most")}
          </button>
        }
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the first field of its sheet
        autoFocus
      />
      <MarginEffects {...{ live, account, direction, mostUnits }} next={change.next} />
      {direction === "add" && mostUnits === 0 && (
        <Notice tone="warn">
          {t("contract.walletEmpty", { coin: terms.quote })}{" "}
          <MoveFundsLink to="contract" asset={terms.quote} className="link">
            {t("contract.moveFunds")}
          </MoveFundsLink>
        </Notice>
      )}
      {direction === "remove" && <Notice>{t("contract.removeNote")}</Notice>}
      <Button type="submit" tone="primary" block busy={change.isBusy} disabled={units === 0 || isTooMuch}>
        {t(direction === "add" ? "contract.addAmount" : "contract.removeAmount", {
          amount: `${unitsText(units)} ${terms.quote}`,
        })}
      </Button>
    </Form>
  );
}

interface MarginEffectsProps extends Pick<FormProps, "live" | "account"> {
  readonly direction: Direction;
  readonly mostUnits: number;
  /** The position after the change. */
  readonly next: HeldPosition;
}

/** Movable amount and its effect on risk and liquidation price. */
function MarginEffects({ live, account, direction, mostUnits, next }: MarginEffectsProps) {
  const t = useT();
  const ppmText = usePpmText();
  const { held, figures } = live;
  const { terms } = held;
  const after = positionFigures(next, account);
  return (
    <KeyValue
      lines={[
        {
          key: "most",
          label: t(direction === "add" ? "contract.freeMargin" : "contract.removable"),
          value: <MoneyText units={mostUnits} terms={terms} hasCoin isOwn />,
        },
        {
          key: "margin",
          label: t("contract.margin"),
          value: (
            <>
              <MoneyText units={held.marginUnits} terms={terms} /> →{" "}
              <MoneyText units={next.marginUnits} terms={terms} />
            </>
          ),
        },
        {
          key: "risk",
          label: t("contract.risk"),
          value: `${ppmText(figures.riskPpm)} → ${ppmText(after.riskPpm)}`,
        },
        {
          key: "liquidation",
          label: t("contract.liquidation"),
          value: (
            <>
              <TicksText ticks={figures.liquidationTicks} terms={terms} /> →{" "}
              <TicksText ticks={after.liquidationTicks} terms={terms} className="warn" />
            </>
          ),
          total: true,
        },
      ]}
    />
  );
}
