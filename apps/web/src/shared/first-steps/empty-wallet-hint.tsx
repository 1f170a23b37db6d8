import { Button, ButtonLink } from "@candor/ui/button.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { ReactNode } from "react";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { useCall } from "../../shell/calls/use-call.ts";
import { useLive } from "../../shell/hooks/use-live.ts";
import { DEPOSIT, TRANSFER } from "../../shell/routing/routes.ts";
import { live } from "../../shell/services/services.ts";
import { useOwnFigure } from "../../shell/wallets/balance-text.tsx";
import { WALLET_NAMES } from "../../shell/wallets/wallets.ts";
import { useAppStore } from "../../state/app-store.ts";
import { portionOf } from "../funds/faucet-portion.ts";
import { FaucetSheet } from "../funds/faucet-sheet.tsx";
import "./first-steps.css";
import type { HintedProduct } from "./next-money.ts";
import { nextMoney } from "./next-money.ts";

export interface EmptyWalletHintProps {
  readonly product: HintedProduct;
  /** Whether the margin account, which is not a wallet, is empty; nothing is shown while unknown. */
  readonly isAccountEmpty?: boolean | undefined;
  /** Opens the sheet that moves funds into the margin account. */
  readonly onIntoAccount?: () => void;
}

const QUOTE = "USDT";

/** Hint for users without funds here: what is needed, where their funds are, and the next action. */
export function EmptyWalletHint({ product, isAccountEmpty, onIntoAccount }: EmptyWalletHintProps) {
  const t = useT();
  const formats = useFormats();
  const own = useOwnFigure();
  const account = useLive(live.account);
  // While balances are unknown, none can be called empty.
  const next = account.state === "ready" ? nextMoney(product, account.balances, isAccountEmpty) : null;
  if (next === null) return null;
  if (next.kind === "get") {
    return (
      <Hint needs={product === "wallet" ? null : t(`hint.${product}`)} has={t("hint.none")}>
        <GetMoney />
      </Hint>
    );
  }
  const { from, asset } = next;
  const amount = own(formats.decimal(next.amount, { minDecimals: 0 }));
  return (
    <Hint
      needs={product === "wallet" ? null : t(`hint.${product}`)}
      has={t("hint.elsewhere", { amount, asset, wallet: t(WALLET_NAMES[from]) })}
    >
      {next.kind === "into-account" ? (
        <Button tone="primary" size="medium" onClick={onIntoAccount}>
          {t("wallet.transferTitle")}
        </Button>
      ) : (
        <ButtonLink tone="primary" size="medium" to={`${TRANSFER}?asset=${asset}&from=${from}&to=${next.to}`}>
          {t("wallet.transferTitle")}
        </ButtonLink>
      )}
    </Hint>
  );
}

interface HintProps {
  readonly needs: string | null;
  readonly has: string;
  readonly children: ReactNode;
}

function Hint({ needs, has, children }: HintProps) {
  return (
    <section className="note first-steps" aria-label={needs ?? has}>
      <p>
        {needs !== null && <b>{needs}</b>} <span>{has}</span>
      </p>
      {children}
    </section>
  );
}

/** Sandbox: play money, or when it is available again. Otherwise a deposit link. */
function GetMoney() {
  const t = useT();
  const mode = useAppStore((state) => state.siteData?.mode);
  if (mode === undefined) return null;
  if (mode === "sandbox") return <PlayMoney />;
  return (
    <ButtonLink tone="primary" size="medium" to={DEPOSIT}>
      {t("wallet.depositTitle")}
    </ButtonLink>
  );
}

function PlayMoney() {
  const t = useT();
  const formats = useFormats();
  const [isOpen, setOpen] = useState(false);
  const { data: state } = useCall("faucetState", { asset: QUOTE }, { freshMs: 0 });
  if (state === undefined) return null;
  if (portionOf(state, state.most).isUsedUp && !isOpen) {
    return <p>{t("wallet.faucetNext", { asset: QUOTE, time: formats.date(state.nextAtMs, "day-time") })}</p>;
  }
  return (
    <>
      <Button tone="primary" size="medium" onClick={() => setOpen(true)}>
        {t("wallet.faucetTitle")}
      </Button>
      <FaucetSheet open={isOpen} onOpenChange={setOpen} />
    </>
  );
}
