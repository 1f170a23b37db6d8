import type { FundRecordKind, Wallet } from "@candor/domain/enumerations";
import type { Tone } from "@candor/ui/badge.tsx";
import { Badge } from "@candor/ui/badge.tsx";
import { Button, ButtonLink } from "@candor/ui/button.tsx";
import type { KeyValueLine } from "@candor/ui/card.tsx";
import { Card, KeyValue } from "@candor/ui/card.tsx";
import { ErrorState, SkeletonRows } from "@candor/ui/feedback.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { WireDeposit, WireWithdrawal } from "@candor/wire/chain-objects";
import type { ReactNode } from "react";
import { ApiError } from "../../data/api-error.ts";
import type { MessageKey } from "../../i18n/message-keys.ts";
import { useT } from "../../i18n/use-t.ts";
import { FullAddress, TransactionHash } from "../../shared/funds/chain-text.tsx";
import { DepositCard } from "../../shared/funds/deposit-card.tsx";
import { useDeposits } from "../../shared/funds/use-deposits.ts";
import { messageOf } from "../../shell/calls/use-call.ts";
import { Page } from "../../shell/page/page.tsx";
import type { FundOrderKind } from "../../shell/routing/routes.ts";
import { FUND_RECORDS, SERVICE } from "../../shell/routing/routes.ts";
import { useSearchParams } from "../../shell/routing/use-search-params.ts";
import { RecordRows } from "./fund-record-list.tsx";
import { walletOf } from "./record-words.ts";
import type { FundOrder, WireConversion, WireTransfer } from "./use-fund-order.ts";
import { isConversion, isDeposit, isWithdrawal, useFundOrder } from "./use-fund-order.ts";
import { isFinal } from "./withdrawal-path.ts";
import { WithdrawalSteps } from "./withdrawal-steps.tsx";
import "../../shared/funds/chain.css";
import "../../shared/funds/wallet.css";

const TITLES: Readonly<Record<FundOrderKind, MessageKey>> = {
  deposit: "wallet.kindDeposit",
  withdrawal: "wallet.kindWithdrawal",
  transfer: "wallet.transferTitle",
  convert: "wallet.kindConvert",
};

const readKind = (text: string | null): FundOrderKind =>
  text === "withdrawal" || text === "transfer" || text === "convert" ? text : "deposit";

/** One deposit, withdrawal or transfer: progress, terms and ledger entries. */
export function Screen() {
  const t = useT();
  const [params] = useSearchParams();
  const kind = readKind(params.get("kind"));
  const fund = useFundOrder(kind, params.get("id") ?? "");
  return (
    <Page title={t(TITLES[kind])} hasBack isForm>
      {fund.isLoading && (
        <div className="group">
          <SkeletonRows count={4} label={t("shell.loading")} />
        </div>
      )}
      {fund.error !== null && (
        <div className="pad">
          <Failed fund={fund} />
        </div>
      )}
      {fund.order !== undefined && (
        <div className="two-cols">
          <Order order={fund.order} records={fund.records}>
            <Entries records={fund.records} />
          </Order>
        </div>
      )}
    </Page>
  );
}

function Entries({ records }: Pick<FundOrder, "records">) {
  const t = useT();
  if (records.length === 0) return null;
  return (
    <section className="stack">
      <h2>{t("wallet.itsEntries")}</h2>
      <RecordRows records={records} isBoxed />
    </section>
  );
}

function Failed({ fund }: { readonly fund: FundOrder }) {
  const t = useT();
  const isUnknown = fund.error instanceof ApiError && fund.error.error === "request.unknownId";
  return (
    <Card>
      <ErrorState
        title={messageOf(fund.error)}
        action={
          <span className="row">
            {!isUnknown && (
              <Button size="small" tone="line" onClick={() => void fund.reload()}>
                {t("shell.tryAgain")}
              </Button>
            )}
            <ButtonLink size="small" to={FUND_RECORDS}>
              {t("wallet.records")}
            </ButtonLink>
          </span>
        }
      />
    </Card>
  );
}

interface OrderProps {
  readonly order: NonNullable<FundOrder["order"]>;
  readonly records: FundOrder["records"];
  /** Ledger entries, in the second column below the terms. */
  readonly children: ReactNode;
}

function Order({ order, records, children }: OrderProps) {
  if (isWithdrawal(order)) return <WithdrawalOrder withdrawal={order}>{children}</WithdrawalOrder>;
  if (isDeposit(order)) return <DepositOrder deposit={order}>{children}</DepositOrder>;
  return (
    <>
      {isConversion(order) ? (
        <ConversionOrder conversion={order} />
      ) : (
        <TransferOrder transfer={order} records={records} />
      )}
      <div className="stack-3">{children}</div>
    </>
  );
}

/** Returns the chain's block explorer; null if there is none. */
function useExplorer(chain: string): string | null {
  const { choices } = useDeposits();
  return choices.find((row) => row.chain === chain)?.explorerUrl ?? null;
}

const RESULTS: Readonly<
  Record<WireWithdrawal["result"], { readonly words: MessageKey; readonly tone: Tone }>
> = {
  "in-progress": { words: "wallet.resultInProgress", tone: "warn" },
  success: { words: "wallet.resultSuccess", tone: "up" },
  failed: { words: "wallet.resultReturned", tone: "down" },
};

interface WithdrawalProps {
  readonly withdrawal: WireWithdrawal;
  readonly children: ReactNode;
}

function WithdrawalOrder({ withdrawal, children }: WithdrawalProps) {
  const t = useT();
  const formats = useFormats();
  const explorerUrl = useExplorer(withdrawal.chain);
  const { asset, chainName, address, txHash, promisedByMs, result } = withdrawal;
  const money = (value: string) => <FinancialText value={value} asset={asset} minDecimals={2} />;
  return (
    <>
      <Card className="stack-4">
        <div className="row between wrap">
          <span className="order-figure">{money(withdrawal.amount)}</span>
          <Badge tone={RESULTS[result].tone} dot>
            {t(RESULTS[result].words)}
          </Badge>
        </div>
        {!isFinal(withdrawal) && (
          <p className="muted">{t("wallet.promisedBy", { time: formats.date(promisedByMs, "day-time") })}</p>
        )}
        <WithdrawalSteps withdrawal={withdrawal} />
      </Card>
      <div className="stack-3">
        <Card className="stack-4">
          <div className="stack">
            <span className="small muted">{t("wallet.toAddress")}</span>
            <FullAddress address={address} />
          </div>
          <KeyValue
            lines={[
              { key: "network", label: t("wallet.network"), value: chainName },
              { key: "amount", label: t("wallet.leavesWallet"), value: money(withdrawal.amount) },
              ...(result === "failed"
                ? [
                    {
                      key: "back",
                      label: t("wallet.resultReturned"),
                      value: money(withdrawal.amount),
                      total: true,
                    },
                  ]
                : [
                    { key: "fee", label: t("wallet.networkFee"), value: money(withdrawal.fee) },
                    { key: "net", label: t("wallet.youReceive"), value: money(withdrawal.net), total: true },
                  ]),
              ...hashLine(t("wallet.transaction"), txHash, explorerUrl),
            ]}
          />
          {result === "failed" && (
            <ButtonLink to={SERVICE} size="medium" block>
              {t("shell.contactSupport")}
            </ButtonLink>
          )}
        </Card>
        {children}
      </div>
    </>
  );
}

function hashLine(label: string, hash: string | null, explorerUrl: string | null): readonly KeyValueLine[] {
  if (hash === null) return [];
  return [{ key: "tx", label, value: <TransactionHash hash={hash} explorerUrl={explorerUrl} /> }];
}

interface DepositProps {
  readonly deposit: WireDeposit;
  readonly children: ReactNode;
}

function DepositOrder({ deposit, children }: DepositProps) {
  const t = useT();
  const formats = useFormats();
  const { choices } = useDeposits();
  const choice = choices.find(({ asset, chain }) => asset === deposit.asset && chain === deposit.chain);
  return (
    <>
      <DepositCard deposit={deposit} choice={choice} />
      <div className="stack-3">
        <Card className="stack-4">
          <div className="stack">
            <span className="small muted">{t("wallet.yourAddress")}</span>
            <FullAddress address={deposit.address} />
          </div>
          <KeyValue
            lines={[
              { key: "network", label: t("wallet.network"), value: deposit.chainName },
              {
                key: "confirmations",
                label: t("wallet.confirmations"),
                value: t("wallet.confirmationsOf", {
                  count: Math.min(deposit.confirmations, deposit.confirmationsRequired),
                  required: deposit.confirmationsRequired,
                }),
              },
              { key: "seen", label: t("wallet.firstSeen"), value: formats.date(deposit.createdAtMs, "full") },
              {
                key: "changed",
                label: t("wallet.lastChange"),
                value: formats.date(deposit.updatedAtMs, "full"),
              },
              ...hashLine(t("wallet.transaction"), deposit.txHash, choice?.explorerUrl ?? null),
            ]}
          />
        </Card>
        {children}
      </div>
    </>
  );
}

function ConversionOrder({ conversion }: { readonly conversion: WireConversion }) {
  const t = useT();
  const formats = useFormats();
  return (
    <Card className="stack-4">
      <div className="row between wrap">
        <span className="order-figure">
          <FinancialText value={conversion.toAmount} asset={conversion.toAsset} minDecimals={2} />
        </span>
        <Badge tone="up" dot>
          {t("wallet.resultSuccess")}
        </Badge>
      </div>
      <KeyValue
        lines={[
          {
            key: "from",
            label: t("wallet.from"),
            value: (
              <FinancialText value={conversion.fromAmount} asset={conversion.fromAsset} minDecimals={2} />
            ),
          },
          {
            key: "to",
            label: t("wallet.to"),
            value: <FinancialText value={conversion.toAmount} asset={conversion.toAsset} minDecimals={2} />,
          },
          { key: "wallet", label: t("wallet.walletColumn"), value: t(`wallet.${conversion.wallet}`) },
          { key: "time", label: t("wallet.time"), value: formats.date(conversion.createdAtMs, "full") },
        ]}
      />
    </Card>
  );
}

interface TransferProps {
  readonly transfer: WireTransfer;
  readonly records: FundOrder["records"];
}

function TransferOrder({ transfer, records }: TransferProps) {
  const t = useT();
  // Only the entries name a margin account.
  const end = (kind: FundRecordKind, wallet: Wallet): string =>
    walletOf(t, records.find((record) => record.kind === kind) ?? { wallet });
  return (
    <Card className="stack-4">
      <div className="row between wrap">
        <span className="order-figure">
          <FinancialText value={transfer.amount} asset={transfer.asset} minDecimals={2} />
        </span>
        <Badge tone="up" dot>
          {t("wallet.resultSuccess")}
        </Badge>
      </div>
      <KeyValue
        lines={[
          { key: "from", label: t("wallet.from"), value: end("transfer-out", transfer.from) },
          { key: "to", label: t("wallet.to"), value: end("transfer-in", transfer.to) },
          { key: "fee", label: t("wallet.fee"), value: t("wallet.free") },
        ]}
      />
    </Card>
  );
}
