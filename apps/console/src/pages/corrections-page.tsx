import "./settings.css";
import {
  CORRECTION_ACCOUNTS,
  CORRECTION_WALLETS,
  type CorrectionAccount,
  type CorrectionWallet,
} from "@candor/domain/enumerations";
import { Badge } from "@candor/ui/badge.tsx";
import { Button } from "@candor/ui/button.tsx";
import { Card } from "@candor/ui/card.tsx";
import { DecimalInput } from "@candor/ui/decimal-input.tsx";
import { Empty } from "@candor/ui/feedback.tsx";
import { Form } from "@candor/ui/form.tsx";
import { SwapIcon } from "@candor/ui/icons.tsx";
import { Input } from "@candor/ui/input.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { Select } from "@candor/ui/select.tsx";
import type { ConsoleCell } from "@candor/wire/console/command-result";
import { useState } from "react";
import { useAct, useMe, useReadCommand } from "../api/use-console.ts";
import { LoadFailed } from "../parts/load-failed.tsx";
import { Loading } from "../parts/loading.tsx";
import { ReasonField } from "../parts/reason-field.tsx";
import { LinkOnce } from "./operators-page.tsx";

type Row = Readonly<Record<string, ConsoleCell>>;

/** Proposals that need two operators: corrections, limit increases and operator access, with their outcome. */
export function CorrectionsPage() {
  const { data, error, refetch } = useReadCommand({ command: "proposal list" }, { everyMs: 10_000 });
  const { data: me } = useMe();
  if (data === undefined && error !== null) return <LoadFailed error={error} again={refetch} />;
  if (data === undefined || me === undefined || me === null) return <Loading />;
  return (
    <div className="console-two">
      <Card className="stack-4" title="Proposals">
        {data.rows.length === 0 && (
          <Empty icon={SwapIcon} title="Nothing was proposed">
            Corrections, raised limits and new operators wait here.
          </Empty>
        )}
        {data.rows.map((row) => (
          <ProposalCard key={String(row["proposal"])} row={row} me={me.name} commands={me.commands} />
        ))}
      </Card>
      {me.commands.includes("correction propose") && <Propose />}
    </div>
  );
}

const STATE_TONE = { waits: "warn", confirmed: "up", refused: "neutral" } as const;

function ProposalCard(props: {
  readonly row: Row;
  readonly me: string;
  readonly commands: readonly string[];
}) {
  const { row, me, commands } = props;
  const target = String(row["proposal"]);
  const state = String(row["state"]) as keyof typeof STATE_TONE;
  const command = `${row["kind"]} confirm`;
  const isOwn = String(row["proposedBy"]).toLowerCase() === me.toLowerCase();
  const [reason, setReason] = useState("");
  const act = useAct();
  return (
    <section className="console-proposal stack" aria-label={`Proposal ${target}`}>
      <p>
        <span className="med">Proposal {target}</span>{" "}
        <Badge tone={STATE_TONE[state]}>{state === "waits" ? "waiting" : state}</Badge>
      </p>
      <p className="console-wrap">{row["what"]}</p>
      {row["reason"] !== "" && <p>Reason: {row["reason"]}</p>}
      <p className="muted small">
        Proposed by {row["proposedBy"]}, {row["proposed"]}
        {row["decidedBy"] !== null && ` · ${state} by ${row["decidedBy"]}, ${row["decided"]}`}
        {row["seq"] !== null && ` · command ${row["seq"]}`}
      </p>
      {state === "waits" && (
        <>
          {isOwn && (
            <Notice>Another operator has to confirm this, one whose access does not come from you.</Notice>
          )}
          <ReasonField
            label={`Reason to refuse proposal ${target}`}
            value={reason}
            onValueChange={setReason}
          />
          <div className="console-actions">
            {!isOwn && commands.includes(command) && (
              <Button
                tone="primary"
                size="medium"
                busy={act.isPending}
                onClick={() => act.mutate({ command, target })}
              >
                Confirm
              </Button>
            )}
            <Button
              size="medium"
              disabled={reason.trim() === ""}
              onClick={() => act.mutate({ command: "proposal refuse", target, reason })}
            >
              {isOwn ? "Withdraw" : "Refuse"}
            </Button>
          </div>
        </>
      )}
      {row["kind"] === "operator" && <LinkOnce result={act.data} />}
    </section>
  );
}

const choicesOf = <Value extends string>(values: readonly Value[]) =>
  values.map((value) => ({ value, label: value }));

type Direction = "gets" | "gives";
const DIRECTIONS = [
  { value: "gets", label: "The user gets it" },
  { value: "gives", label: "The user gives it" },
] as const;

interface Draft {
  readonly user: string;
  readonly wallet: CorrectionWallet;
  readonly asset: string;
  readonly direction: Direction;
  readonly amount: string;
  readonly account: CorrectionAccount;
}

const BLANK: Draft = {
  user: "",
  wallet: "main",
  asset: "USDT",
  direction: "gets",
  amount: "",
  account: "fees",
};

function Propose() {
  const [draft, setDraft] = useState(BLANK);
  const [reason, setReason] = useState("");
  const act = useAct();
  const { user, wallet, asset, direction, amount, account } = draft;
  const isReady = [user, asset, amount, reason].every((text) => text.trim() !== "");
  const signed = direction === "gives" ? `-${amount}` : amount;
  const change = (changes: Partial<Draft>) => setDraft((now) => ({ ...now, ...changes }));
  return (
    <Card className="stack-4" title="Propose a correction">
      <Form
        className="stack-4"
        onSubmit={() =>
          act.mutate(
            {
              command: "correction propose",
              target: user.trim(),
              reason,
              input: { wallet, asset: asset.trim().toUpperCase(), amount: signed, account },
            },
            { onSuccess: () => change({ amount: "" }) },
          )
        }
      >
        <CorrectionFields draft={draft} onChange={change} />
        <ReasonField label="Reason, which the user reads" value={reason} onValueChange={setReason} />
        <Button type="submit" tone="primary" busy={act.isPending} disabled={!isReady}>
          Propose
        </Button>
      </Form>
      <Notice>
        Another operator confirms it, one whose access does not come from you. Neither side ever falls below
        zero. Everybody can read the amount, the account and both names.
      </Notice>
    </Card>
  );
}

function CorrectionFields({
  draft,
  onChange,
}: {
  readonly draft: Draft;
  readonly onChange: (changes: Partial<Draft>) => void;
}) {
  const { user, wallet, asset, direction, amount, account } = draft;
  return (
    <>
      <Input
        label="User"
        help="Id, e-mail address, phone or username."
        value={user}
        onChange={(event) => onChange({ user: event.target.value })}
      />
      <Select
        label="Wallet"
        labelShown
        value={wallet}
        onValueChange={(next) => onChange({ wallet: next })}
        choices={choicesOf(CORRECTION_WALLETS)}
      />
      <Input label="Asset" value={asset} onChange={(event) => onChange({ asset: event.target.value })} />
      <Select
        label="Direction"
        labelShown
        value={direction}
        onValueChange={(next) => onChange({ direction: next })}
        choices={DIRECTIONS}
      />
      <DecimalInput
        label="Amount"
        value={amount}
        onValueChange={(next) => onChange({ amount: next })}
        counts={asset.trim().toUpperCase()}
      />
      <Select
        label="Account of the exchange"
        labelShown
        value={account}
        onValueChange={(next) => onChange({ account: next })}
        choices={choicesOf(CORRECTION_ACCOUNTS)}
      />
    </>
  );
}
