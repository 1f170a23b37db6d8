import { TRANSACTION_HASH } from "@candor/text/field-limits";
import { Button } from "@candor/ui/button.tsx";
import { Card } from "@candor/ui/card.tsx";
import { Empty, SkeletonRows } from "@candor/ui/feedback.tsx";
import { Form } from "@candor/ui/form.tsx";
import { Input } from "@candor/ui/input.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { ChainIcon } from "@candor/ui/page-icons.tsx";
import { Select } from "@candor/ui/select.tsx";
import type { CallReply } from "@candor/wire/calls";
import { useState } from "react";
import { newerOf } from "../../data/movement-store.ts";
import { useT } from "../../i18n/use-t.ts";
import { DepositCard } from "../../shared/funds/deposit-card.tsx";
import { movementStore } from "../../shared/funds/movements.ts";
import { type DepositChoice, useDeposits } from "../../shared/funds/use-deposits.ts";
import { LoadFailed } from "../../shell/calls/load-failed.tsx";
import { messageOf, refresh, useAct } from "../../shell/calls/use-call.ts";
import { useFirstKnown } from "../../shell/hooks/use-first-known.ts";
import { useLive } from "../../shell/hooks/use-live.ts";
import { Page } from "../../shell/page/page.tsx";
import "../../shared/funds/chain.css";
import "../../shared/funds/wallet.css";

interface Answer {
  readonly reply: CallReply<"rechargeOrder">;
  readonly requestedAtMs: number;
}

/** Asks the deposit watcher to check a transaction and shows the result. Checking never credits anything. */
export function Screen() {
  const t = useT();
  const { choices, error, isLoading, isFailed, reload } = useDeposits();
  return (
    <Page title={t("wallet.rechargeTitle")} hasBack isForm>
      <div className="pad stack-3 narrow">
        {isLoading ? (
          <SkeletonRows count={3} label={t("shell.loading")} />
        ) : isFailed ? (
          <LoadFailed error={error} onRetry={() => void reload()} />
        ) : choices.length === 0 ? (
          <Card>
            <Empty icon={ChainIcon} title={t("wallet.noChain")}>
              {t("wallet.noChainNote")}
            </Empty>
          </Card>
        ) : (
          <RechargeForm choices={choices} />
        )}
      </div>
    </Page>
  );
}

function RechargeForm({ choices }: { readonly choices: readonly DepositChoice[] }) {
  const t = useT();
  const chains = [...new Map(choices.map((row) => [row.chain, row.chainName]))];
  const [chosen, setChain] = useState("");
  const first = useFirstKnown(chains[0]?.[0]) ?? "";
  const chain = chosen === "" ? first : chosen;
  const [hash, setHash] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const act = useAct("rechargeOrder");
  const submit = async () => {
    const txHash = hash.trim();
    setAnswer(null);
    if (!TRANSACTION_HASH.test(txHash)) return setError(t("wallet.hashFormat"));
    setError(null);
    const requestedAtMs = performance.now();
    const outcome = await act.run({ chain, txHash });
    if (outcome === null) return;
    if (!outcome.ok) return setError(messageOf(outcome.error));
    setAnswer({ reply: outcome.reply, requestedAtMs });
    void refresh("rechargeList");
  };
  return (
    <>
      <Card>
        <Form className="stack-4" translate="no" onSubmit={submit}>
          <p className="muted">{t("wallet.rechargeNote")}</p>
          <Select
            label={t("wallet.network")}
            labelShown
            value={chain}
            onValueChange={setChain}
            choices={chains.map(([value, label]) => ({ value, label }))}
          />
          <Input
            label={t("wallet.transactionHash")}
            className="mono-field"
            value={hash}
            onChange={(event) => {
              setHash(event.target.value);
              setError(null);
            }}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={80}
            placeholder="0x…"
            error={error}
          />
          <Button tone="primary" block type="submit" busy={act.isBusy}>
            {t("wallet.checkTransaction")}
          </Button>
        </Form>
      </Card>
      {answer !== null && <Seen answer={answer} choices={choices} />}
    </>
  );
}

/** The watcher's result; a tracked deposit is updated live. */
function Seen({ answer, choices }: { readonly answer: Answer; readonly choices: readonly DepositChoice[] }) {
  const t = useT();
  const { deposits: heard } = useLive(movementStore());
  const { reply, requestedAtMs } = answer;
  const deposit =
    reply.deposit === null
      ? null
      : newerOf({ value: reply.deposit, asOfSeq: 0, requestedAtMs }, heard.get(reply.deposit.depositId));
  // Once the deposit has progressed, the card is more current than the text.
  const isStill = deposit === null || deposit.updatedAtMs === reply.deposit?.updatedAtMs;
  return (
    <section className="stack-3" aria-live="polite">
      {deposit !== null && (
        <DepositCard
          deposit={deposit}
          choice={choices.find((row) => row.asset === deposit.asset && row.chain === deposit.chain)}
          isLinked
        />
      )}
      {isStill && (
        <Notice tone={reply.success !== undefined ? "up" : reply.found ? "primary" : "warn"}>
          {reply.success === undefined
            ? (reply.note ?? t(reply.found ? "wallet.transactionFound" : "wallet.transactionNotFound"))
            : t("wallet.rechargeDone")}
        </Notice>
      )}
    </section>
  );
}
