import { Button } from "@candor/ui/button.tsx";
import { KeyValue } from "@candor/ui/card.tsx";
import { DecimalInput } from "@candor/ui/decimal-input.tsx";
import { addDecimals, compareDecimals } from "@candor/ui/decimal-math";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { Form } from "@candor/ui/form.tsx";
import { PlusIcon } from "@candor/ui/icons.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { Segmented } from "@candor/ui/segmented.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import type { WireLeverAccount } from "@candor/wire/lever-objects";
import { type ReactNode, useState } from "react";
import { balanceOf } from "../../data/account-store.ts";
import { useT } from "../../i18n/use-t.ts";
import { MoveFundsLink } from "../../shared/funds/use-move-funds.tsx";
import { useLive } from "../../shell/hooks/use-live.ts";
import { live } from "../../shell/services/services.ts";
import { BalanceText } from "../../shell/wallets/balance-text.tsx";
import type { LeverActions } from "./use-lever.ts";

interface SheetProps {
  readonly open: boolean;
  readonly account: WireLeverAccount;
  readonly acts: LeverActions;
  readonly onClose: () => void;
}

type Coin = WireLeverAccount["base"];
type Direction = "in" | "out";

/** Transfers between spot wallet and margin account. */
export function TransferSheet(props: SheetProps) {
  const t = useT();
  return (
    <Sheet
      open={props.open}
      onOpenChange={props.onClose}
      title={`${t("lever.transfer")} · ${props.account.symbol}`}
    >
      <TransferForm {...props} />
    </Sheet>
  );
}

function TransferForm({ account, acts, onClose }: SheetProps) {
  const t = useT();
  const wallet = useLive(live.account);
  const [direction, setDirection] = useState<Direction>("in");
  const [asset, setAsset] = useState(account.quote.asset);
  const coin = coinOf(account, asset);
  const held = balanceOf(wallet, "coin", asset)?.available;
  const most = direction === "in" ? held : coin.maxTransferOut;
  const submit = async (amount: string) => {
    const payload = { symbol: account.symbol, asset, direction, amount };
    if (await acts.moving.place(payload)) onClose();
  };
  return (
    <AmountForm
      key={`${direction} ${asset}`}
      coin={coin}
      most={most}
      mostLabel={t(direction === "in" ? "lever.walletHas" : "lever.mayLeave")}
      moreOf={
        direction === "in" && (
          <MoveFundsLink to="coin" asset={asset} className="ticket-available" title={t("trade.moveFunds")}>
            <PlusIcon size="s" />
            <span className="vh">{t("trade.moveFunds")}</span>
          </MoveFundsLink>
        )
      }
      label={t("lever.transfer")}
      isBusy={acts.moving.isPlacing}
      onSubmit={submit}
    >
      <Segmented
        label={t("lever.transfer")}
        value={direction}
        onValueChange={setDirection}
        choices={[
          { value: "in", label: t("lever.transferIn") },
          { value: "out", label: t("lever.transferOut") },
        ]}
      />
      <CoinChoice account={account} value={asset} onValueChange={setAsset} />
    </AmountForm>
  );
}

/** Repays debt from the margin account, interest first. */
export function RepaySheet(props: SheetProps) {
  const t = useT();
  return (
    <Sheet
      open={props.open}
      onOpenChange={props.onClose}
      title={`${t("lever.repay")} · ${props.account.symbol}`}
    >
      <RepayForm {...props} />
    </Sheet>
  );
}

function RepayForm({ account, acts, onClose }: SheetProps) {
  const t = useT();
  const owedOf = (each: Coin): string => addDecimals(each.debt, each.interest);
  const first = compareDecimals(owedOf(account.quote), "0") > 0 ? account.quote : account.base;
  const [asset, setAsset] = useState(first.asset);
  const coin = coinOf(account, asset);
  const owed = owedOf(coin);
  const most = compareDecimals(owed, coin.available) < 0 ? owed : coin.available;
  const submit = async (amount: string) => {
    if (await acts.repaying.place({ symbol: account.symbol, asset, amount })) onClose();
  };
  const money = (value: string) => <FinancialText value={value} asset={asset} minDecimals={2} />;
  return (
    <AmountForm
      key={asset}
      coin={coin}
      most={most}
      mostLabel={t("lever.free")}
      shownMost={coin.available}
      label={t("lever.repay")}
      isBusy={acts.repaying.isPlacing}
      onSubmit={submit}
    >
      <CoinChoice account={account} value={asset} onValueChange={setAsset} />
      {compareDecimals(owed, "0") === 0 ? (
        <Notice>{t("lever.nothingOwed")}</Notice>
      ) : (
        <KeyValue
          lines={[
            { key: "interest", label: t("lever.interest"), value: money(coin.interest) },
            { key: "owed", label: t("lever.owed"), value: money(owed), total: true },
          ]}
        />
      )}
    </AmountForm>
  );
}

const coinOf = ({ base, quote }: WireLeverAccount, asset: string): Coin =>
  base.asset === asset ? base : quote;

interface CoinChoiceProps {
  readonly account: WireLeverAccount;
  readonly value: string;
  readonly onValueChange: (asset: string) => void;
}

function CoinChoice({ account, value, onValueChange }: CoinChoiceProps) {
  const t = useT();
  return (
    <Segmented
      label={t("lever.coin")}
      value={value}
      onValueChange={onValueChange}
      choices={[account.quote, account.base].map(({ asset }) => ({ value: asset, label: asset }))}
    />
  );
}

interface AmountFormProps {
  readonly coin: Coin;
  /** Maximum amount; undefined while unknown. */
  readonly most: string | undefined;
  /** Shown instead of `most`. */
  readonly shownMost?: string;
  readonly mostLabel: string;
  /** Link for getting more funds. */
  readonly moreOf?: ReactNode;
  readonly label: string;
  readonly isBusy: boolean;
  readonly onSubmit: (amount: string) => Promise<void>;
  readonly children: ReactNode;
}

/** One bounded amount of one coin, and the submit button. */
function AmountForm({
  coin,
  most,
  shownMost = most,
  mostLabel,
  moreOf,
  label,
  isBusy,
  onSubmit,
  children,
}: AmountFormProps) {
  const t = useT();
  const [amount, setAmount] = useState("");
  const isAmount = compareDecimals(amount, "0") > 0;
  const isTooMuch = isAmount && most !== undefined && compareDecimals(amount, most) > 0;
  const decimals = coin.available.split(".")[1]?.length ?? 0;
  return (
    <Form
      className="stack-4"
      translate="no"
      onSubmit={() => (isAmount && most !== undefined && !isTooMuch ? onSubmit(amount) : undefined)}
    >
      {children}
      <DecimalInput
        label={`${t("lever.amount")} (${coin.asset})`}
        value={amount}
        onValueChange={setAmount}
        decimals={decimals}
        counts={coin.asset}
        error={isTooMuch ? t("trade.problemMaximum", { bound: most ?? "", coin: coin.asset }) : undefined}
        trailing={
          <button
            type="button"
            className="unit-button small med"
            disabled={most === undefined}
            onClick={() => setAmount(most ?? "")}
          >
            {t("lever.most")}
          </button>
        }
      />
      <KeyValue
        lines={[
          {
            key: "most",
            label: mostLabel,
            value: (
              <>
                <BalanceText value={shownMost} asset={coin.asset} minDecimals={2} />
                {moreOf}
              </>
            ),
          },
        ]}
      />
      <Button
        type="submit"
        tone="primary"
        block
        busy={isBusy}
        disabled={!isAmount || isTooMuch || most === undefined}
      >
        {label}
      </Button>
    </Form>
  );
}
