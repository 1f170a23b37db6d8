import { miningPlanSetting } from "@candor/domain/setting-names";
import { Button, ButtonLink, IconButton } from "@candor/ui/button.tsx";
import { KeyValue } from "@candor/ui/card.tsx";
import { compareDecimals, multiplyDecimals, subtractDecimals } from "@candor/ui/decimal-math";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { MinusIcon, PlusIcon } from "@candor/ui/icons.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { WireMinerPlan } from "@candor/wire/mining-objects";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { AnnouncedTerms } from "../../shared/announced-terms/announced-terms.tsx";
import { useMoveFunds } from "../../shared/funds/use-move-funds.tsx";
import { DEPOSIT } from "../../shell/routing/routes.ts";
import { useOwnFigure } from "../../shell/wallets/balance-text.tsx";
import { useMiningActions } from "./use-mining-actions.ts";

/** In USDT. */
const DECIMALS = 6;
const MAX_AT_ONCE = 100;

interface Props {
  readonly plan: WireMinerPlan | null;
  /** USDT in the spot wallet; null if unknown. */
  readonly balance: string | null;
  readonly onClose: () => void;
}

/** Price, lock-up and expected output of a purchase, before it is made. */
export function BuySheet({ plan, balance, onClose }: Props) {
  const t = useT();
  return (
    <Sheet
      open={plan !== null}
      onOpenChange={onClose}
      title={plan === null ? "" : t("mining.buyTitle", { name: plan.name })}
    >
      {plan !== null && <Purchase plan={plan} balance={balance} onClose={onClose} />}
    </Sheet>
  );
}

interface PurchaseProps extends Props {
  readonly plan: WireMinerPlan;
}

function Purchase({ plan, balance, onClose }: PurchaseProps) {
  const t = useT();
  const formats = useFormats();
  const own = useOwnFigure();
  const { buying } = useMiningActions();
  const moving = useMoveFunds("main", "USDT");
  const [quantity, setQuantity] = useState(1);
  const most = Math.max(1, Math.min(plan.stock, plan.limitPerUser - plan.owned, MAX_AT_ONCE));
  const times = (value: string): string => multiplyDecimals(value, String(quantity), DECIMALS);
  const price = times(plan.price);
  const isPoor = balance !== null && compareDecimals(balance, price) < 0;
  const buy = async () => {
    const { planId, price, totalOutput, durationDays, releaseRefundRate } = plan;
    // Sends the terms shown here: the server rejects the purchase if they have become worse.
    const shown = { price, totalOutput, durationDays, releaseRefundRate };
    if (await buying.place({ planId, quantity, ...shown })) onClose();
  };
  return (
    <div className="stack-4">
      {most > 1 && <Quantity quantity={quantity} most={most} onChange={setQuantity} />}
      <Figures plan={plan} price={price} output={times(plan.totalOutput)} />
      <AnnouncedTerms settings={[miningPlanSetting(Number(plan.planId))]} />
      <Notice>{t("mining.incomeNote")}</Notice>
      {isPoor && (
        <Notice
          tone="warn"
          title={t("mining.poor", { amount: own(formats.decimal(balance, { minDecimals: 2 })) })}
        />
      )}
      {isPoor ? (
        <div className="g2">
          <Button tone="primary" block onClick={moving.open}>
            {t("home.transfer")}
          </Button>
          <ButtonLink to={DEPOSIT} block>
            {t("mining.deposit")}
          </ButtonLink>
        </div>
      ) : (
        <Button tone="primary" block busy={buying.isPlacing} onClick={() => void buy()}>
          {t("mining.buyFor", { amount: `${formats.decimal(price, { minDecimals: 2 })} USDT` })}
        </Button>
      )}
      {moving.sheet}
    </div>
  );
}

interface QuantityProps {
  readonly quantity: number;
  readonly most: number;
  readonly onChange: (quantity: number) => void;
}

function Quantity({ quantity, most, onChange }: QuantityProps) {
  const t = useT();
  const formats = useFormats();
  return (
    <div className="row between">
      <span>{t("mining.quantity")}</span>
      <span className="row mining-stepper">
        <IconButton label={t("mining.fewer")} disabled={quantity <= 1} onClick={() => onChange(quantity - 1)}>
          <MinusIcon />
        </IconButton>
        <output className="n" translate="no">
          {formats.integer(quantity)}
        </output>
        <IconButton
          label={t("mining.more")}
          disabled={quantity >= most}
          onClick={() => onChange(quantity + 1)}
        >
          <PlusIcon />
        </IconButton>
      </span>
    </div>
  );
}

interface FiguresProps {
  readonly plan: WireMinerPlan;
  readonly price: string;
  readonly output: string;
}

function Figures({ plan, price, output }: FiguresProps) {
  const t = useT();
  const money = (value: string, isGain = false) => (
    <FinancialText
      value={value}
      asset="USDT"
      minDecimals={2}
      {...(isGain && { sign: "always" as const, toned: true })}
    />
  );
  return (
    <KeyValue
      lines={[
        { key: "price", label: t("mining.priceFromMain"), value: money(price) },
        {
          key: "output",
          label: t("mining.outputOver", { count: plan.durationDays }),
          value: money(output),
        },
        { key: "locked", label: t("mining.lockedForYou"), value: money(output) },
        {
          key: "released",
          label: t("mining.ifReleasedAtOnce"),
          value: money(multiplyDecimals(price, plan.releaseRefundRate, DECIMALS)),
        },
        {
          key: "gain",
          label: t("mining.gainAtEnd"),
          value: money(subtractDecimals(output, price), true),
          total: true,
        },
      ]}
    />
  );
}
