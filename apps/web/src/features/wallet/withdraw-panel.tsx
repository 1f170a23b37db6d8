import { WITHDRAWAL_RULES_SETTING, withdrawalFeeSetting } from "@candor/domain/setting-names";
import { signOfDecimal } from "@candor/text/decimal-text";
import { Button, IconButton } from "@candor/ui/button.tsx";
import { Card, KeyValue } from "@candor/ui/card.tsx";
import { DecimalInput } from "@candor/ui/decimal-input.tsx";
import { compareDecimals, subtractDecimals } from "@candor/ui/decimal-math";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { Form } from "@candor/ui/form.tsx";
import { Input } from "@candor/ui/input.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { ListIcon } from "@candor/ui/page-icons.tsx";
import { Select } from "@candor/ui/select.tsx";
import { Link, useFormats } from "@candor/ui/ui-context.tsx";
import type { WireWithdrawalSite } from "@candor/wire/deposit-calls";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { ApiError } from "../../data/api-error.ts";
import { newRequestKey } from "../../data/request-key.ts";
import { useT } from "../../i18n/use-t.ts";
import { AnnouncedTerms } from "../../shared/announced-terms/announced-terms.tsx";
import { FaucetSheet } from "../../shared/funds/faucet-sheet.tsx";
import { MaxButton } from "../../shared/funds/max-button.tsx";
import { BalanceText } from "../../shell/balance-text.tsx";
import { DEPOSIT, fundOrderPath, SERVICE } from "../../shell/routes.ts";
import { socket } from "../../shell/services.ts";
import { messageOf, refresh } from "../../shell/use-call.ts";
import { useParamChoice } from "../../shell/use-search-params.ts";
import { useAppStore } from "../../state/app-store.ts";
import { AddressPicker } from "./address-picker.tsx";
import { namedAsset } from "./asked-asset.ts";
import { AssetNotHere } from "./asset-not-here.tsx";
import { HoldNotice } from "./hold-notice.tsx";
import { useAddressBook } from "./use-address-book.ts";
import { useAddressFault } from "./use-address-fault.ts";
import type { CashTypes, WithdrawDraft, WithdrawProblem, WithdrawTerms } from "./withdraw-form.ts";
import { amountProblem, mostOf, netOf, siteOf, withdrawProblem } from "./withdraw-form.ts";
import { WithdrawSheet } from "./withdraw-sheet.tsx";

const DEFAULT_ASSET = "USDT";

/** Errors that belong to a form field; others stay on the sheet. */
const FIELDS: Readonly<Record<string, "address" | "amount">> = {
  "withdrawal.addressEmpty": "address",
  "withdrawal.addressInvalid": "address",
  "withdrawal.addressBound": "address",
  "withdrawal.addressLocked": "address",
  "withdrawal.amountEmpty": "amount",
  "withdrawal.belowMinimum": "amount",
  "withdrawal.aboveMaximum": "amount",
  "withdrawal.insufficientBalance": "amount",
};

interface Problems {
  readonly address?: string;
  readonly amount?: string;
  readonly none?: string;
}

/** Returns the text of a problem. */
function useProblemText(terms: WithdrawTerms): (problem: WithdrawProblem) => string {
  const t = useT();
  const formats = useFormats();
  return ({ words, amount, untilMs }) =>
    t(words, {
      min: amount === undefined ? "" : `${formats.decimal(amount, { minDecimals: 0 })} ${terms.asset}`,
      max: amount === undefined ? "" : `${formats.decimal(amount, { minDecimals: 0 })} ${terms.asset}`,
      time: untilMs === undefined ? "" : formats.date(untilMs, "day-time"),
      chain: terms.chainName,
    });
}

/** The current asset and chain. */
function useTerms(list: readonly WithdrawTerms[]) {
  const [param, setAsset] = useParamChoice("asset");
  const named = namedAsset(param);
  const asset = named ?? DEFAULT_ASSET;
  const [chain, setChain] = useState("");
  const ofAsset = list.filter((row) => row.asset === asset);
  const terms =
    ofAsset.find((row) => row.chain === chain) ?? ofAsset[0] ?? (named === null ? list[0] : undefined);
  return { asset, terms, setAsset, setChain };
}

/** Form, figures and confirmation. */
export function WithdrawForm({ cash }: { readonly cash: CashTypes }) {
  const t = useT();
  const { asset, terms, setAsset, setChain } = useTerms(cash.list);
  if (terms === undefined) {
    return (
      <AssetNotHere asset={asset} assets={cash.list.map((row) => row.asset)} onChoose={setAsset}>
        {t("wallet.noWithdrawalOf", { asset })}
      </AssetNotHere>
    );
  }
  return (
    <FormOf
      key={`${terms.asset} ${terms.chain}`}
      cash={cash}
      terms={terms}
      onAsset={setAsset}
      onChain={setChain}
    />
  );
}

interface FormProps {
  readonly cash: CashTypes;
  readonly terms: WithdrawTerms;
  readonly onAsset: (asset: string) => void;
  readonly onChain: (chain: string) => void;
}

function FormOf({ cash, terms, onAsset, onChain }: FormProps) {
  const t = useT();
  const formats = useFormats();
  const navigate = useNavigate();
  const { sites } = useAddressBook();
  const [typed, setTyped] = useState("");
  const [amount, setAmount] = useState("");
  const [problems, setProblems] = useState<Problems>({});
  /** Idempotency key of the withdrawal being confirmed; null if none. */
  const [requestId, setRequestId] = useState<string | null>(null);
  const textOf = useProblemText(terms);
  const address = terms.boundAddress ?? typed.trim();
  const draft: WithdrawDraft = { address, amount };
  const isHeld = cash.hold !== null;
  const fault = amountProblem(amount, terms);
  const isEmpty = signOfDecimal(terms.available) === 0;

  const submit = () => {
    const problem = withdrawProblem(draft, terms, cash, sites, socket.clock.now());
    setProblems(problem === null ? {} : { [problem.field]: textOf(problem) });
    if (problem === null) setRequestId(newRequestKey());
  };
  const refused = (refusal: ApiError): boolean => {
    const field = FIELDS[refusal.error];
    if (field === undefined) return false;
    setProblems({ [field]: messageOf(refusal) });
    setRequestId(null);
    return true;
  };
  return (
    <>
      <Form className="two-cols" translate="no" onSubmit={submit}>
        <Card className="stack-4">
          {cash.hold !== null && <HoldNotice hold={cash.hold} />}
          {terms.paused && (
            <Notice tone="warn">{t("wallet.withdrawPaused", { chain: terms.chainName })}</Notice>
          )}
          <CoinAndChain list={cash.list} terms={terms} onAsset={onAsset} onChain={onChain} />
          <AddressField
            terms={terms}
            sites={sites}
            isBookOnly={cash.bookOnly}
            address={address}
            onAddress={(next) => {
              setTyped(next);
              setProblems({});
            }}
            error={problems.address}
          />
          <AmountField
            terms={terms}
            amount={amount}
            onAmount={(next) => {
              setAmount(next);
              setProblems({});
            }}
            error={problems.amount ?? (fault === null ? undefined : textOf(fault))}
          />
        </Card>
        <div className="stack-3">
          <Figures cash={cash} terms={terms} amount={draft.amount} />
          <AnnouncedTerms
            settings={[withdrawalFeeSetting(terms.chain, terms.asset), WITHDRAWAL_RULES_SETTING]}
          />
          <Notice>{t("wallet.cannotTakeBack")}</Notice>
          {problems.none !== undefined && (
            <Notice tone="down" announce>
              {problems.none}
            </Notice>
          )}
          {isEmpty && <NothingToWithdraw asset={terms.asset} />}
          <Button tone="primary" block type="submit" disabled={isHeld || isEmpty || fault !== null}>
            {isHeld
              ? t("wallet.onHoldShort")
              : signOfDecimal(draft.amount) === 0 || fault !== null
                ? t("wallet.withdrawTitle")
                : t("wallet.withdrawAmount", {
                    amount: formats.decimal(draft.amount, { minDecimals: 2 }),
                    asset: terms.asset,
                  })}
          </Button>
        </div>
      </Form>
      <WithdrawSheet
        open={requestId !== null}
        onOpenChange={(open) => {
          if (!open) setRequestId(null);
        }}
        draft={draft}
        terms={terms}
        cash={cash}
        requestId={requestId ?? ""}
        onRefused={refused}
        onDone={({ withdrawalId }) => {
          setRequestId(null);
          void refresh("cashTypeList", "walletIndex", "marketBalance", "moneyLog");
          void navigate(fundOrderPath("withdrawal", withdrawalId));
        }}
      />
    </>
  );
}

/** An empty wallet has nothing to withdraw; a sandbox offers play money. */
function NothingToWithdraw({ asset }: { readonly asset: string }) {
  const t = useT();
  const isSandbox = useAppStore((state) => state.siteData?.mode === "sandbox");
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Notice tone="warn">
        {t("wallet.withdrawEmpty", { asset })}{" "}
        {isSandbox ? (
          <button type="button" className="link" onClick={() => setOpen(true)}>
            {t("wallet.faucetTitle")}
          </button>
        ) : (
          <Link className="link" to={DEPOSIT}>
            {t("wallet.depositTitle")}
          </Link>
        )}
      </Notice>
      {isSandbox && <FaucetSheet asset={asset} open={isOpen} onOpenChange={setOpen} />}
    </>
  );
}

function CoinAndChain({
  list,
  terms,
  onAsset,
  onChain,
}: Omit<FormProps, "cash"> & { readonly list: CashTypes["list"] }) {
  const t = useT();
  const assets = [...new Set(list.map(({ asset }) => asset))];
  return (
    <div className="coin-and-chain">
      <Select
        label={t("wallet.asset")}
        labelShown
        value={terms.asset}
        onValueChange={onAsset}
        choices={assets.map((asset) => ({ value: asset, label: asset }))}
      />
      <Select
        label={t("wallet.network")}
        labelShown
        value={terms.chain}
        onValueChange={onChain}
        choices={list
          .filter(({ asset }) => asset === terms.asset)
          .map(({ chain, chainName }) => ({ value: chain, label: chainName }))}
      />
    </div>
  );
}

interface AddressFieldProps {
  readonly terms: WithdrawTerms;
  readonly sites: readonly WireWithdrawalSite[];
  readonly isBookOnly: boolean;
  readonly address: string;
  readonly onAddress: (address: string) => void;
  readonly error: string | undefined;
}

/** Target address: typed or from the address book; a bound address is the only one of its chain. */
function AddressField({ terms, sites, isBookOnly, address, onAddress, error }: AddressFieldProps) {
  const t = useT();
  const [isPicking, setPicking] = useState(false);
  const { fault, onBlur } = useAddressFault(terms, address);
  const isBound = terms.boundAddress !== null;
  const site = siteOf(sites, terms.chain, address);
  const isTest = terms.testAddress !== null && terms.testAddress === address;
  const unknownHelp = isTest
    ? t("wallet.testAddressHelp")
    : isBookOnly
      ? t("wallet.bookOnlyHelp")
      : undefined;
  const help = isBound
    ? t("wallet.boundHelp")
    : site === undefined
      ? unknownHelp
      : t("wallet.fromBook", { label: site.label || t("wallet.noLabel") });
  return (
    <div className="stack">
      <Input
        label={t("wallet.toAddress")}
        className="mono-field"
        value={address}
        onChange={(event) => onAddress(event.target.value)}
        onBlur={onBlur}
        readOnly={isBound || isBookOnly}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={128}
        placeholder={isBookOnly ? "" : "0x…"}
        help={help}
        error={error ?? fault}
        trailing={
          !isBound && (
            <IconButton label={t("wallet.addressBook")} onClick={() => setPicking(true)}>
              <ListIcon />
            </IconButton>
          )
        }
      />
      {isBound && (
        <Link className="link small" to={SERVICE}>
          {t("shell.contactSupport")}
        </Link>
      )}
      {!isBound && !isBookOnly && <TestAddress terms={terms} isUsed={isTest} onAddress={onAddress} />}
      <AddressPicker
        open={isPicking}
        onOpenChange={setPicking}
        sites={sites.filter(({ chain }) => chain === terms.chain)}
        onPick={(picked) => {
          onAddress(picked);
          setPicking(false);
        }}
      />
    </div>
  );
}

interface TestAddressProps {
  readonly terms: WithdrawTerms;
  readonly isUsed: boolean;
  readonly onAddress: (address: string) => void;
}

/** Test address of a sandbox, for newcomers without one; absent on live exchanges. */
function TestAddress({ terms: { testAddress }, isUsed, onAddress }: TestAddressProps) {
  const t = useT();
  if (testAddress === null || isUsed) return null;
  return (
    <button type="button" className="link small test-address" onClick={() => onAddress(testAddress)}>
      {t("wallet.testAddress")}
    </button>
  );
}

interface AmountFieldProps {
  readonly terms: WithdrawTerms;
  readonly amount: string;
  readonly onAmount: (amount: string) => void;
  readonly error: string | undefined;
}

function AmountField({ terms, amount, onAmount, error }: AmountFieldProps) {
  const t = useT();
  const formats = useFormats();
  return (
    <DecimalInput
      label={t("wallet.amount")}
      unit={terms.asset}
      value={amount}
      onValueChange={onAmount}
      decimals={terms.decimals}
      error={error}
      help={t("wallet.amountRange", {
        min: formats.decimal(terms.minAmount, { minDecimals: 0 }),
        max: formats.decimal(terms.maxAmount, { minDecimals: 0 }),
        asset: terms.asset,
      })}
      trailing={<MaxButton amount={mostOf(terms)} onAmount={onAmount} />}
    />
  );
}

interface FiguresProps {
  readonly cash: CashTypes;
  readonly terms: WithdrawTerms;
  readonly amount: string;
}

/** Fee, net amount, arrival time and remaining balance. */
function Figures({ cash, terms, amount }: FiguresProps) {
  const t = useT();
  const isEmpty = signOfDecimal(amount) === 0;
  const isTooMuch = compareDecimals(amount, terms.available) > 0;
  const own = (value: string | null) => <BalanceText value={value} asset={terms.asset} minDecimals={2} />;
  const figure = (value: string | null, asset = terms.asset) => (
    <FinancialText value={value} asset={asset} minDecimals={2} />
  );
  return (
    <Card>
      <KeyValue
        lines={[
          { key: "available", label: t("wallet.available"), value: own(terms.available) },
          { key: "fee", label: t("wallet.networkFee"), value: figure(terms.fee, terms.feeAsset) },
          {
            key: "net",
            label: t("wallet.youReceive"),
            value: figure(isEmpty ? null : netOf(amount, terms)),
            total: true,
          },
          {
            key: "arrives",
            label: t("wallet.arrives"),
            value: t("wallet.withinHours", { count: cash.promiseHours }),
          },
          {
            key: "left",
            label: t("wallet.leftInMain"),
            value: own(isEmpty || isTooMuch ? null : subtractDecimals(terms.available, amount)),
          },
        ]}
      />
    </Card>
  );
}
