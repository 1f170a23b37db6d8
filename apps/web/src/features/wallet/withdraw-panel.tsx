import { WITHDRAWAL_RULES_SETTING, withdrawalFeeSetting } from "@candor/domain/setting-names";
import { signOfDecimal } from "@candor/text/decimal-text";
import { Button } from "@candor/ui/button.tsx";
import { Card } from "@candor/ui/card.tsx";
import { DecimalInput } from "@candor/ui/decimal-input.tsx";
import { Form } from "@candor/ui/form.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { Select } from "@candor/ui/select.tsx";
import { Link, useFormats } from "@candor/ui/ui-context.tsx";
import { useState } from "react";
import { useNavigate } from "react-router";
import { useT } from "../../i18n/use-t.ts";
import { AnnouncedTerms } from "../../shared/announced-terms/announced-terms.tsx";
import { FaucetSheet } from "../../shared/funds/faucet-sheet.tsx";
import { MaxButton } from "../../shared/funds/max-button.tsx";
import { refresh } from "../../shell/calls/use-call.ts";
import { DEPOSIT, fundOrderPath } from "../../shell/routing/routes.ts";
import { useParamChoice } from "../../shell/routing/use-search-params.ts";
import { useAppStore } from "../../state/app-store.ts";
import { HoldNotice } from "./hold-notice.tsx";
import { assetFromAddress } from "./requested-asset.ts";
import { UnsupportedAsset } from "./unsupported-asset.tsx";
import { useWithdrawForm } from "./use-withdraw-form.ts";
import { WithdrawAddressField } from "./withdraw-address-field.tsx";
import { WithdrawFigures } from "./withdraw-figures.tsx";
import type { CashTypes, WithdrawTerms } from "./withdraw-form.ts";
import { mostOf } from "./withdraw-form.ts";
import { WithdrawSheet } from "./withdraw-sheet.tsx";

const DEFAULT_ASSET = "USDT";

/** The current asset and chain. */
function useTerms(list: readonly WithdrawTerms[]) {
  const [param, setAsset] = useParamChoice("asset");
  const named = assetFromAddress(param);
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
      <UnsupportedAsset asset={asset} assets={cash.list.map((row) => row.asset)} onChoose={setAsset}>
        {t("wallet.noWithdrawalOf", { asset })}
      </UnsupportedAsset>
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
  const navigate = useNavigate();
  const form = useWithdrawForm(cash, terms);
  const { draft, problems, requestId, sites } = form;
  const isEmpty = signOfDecimal(terms.available) === 0;

  return (
    <>
      <Form className="two-cols" translate="no" onSubmit={form.submit}>
        <Card className="stack-4">
          {cash.hold !== null && <HoldNotice hold={cash.hold} />}
          {terms.paused && (
            <Notice tone="warn">{t("wallet.withdrawPaused", { chain: terms.chainName })}</Notice>
          )}
          <CoinAndChain list={cash.list} terms={terms} onAsset={onAsset} onChain={onChain} />
          <WithdrawAddressField
            terms={terms}
            sites={sites}
            isBookOnly={cash.bookOnly}
            address={draft.address}
            onAddress={form.changeAddress}
            error={problems.address}
          />
          <AmountField
            terms={terms}
            amount={draft.amount}
            onAmount={form.changeAmount}
            error={problems.amount ?? form.fault}
          />
        </Card>
        <div className="stack-3">
          <WithdrawFigures cash={cash} terms={terms} amount={draft.amount} />
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
          <SubmitButton
            terms={terms}
            isHeld={cash.hold !== null}
            amount={draft.amount}
            hasFault={form.fault !== undefined}
            isEmpty={isEmpty}
          />
        </div>
      </Form>
      <WithdrawSheet
        open={requestId !== null}
        onOpenChange={(open) => {
          if (!open) form.endConfirming();
        }}
        draft={draft}
        terms={terms}
        cash={cash}
        requestId={requestId ?? ""}
        onRefused={form.refused}
        onDone={({ withdrawalId }) => {
          form.endConfirming();
          void refresh("cashTypeList", "walletIndex", "marketBalance", "moneyLog");
          void navigate(fundOrderPath("withdrawal", withdrawalId));
        }}
      />
    </>
  );
}

interface SubmitProps {
  readonly terms: WithdrawTerms;
  readonly amount: string;
  readonly isHeld: boolean;
  readonly hasFault: boolean;
  readonly isEmpty: boolean;
}

function SubmitButton({ terms, amount, isHeld, hasFault, isEmpty }: SubmitProps) {
  const t = useT();
  const formats = useFormats();
  return (
    <Button tone="primary" block type="submit" disabled={isHeld || isEmpty || hasFault}>
      {isHeld
        ? t("wallet.onHoldShort")
        : signOfDecimal(amount) === 0 || hasFault
          ? t("wallet.withdrawTitle")
          : t("wallet.withdrawAmount", {
              amount: formats.decimal(amount, { minDecimals: 2 }),
              asset: terms.asset,
            })}
    </Button>
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
