import { Button } from "@candor/ui/button.tsx";
import { finishDecimalEntry } from "@candor/ui/decimal-entry";
import { DecimalInput } from "@candor/ui/decimal-input.tsx";
import { compareDecimals } from "@candor/ui/decimal-math";
import { signOfDecimal } from "@candor/ui/number-format";
import { Sheet } from "@candor/ui/sheet.tsx";
import { Chips } from "@candor/ui/tabs.tsx";
import { showToast } from "@candor/ui/toast-store";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useRef, useState } from "react";
import { newRequestKey } from "../../data/request-key.ts";
import { useT } from "../../i18n/use-t.ts";
import { WALLET } from "../../shell/routes.ts";
import { messageOf, refresh, useAct } from "../../shell/use-call.ts";

/** The sandbox gives at most this much a day. */
const MOST = "10000";
const AMOUNTS = ["1000", "5000", MOST] as const;
const DECIMALS = 2;

interface FaucetFormProps {
  readonly onDone: () => void;
}

/** Asks the sandbox treasury for play money. */
export function FaucetForm({ onDone }: FaucetFormProps) {
  const t = useT();
  const formats = useFormats();
  const [amount, setAmount] = useState<string>(MOST);
  const [error, setError] = useState<string | null>(null);
  const requestId = useRef(newRequestKey());
  const faucet = useAct("faucet");
  const change = (next: string) => {
    setAmount(next);
    setError(null);
    requestId.current = newRequestKey();
  };
  const submit = async () => {
    const value = finishDecimalEntry(amount);
    if (signOfDecimal(value) === 0) return setError(t("wallet.amountEmpty"));
    if (compareDecimals(value, MOST) > 0)
      return setError(t("wallet.faucetMost", { max: formats.decimal(MOST) }));
    const outcome = await faucet.run({ asset: "USDT", amount: value, requestId: requestId.current });
    if (outcome === null) return;
    if (!outcome.ok) return setError(messageOf(outcome.error));
    requestId.current = newRequestKey();
    void refresh("walletIndex", "moneyLog", "marketBalance");
    showToast(t("wallet.faucetDone", { amount: formats.decimal(outcome.reply.amount, { minDecimals: 0 }) }), {
      kind: "success",
      link: { to: WALLET, label: t("wallet.seeWallet") },
    });
    onDone();
  };
  return (
    <form
      className="stack-3"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <DecimalInput
        label={t("wallet.amount")}
        unit="USDT"
        value={amount}
        onValueChange={change}
        decimals={DECIMALS}
        error={error}
      />
      <Chips
        className="in-form"
        label={t("wallet.amount")}
        value={amount}
        onValueChange={change}
        choices={AMOUNTS.map((value) => ({ value, label: formats.decimal(value) }))}
      />
      <Button tone="primary" block type="submit" busy={faucet.isBusy}>
        {t("wallet.faucetGet", { amount: formats.decimal(amount === "" ? "0" : finishDecimalEntry(amount)) })}
      </Button>
    </form>
  );
}

interface FaucetSheetProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

export function FaucetSheet({ open, onOpenChange }: FaucetSheetProps) {
  const t = useT();
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={t("wallet.faucetTitle")}
      description={t("wallet.faucetNote")}
    >
      <FaucetForm onDone={() => onOpenChange(false)} />
    </Sheet>
  );
}
