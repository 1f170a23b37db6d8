import { signOfDecimal } from "@candor/text/decimal-text";
import { Button } from "@candor/ui/button.tsx";
import { DecimalInput } from "@candor/ui/decimal-input.tsx";
import { compareDecimals } from "@candor/ui/decimal-math";
import { Form } from "@candor/ui/form.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import { Chips } from "@candor/ui/tabs.tsx";
import { showToast } from "@candor/ui/toast-store";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { CallReply } from "@candor/wire/calls";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { newRequestKey } from "../../data/request-key.ts";
import { useT } from "../../i18n/use-t.ts";
import { messageOf, refresh, useAct, useCall } from "../../shell/calls/use-call.ts";
import { WALLET } from "../../shell/routing/routes.ts";
import { DepositCard } from "./deposit-card.tsx";
import { amountShown, portionOf } from "./faucet-portion.ts";
import { useDeposits } from "./use-deposits.ts";
import "./chain.css";

const QUOTE = "USDT";
/** The sandbox's daily maximum. */
const MOST = "10000";
const AMOUNTS = ["1000", "5000", MOST] as const;
const DECIMALS = 2;
const STATE_REFETCH_MS = 30_000;

type FaucetReply = CallReply<"faucet">;
/** Sent on the development chain but not credited yet. */
type Sending = Extract<FaucetReply, { readonly txHash: string }>;

/** Reports that play money has arrived in the spot wallet. */
function useCredited(): (asset: string, amount: string) => void {
  const t = useT();
  const formats = useFormats();
  return (asset, amount) => {
    void refresh("walletIndex", "moneyLog", "marketBalance", "cashTypeList");
    showToast(t("wallet.faucetDone", { amount: formats.decimal(amount, { minDecimals: 0 }), asset }), {
      kind: "success",
      link: { to: WALLET, label: t("wallet.seeWallet") },
    });
  };
}

interface FaucetFormProps {
  readonly asset: string;
  readonly onSent: (sending: Sending) => void;
  readonly onDone: () => void;
}

function useFaucetRequest({ asset, onSent, onDone }: FaucetFormProps) {
  const t = useT();
  const formats = useFormats();
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const requestId = useRef(newRequestKey());
  const faucet = useAct("faucet");
  const credited = useCredited();
  const isQuote = asset === QUOTE;
  const { data: state } = useCall("faucetState", { asset }, { freshMs: 0, refetchEveryMs: STATE_REFETCH_MS });
  const portion = portionOf(state, MOST);
  const amount = amountShown(typed, MOST, portion);
  const change = (next: string) => {
    setTyped(next);
    setError(null);
    requestId.current = newRequestKey();
  };
  const submit = async () => {
    if (isQuote && signOfDecimal(amount) === 0) return setError(t("wallet.amountEmpty"));
    if (isQuote && compareDecimals(amount, portion.left) > 0)
      return setError(t("wallet.faucetMost", { max: formats.decimal(MOST) }));
    // Other coins have a fixed daily portion, set by the server.
    const request = { asset, ...(isQuote && { amount }), requestId: requestId.current };
    const outcome = await faucet.run(request);
    if (outcome === null) return;
    void refresh("faucetState");
    if (!outcome.ok) return setError(messageOf(outcome.error));
    requestId.current = newRequestKey();
    void refresh("rechargeList");
    if ("txHash" in outcome.reply) return onSent(outcome.reply);
    credited(outcome.reply.asset, outcome.reply.amount);
    onDone();
  };
  return { state, portion, amount, error, isBusy: faucet.isBusy, change, submit };
}

/** Requests play money. With a chain it is sent like any deposit; otherwise it is credited at once. */
function FaucetForm({ asset, onSent, onDone }: FaucetFormProps) {
  const t = useT();
  const formats = useFormats();
  const { state, portion, amount, error, isBusy, change, submit } = useFaucetRequest({
    asset,
    onSent,
    onDone,
  });
  const isQuote = asset === QUOTE;
  const portionText = (key: "wallet.faucetNext" | "wallet.faucetLeft", nextAtMs: number) =>
    t(key, {
      asset,
      amount: formats.decimal(portion.left, { minDecimals: 0 }),
      time: formats.date(nextAtMs, "day-time"),
    });
  if (state !== undefined && portion.isUsedUp) {
    return (
      <div className="stack-3">
        <Notice announce>{portionText("wallet.faucetNext", state.nextAtMs)}</Notice>
        <Button tone="primary" block disabled>
          {t("wallet.faucetTitle")}
        </Button>
      </div>
    );
  }
  return (
    <Form className="stack-3" translate="no" onSubmit={submit}>
      {state !== undefined && portion.isBegun && (
        <p className="small muted">{portionText("wallet.faucetLeft", state.nextAtMs)}</p>
      )}
      {isQuote ? (
        <>
          <DecimalInput
            label={t("wallet.amount")}
            unit={asset}
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
        </>
      ) : (
        error !== null && (
          <p className="err" role="alert">
            {error}
          </p>
        )
      )}
      <Button tone="primary" block type="submit" busy={isBusy}>
        {isQuote
          ? t("wallet.faucetGet", {
              amount: formats.decimal(amount === "" ? "0" : amount),
            })
          : t("wallet.faucetGetPortion", { asset })}
      </Button>
    </Form>
  );
}

interface ProgressProps {
  readonly sending: Sending;
  readonly onDone: () => void;
}

/** The transfer in progress: shows each confirmation until it is credited. */
function FaucetProgress({ sending, onDone }: ProgressProps) {
  const t = useT();
  const { records, choices } = useDeposits();
  const credited = useCredited();
  const deposit = records.find(({ txHash }) => txHash?.toLowerCase() === sending.txHash.toLowerCase());
  const isCredited = deposit?.status === "credited";
  const finish = useEffectEvent(() => {
    credited(sending.asset, deposit?.amount ?? sending.amount);
    onDone();
  });
  useEffect(() => {
    if (isCredited) finish();
  }, [isCredited]);
  return (
    <div className="stack-3" aria-live="polite">
      {deposit === undefined ? (
        <p className="row muted">
          <span className="spin" aria-hidden="true" />
          {t("wallet.faucetSent")}
        </p>
      ) : (
        <DepositCard
          deposit={deposit}
          choice={choices.find(({ asset, chain }) => asset === deposit.asset && chain === deposit.chain)}
        />
      )}
      <p className="small muted">{t("wallet.faucetMayClose")}</p>
    </div>
  );
}

interface FaucetSheetProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly asset?: string;
}

export function FaucetSheet({ open, onOpenChange, asset = QUOTE }: FaucetSheetProps) {
  const t = useT();
  const [sending, setSending] = useState<Sending | null>(null);
  const change = (next: boolean) => {
    if (!next) setSending(null);
    onOpenChange(next);
  };
  return (
    <Sheet
      open={open}
      onOpenChange={change}
      title={t("wallet.faucetTitle")}
      description={asset === QUOTE ? t("wallet.faucetNote") : t("wallet.faucetPortionNote", { asset })}
    >
      {sending === null ? (
        <FaucetForm asset={asset} onSent={setSending} onDone={() => change(false)} />
      ) : (
        <FaucetProgress sending={sending} onDone={() => change(false)} />
      )}
    </Sheet>
  );
}
