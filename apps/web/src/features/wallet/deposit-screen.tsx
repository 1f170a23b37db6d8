import { Button, IconLink } from "@candor/ui/button.tsx";
import { Card, KeyValue } from "@candor/ui/card.tsx";
import { Empty, SkeletonRows } from "@candor/ui/feedback.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { HistoryIcon } from "@candor/ui/icons.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { ChainIcon, DropletIcon } from "@candor/ui/page-icons.tsx";
import { Select } from "@candor/ui/select.tsx";
import { Link } from "@candor/ui/ui-context.tsx";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { shortHex } from "../../shared/funds/chain-text.tsx";
import { DepositCard } from "../../shared/funds/deposit-card.tsx";
import { FaucetSheet } from "../../shared/funds/faucet-sheet.tsx";
import { type DepositChoice, type Deposits, useDeposits } from "../../shared/funds/use-deposits.ts";
import { LoadFailed } from "../../shell/calls/load-failed.tsx";
import { Page } from "../../shell/page/page.tsx";
import { FUND_RECORDS, RECHARGE } from "../../shell/routing/routes.ts";
import { useParamChoice } from "../../shell/routing/use-search-params.ts";
import { useAppStore } from "../../state/app-store.ts";
import { DepositAddress } from "./deposit-address.tsx";
import { assetFromAddress } from "./requested-asset.ts";
import { UnsupportedAsset } from "./unsupported-asset.tsx";
import "../../shared/funds/chain.css";
import "../../shared/funds/wallet.css";

const DEFAULT_ASSET = "USDT";
const MAX_SHOWN = 5;
const SECONDS_PER_MINUTE = 60;
const keyOf = ({ asset, chain }: Pick<DepositChoice, "asset" | "chain">): string => `${asset} ${chain}`;

/** Reads the last choice stored on this device. */
function remembered(info: unknown): string {
  const { asset, chain } = (info ?? {}) as { readonly asset?: unknown; readonly chain?: unknown };
  return `${String(asset)} ${String(chain)}`;
}

/** Current asset and chain: chosen here, from the address, or chosen last. */
function useChoice(choices: readonly DepositChoice[]) {
  const { rechargeInfo, set } = useAppStore();
  const [param, setAsked] = useParamChoice("asset");
  const requested = assetFromAddress(param);
  const kept = remembered(rechargeInfo);
  const ofAsset = choices.filter(({ asset }) => asset === requested);
  // Never show another asset's address for the requested asset: funds would be sent to it.
  const missing = requested !== null && ofAsset.length === 0 ? requested : undefined;
  const usual =
    choices.find((row) => keyOf(row) === kept) ??
    choices.find(({ asset }) => asset === DEFAULT_ASSET) ??
    choices[0];
  const choice = requested === null ? usual : (ofAsset.find((row) => keyOf(row) === kept) ?? ofAsset[0]);
  const choose = (row: DepositChoice | undefined) => {
    if (row === undefined) return;
    setAsked(row.asset);
    set({ rechargeInfo: row });
  };
  return { choice, missing, choose };
}

/** Deposits from a blockchain: address and progress. */
export function Screen() {
  const t = useT();
  const deposits = useDeposits();
  const { choice, missing, choose } = useChoice(deposits.choices);
  return (
    <Page
      title={t("wallet.depositTitle")}
      hasBack
      isForm
      actions={
        <IconLink to={FUND_RECORDS} label={t("wallet.records")}>
          <HistoryIcon />
        </IconLink>
      }
    >
      {deposits.isLoading && (
        <div className="group">
          <SkeletonRows count={5} label={t("shell.loading")} />
        </div>
      )}
      {deposits.isFailed && <LoadFailed error={deposits.error} onRetry={() => void deposits.reload()} />}
      {!deposits.isLoading && !deposits.isFailed && (
        <div className="two-cols">
          {choice === undefined ? (
            missing === undefined || deposits.choices.length === 0 ? (
              <NoChain />
            ) : (
              <UnsupportedAsset
                asset={missing}
                assets={deposits.choices.map(({ asset }) => asset)}
                onChoose={(asset) => choose(deposits.choices.find((row) => row.asset === asset))}
              >
                {t("wallet.noDepositOf", { asset: missing })}
              </UnsupportedAsset>
            )
          ) : (
            <Card className="stack-4">
              <Choices choices={deposits.choices} choice={choice} onChoose={choose} />
              {choice.enabled ? (
                <DepositAddress key={keyOf(choice)} choice={choice} />
              ) : (
                <Notice tone="warn">{t("wallet.depositPaused", { chain: choice.chainName })}</Notice>
              )}
            </Card>
          )}
          <div className="stack-3">
            <SandboxFaucet asset={choice?.asset ?? missing ?? DEFAULT_ASSET} />
            <Incoming deposits={deposits} />
            {choice !== undefined && <Terms choice={choice} />}
          </div>
        </div>
      )}
    </Page>
  );
}

function NoChain() {
  const t = useT();
  return (
    <Card>
      <Empty icon={ChainIcon} title={t("wallet.noChain")}>
        {t("wallet.noChainNote")}
      </Empty>
    </Card>
  );
}

interface ChoicesProps {
  readonly choices: readonly DepositChoice[];
  readonly choice: DepositChoice;
  readonly onChoose: (choice: DepositChoice | undefined) => void;
}

function Choices({ choices, choice, onChoose }: ChoicesProps) {
  const t = useT();
  const assets = [...new Set(choices.map(({ asset }) => asset))];
  const chains = choices.filter(({ asset }) => asset === choice.asset);
  return (
    <div className="coin-and-chain">
      <Select
        label={t("wallet.asset")}
        labelShown
        value={choice.asset}
        onValueChange={(asset) => onChoose(choices.find((row) => row.asset === asset))}
        choices={assets.map((asset) => ({ value: asset, label: asset }))}
      />
      <Select
        label={t("wallet.network")}
        labelShown
        value={choice.chain}
        onValueChange={(chain) => onChoose(chains.find((row) => row.chain === chain))}
        choices={chains.map(({ chain, chainName }) => ({ value: chain, label: chainName }))}
      />
    </div>
  );
}

/** Play money for users with nothing to send. */
function SandboxFaucet({ asset }: { readonly asset: string }) {
  const t = useT();
  const isSandbox = useAppStore((state) => state.siteData?.mode === "sandbox");
  const [isOpen, setOpen] = useState(false);
  if (!isSandbox) return null;
  return (
    <>
      <Button tone="primary" size="medium" block onClick={() => setOpen(true)}>
        <DropletIcon size="s" />
        {t("wallet.faucetTitle")}
      </Button>
      <FaucetSheet asset={asset} open={isOpen} onOpenChange={setOpen} />
    </>
  );
}

/** The newest deposits of any asset. */
function Incoming({ deposits }: { readonly deposits: Deposits }) {
  const t = useT();
  const records = deposits.records.slice(0, MAX_SHOWN);
  return (
    <section className="stack-3" aria-label={t("wallet.incoming")}>
      {records.length > 0 && <h2>{t("wallet.incoming")}</h2>}
      {records.map((deposit) => (
        <DepositCard
          key={deposit.depositId}
          deposit={deposit}
          choice={deposits.choices.find((row) => keyOf(row) === keyOf(deposit))}
          isLinked
        />
      ))}
      <p className="small muted">
        {t("wallet.notShown")}{" "}
        <Link className="link inline-link" to={RECHARGE}>
          {t("wallet.checkTransaction")}
        </Link>
      </p>
    </section>
  );
}

function Terms({ choice }: { readonly choice: DepositChoice }) {
  const t = useT();
  const seconds = choice.etaSeconds;
  return (
    <>
      <Card>
        <KeyValue
          lines={[
            {
              key: "minimum",
              label: t("wallet.minDeposit"),
              value: <FinancialText value={choice.minDeposit} minDecimals={2} asset={choice.asset} />,
            },
            { key: "to", label: t("wallet.creditedTo"), value: t("wallet.main") },
            {
              key: "after",
              label: t("wallet.creditedAfter"),
              value: t("wallet.confirmationsCount", { count: choice.confirmationsRequired }),
            },
            {
              key: "eta",
              label: t("wallet.usualTime"),
              value:
                seconds < SECONDS_PER_MINUTE
                  ? t("wallet.aboutSeconds", { count: seconds })
                  : t("wallet.aboutMinutes", { count: Math.ceil(seconds / SECONDS_PER_MINUTE) }),
            },
            ...(choice.contractAddress === null
              ? []
              : [
                  {
                    key: "contract",
                    label: t("wallet.tokenContract"),
                    value: (
                      <span className="mono" translate="no" title={choice.contractAddress}>
                        {shortHex(choice.contractAddress)}
                      </span>
                    ),
                  },
                ]),
          ]}
        />
      </Card>
      <Notice tone="warn">{t("wallet.depositOnly", { asset: choice.asset, chain: choice.chainName })}</Notice>
      {choice.contractAddress === null && <Notice>{t("wallet.contractCoins")}</Notice>}
    </>
  );
}
