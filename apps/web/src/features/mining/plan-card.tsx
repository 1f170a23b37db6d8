import { Badge } from "@candor/ui/badge.tsx";
import { Button, ButtonLink } from "@candor/ui/button.tsx";
import { subtractDecimals } from "@candor/ui/decimal-math";
import type { WireMinerPlan } from "@candor/wire/mining-objects";
import "@candor/ui/display.css";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { LockIcon } from "@candor/ui/page-icons.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useT } from "../../i18n/use-t.ts";
import { loginPath, MINING } from "../../shell/routing/routes.ts";
import { useAppStore } from "../../state/app-store.ts";
import { hashRateText } from "./hash-rate.ts";
import { MachineArt } from "./machine-art.tsx";

/** Further digits of a percentage do not matter here; equal decimals make a list comparable. */
const PERCENT_DECIMALS = 2;

interface Props {
  readonly plan: WireMinerPlan;
  readonly onBuy: () => void;
}

/** A machine on sale: price, term, output, power and stock. */
export function PlanCard({ plan, onBuy }: Props) {
  const t = useT();
  const formats = useFormats();
  const { durationDays, name, price, soldOut } = plan;
  return (
    <article className="card mining-card" aria-label={name}>
      <div className="row">
        <MachineArt durationDays={durationDays} isFaded={soldOut} />
        <div className="grow stack-1">
          <h2>{name}</h2>
          <span className="small muted">
            {t("mining.days", { count: durationDays })} · {hashRateText(plan.computingPower, formats)}
          </span>
          {plan.simulated && (
            <span>
              <Badge>{t("mining.simulatedOne")}</Badge>
            </span>
          )}
        </div>
        <div className="r">
          <b className="mining-price">
            <FinancialText value={price} minDecimals={2} />
          </b>
          <br />
          <span className="small muted">USDT</span>
        </div>
      </div>
      <dl className="mining-figures small">
        <div>
          <dt className="muted">{t("mining.totalOutput")}</dt>
          <dd>
            <FinancialText value={plan.totalOutput} minDecimals={2} />
          </dd>
        </div>
        <div>
          <dt className="muted">{t("mining.perDay")}</dt>
          <dd>
            <FinancialText value={plan.automaticIncome} decimals={4} />
          </dd>
        </div>
        <div className="r">
          <dt className="muted">{t("mining.overPrice")}</dt>
          <dd>
            <FinancialText
              value={subtractDecimals(plan.totalOutput, price)}
              minDecimals={2}
              sign="always"
              toned
            />
          </dd>
        </div>
      </dl>
      <p className="row between wrap small muted">
        <span>
          {t("mining.aYear", { rate: formats.rate(plan.annualReturnRate, { decimals: PERCENT_DECIMALS }) })}
        </span>
        <span>{t("mining.releasePays", { rate: formats.rate(plan.releaseRefundRate) })}</span>
      </p>
      <p className="row between wrap small muted">
        <span>{t("mining.stock", { count: plan.stock })}</span>
        <span>{t("mining.limit", { limit: plan.limitPerUser, owned: plan.owned })}</span>
      </p>
      {soldOut && (
        <Notice icon={LockIcon}>{t(plan.stock === 0 ? "mining.noStock" : "mining.noCover")}</Notice>
      )}
      <BuyButton plan={plan} onBuy={onBuy} />
    </article>
  );
}

function BuyButton({ plan, onBuy }: Props) {
  const t = useT();
  const formats = useFormats();
  const isLoggedIn = useAppStore((state) => state.token !== "");
  const amount = `${formats.decimal(plan.price, { minDecimals: 2 })} USDT`;
  if (plan.soldOut) {
    return (
      <Button size="medium" disabled>
        {t("mining.soldOut")}
      </Button>
    );
  }
  if (!isLoggedIn) {
    return (
      <ButtonLink to={loginPath(MINING)} tone="primary" size="medium">
        {t("mining.logInToBuy")}
      </ButtonLink>
    );
  }
  const isFull = plan.owned >= plan.limitPerUser;
  return (
    <Button tone="primary" size="medium" disabled={isFull} onClick={onBuy}>
      {isFull ? t("mining.limitReached") : t("mining.buyFor", { amount })}
    </Button>
  );
}
