import type { Wallet } from "@candor/domain/enumerations";
import { WALLETS } from "@candor/domain/enumerations";
import { signOfDecimal } from "@candor/text/decimal-text";
import { Button, ButtonLink } from "@candor/ui/button.tsx";
import { DecimalInput } from "@candor/ui/decimal-input.tsx";
import { compareDecimals } from "@candor/ui/decimal-math";
import { SkeletonRows } from "@candor/ui/feedback.tsx";
import { Form } from "@candor/ui/form.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { Select } from "@candor/ui/select.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { CallReply } from "@candor/wire/calls";
import { useState } from "react";
import { createPortal } from "react-dom";
import { useT } from "../../i18n/use-t.ts";
import { LoadFailed } from "../../shell/calls/load-failed.tsx";
import { messageOf, useCall } from "../../shell/calls/use-call.ts";
import { useFirstKnown } from "../../shell/hooks/use-first-known.ts";
import { useTicker } from "../../shell/markets/market-data.ts";
import { DEPOSIT } from "../../shell/routing/routes.ts";
import { useOwnFigure } from "../../shell/wallets/balance-text.tsx";
import { GrantNote } from "./grant-note.tsx";
import { MaxButton } from "./max-button.tsx";
import { GuardedTransferStep } from "./payment-sheet.tsx";
import { AMOUNT_ERRORS, useTransferFault } from "./transfer-amount.ts";
import { TransferFigures } from "./transfer-figures.tsx";
import type { Transfer } from "./use-transfer.ts";
import { useTransfer } from "./use-transfer.ts";
import "./wallet.css";

const DEFAULT_SCALE = 8;

export interface TransferSheetProps {
  readonly to: Wallet;
  readonly asset: string;
  readonly onClose: () => void;
  /** Called after the transfer; the sheet closes. */
  readonly onMoved?: ((transfer: Transfer) => void) | undefined;
}

/**
 * Transfers funds into one wallet without leaving the page. Rendered outside the ticket, because forms must not be
 * nested.
 */
export function TransferSheet(props: TransferSheetProps) {
  const t = useT();
  return createPortal(
    <Sheet
      open
      onOpenChange={props.onClose}
      title={`${t("wallet.transferTitle")} → ${t(`wallet.${props.to}`)}`}
    >
      <Body {...props} />
    </Sheet>,
    document.body,
  );
}

/** Returns the other wallet with the highest balance; the first one if all are empty. */
function walletWithMost(
  funds: CallReply<"marketBalance">["wallets"],
  others: readonly Wallet[],
): Wallet | undefined {
  return others.reduce<Wallet | undefined>(
    (best, wallet) =>
      best !== undefined && compareDecimals(funds[best].transferable, funds[wallet].transferable) >= 0
        ? best
        : wallet,
    undefined,
  );
}

function Body({ to, asset, onClose, onMoved }: TransferSheetProps) {
  const t = useT();
  const { data, error, refetch } = useCall("marketBalance", { asset }, { freshMs: 0 });
  const { assets } = useTicker();
  const others = WALLETS.filter((wallet) => wallet !== to);
  const first = useFirstKnown(data && walletWithMost(data.wallets, others));
  const [chosen, setChosen] = useState<Wallet | null>(null);
  const [amount, setAmount] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const from = chosen ?? first;
  const act = useTransfer({
    onRefused: (refusal) => {
      if (!AMOUNT_ERRORS.includes(refusal.error)) return false;
      setProblem(messageOf(refusal));
      return true;
    },
    onDone: (transfer) => {
      onMoved?.(transfer);
      onClose();
    },
  });
  const faultOf = useTransferFault(asset);
  if (act.asked !== null) return <GuardedTransferStep act={act} asked={act.asked} />;
  if (data === undefined || from === undefined) {
    return error === null ? (
      <SkeletonRows count={3} label={t("shell.loading")} />
    ) : (
      <LoadFailed error={error} onRetry={() => void refetch()} />
    );
  }
  const available = data.wallets[from].transferable;
  const change = (set: () => void) => {
    set();
    setProblem(null);
  };
  const submit = () => {
    const found = faultOf(amount, { available, minimum: data.minTransfer });
    setProblem(found);
    if (found === null) void act.begin({ asset, from, to, amount });
  };
  const isNowhere = others.every((wallet) => signOfDecimal(data.wallets[wallet].transferable) === 0);
  return (
    <Form className="stack-4" onSubmit={submit}>
      <FromChoice
        funds={data.wallets}
        others={others}
        from={from}
        asset={asset}
        onFrom={(next) => change(() => setChosen(next))}
      />
      {isNowhere && <NothingElsewhere to={to} asset={asset} />}
      <DecimalInput
        label={`${t("wallet.amount")} (${asset})`}
        value={amount}
        onValueChange={(next) => change(() => setAmount(next))}
        decimals={assets.find((row) => row.asset === asset)?.scale ?? DEFAULT_SCALE}
        counts={asset}
        error={problem}
        trailing={<MaxButton amount={available} onAmount={(most) => change(() => setAmount(most))} />}
      />
      <TransferFigures asset={asset} available={available} minimum={data.minTransfer} />
      <GrantNote />
      <SubmitButton amount={amount} asset={asset} isBusy={act.isBusy} isDisabled={isNowhere} />
    </Form>
  );
}

interface FromChoiceProps {
  readonly funds: CallReply<"marketBalance">["wallets"];
  readonly others: readonly Wallet[];
  readonly from: Wallet;
  readonly asset: string;
  readonly onFrom: (wallet: Wallet) => void;
}

/** The other wallets with their available balances. */
function FromChoice({ funds, others, from, asset, onFrom }: FromChoiceProps) {
  const t = useT();
  const formats = useFormats();
  const own = useOwnFigure();
  const spare = (wallet: Wallet) => own(formats.decimal(funds[wallet].transferable, { minDecimals: 2 }));
  return (
    <Select
      label={t("wallet.from")}
      labelShown
      value={from}
      onValueChange={onFrom}
      choices={others.map((wallet) => ({
        value: wallet,
        label: `${t(`wallet.${wallet}`)} · ${spare(wallet)} ${asset}`,
      }))}
    />
  );
}

function NothingElsewhere({ to, asset }: Pick<TransferSheetProps, "asset" | "to">) {
  const t = useT();
  return (
    <>
      <Notice tone="warn">{t("wallet.nowhere", { asset, wallet: t(`wallet.${to}`) })}</Notice>
      <ButtonLink to={`${DEPOSIT}?asset=${asset}`} size="small" tone="line" block>
        {t("wallet.depositTitle")}
      </ButtonLink>
    </>
  );
}

interface SubmitProps {
  readonly amount: string;
  readonly asset: string;
  readonly isBusy: boolean;
  readonly isDisabled: boolean;
}

function SubmitButton({ amount, asset, isBusy, isDisabled }: SubmitProps) {
  const t = useT();
  const formats = useFormats();
  return (
    <Button tone="primary" block type="submit" busy={isBusy} disabled={isDisabled}>
      {signOfDecimal(amount) === 0
        ? t("wallet.transferTitle")
        : t("wallet.transferAmount", { amount: formats.decimal(amount), asset })}
    </Button>
  );
}
