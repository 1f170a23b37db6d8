import { signOfDecimal } from "@candor/text/decimal-text";
import { IconButton } from "@candor/ui/button.tsx";
import "@candor/ui/display.css";
import { CheckIcon, CloseIcon } from "@candor/ui/icons.tsx";
import { ChevronRightIcon } from "@candor/ui/page-icons.tsx";
import "@candor/ui/list.css";
import { Link } from "@candor/ui/ui-context.tsx";
import { lazy, Suspense, useState } from "react";
import { withWords } from "../../i18n/i18n.ts";
import { useT } from "../../i18n/use-t.ts";
import { useCall } from "../../shell/calls/use-call.ts";
import { loadPart } from "../../shell/code-loading/load-part.ts";
import { DEPOSIT, PASSWORDS, TRADE, TRANSFER } from "../../shell/routing/routes.ts";
import { useWallets } from "../../shell/wallets/wallets.ts";
import { useAppStore } from "../../state/app-store.ts";

const FaucetSheet = lazy(async () => ({
  default: (await loadPart(() => withWords(["wallet"], () => import("../../shared/funds/faucet-sheet.tsx"))))
    .FaucetSheet,
}));

interface Step {
  readonly key: "Faucet" | "Deposit" | "Password" | "Transfer" | "Trade";
  readonly isDone: boolean;
  /** Link to the step; the faucet opens a sheet instead. */
  readonly to?: string;
}

/** First source of funds: a live exchange has no faucet. */
const firstStep = (mode: "sandbox" | "live", isDone: boolean): Step =>
  mode === "sandbox" ? { key: "Faucet", isDone } : { key: "Deposit", isDone, to: DEPOSIT };

/** Remaining steps before the first trade; null while unknown. */
function useSteps(): readonly Step[] | null {
  const mode = useAppStore((state) => state.siteData?.mode);
  const { data: profile } = useCall("profile", {});
  const { data: trades } = useCall("moneyLog", { kind: ["trade"], limit: 1 });
  const { index, wallets } = useWallets();
  if (mode === undefined || profile === undefined || index === undefined || trades === undefined) return null;
  const hasTraded = trades.list.length > 0;
  const isFilled = (wallet: "main" | "coin") =>
    wallets
      .find((view) => view.wallet === wallet)
      ?.holdings.some(({ amount }) => signOfDecimal(amount) > 0) ?? false;
  const hasCoins = isFilled("coin");
  return [
    firstStep(mode, hasTraded || hasCoins || isFilled("main")),
    { key: "Password", isDone: profile.paymentPasswordSet, to: `${PASSWORDS}?kind=payment` },
    { key: "Transfer", isDone: hasTraded || hasCoins, to: `${TRANSFER}?from=main&to=coin` },
    { key: "Trade", isDone: hasTraded, to: TRADE },
  ];
}

/** Four steps from an empty account to the first order; hidden once done or dismissed. */
export function GettingStarted() {
  const t = useT();
  const steps = useSteps();
  const { gettingStartedHidden, set } = useAppStore();
  const [isFaucetOpen, setFaucetOpen] = useState(false);
  if (gettingStartedHidden || steps === null) return null;
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ isDone }) => !isDone);
  if (next === undefined) return null;
  return (
    <section className="card flush start">
      <div className="card-h">
        <div className="stack-1">
          <h2>{t("home.startTitle")}</h2>
          <span className="small muted">{t("home.startProgress", { done, total: steps.length })}</span>
        </div>
        <IconButton label={t("home.startHide")} onClick={() => set({ gettingStartedHidden: true })}>
          <CloseIcon size="s" />
        </IconButton>
      </div>
      <ol className="list">
        {steps.map((step, index) => (
          <li key={step.key} className={step === next ? "is-next" : undefined}>
            <span className={step.isDone ? "step-mark is-done" : "step-mark"} aria-hidden="true">
              {step.isDone ? <CheckIcon size="s" /> : index + 1}
            </span>
            <div className="grow stack-1">
              {step.isDone ? (
                <span className="muted">
                  {t(`home.start${step.key}`)}
                  <span className="vh">, {t("home.stepDone")}</span>
                </span>
              ) : (
                <StepLink step={step} onFaucet={() => setFaucetOpen(true)} />
              )}
              {step === next && <span className="small muted">{t(`home.start${step.key}Note`)}</span>}
            </div>
            {!step.isDone && <ChevronRightIcon size="s" className="muted" />}
          </li>
        ))}
      </ol>
      <Suspense>{isFaucetOpen && <FaucetSheet open={isFaucetOpen} onOpenChange={setFaucetOpen} />}</Suspense>
    </section>
  );
}

function StepLink({ step, onFaucet }: { readonly step: Step; readonly onFaucet: () => void }) {
  const t = useT();
  const words = t(`home.start${step.key}`);
  if (step.to === undefined) {
    return (
      <button type="button" className="row-act med" onClick={onFaucet}>
        {words}
      </button>
    );
  }
  return (
    <Link className="row-act med" to={step.to}>
      {words}
    </Link>
  );
}
