import "./settings.css";
import { Badge, type Tone } from "@candor/ui/badge.tsx";
import { Button } from "@candor/ui/button.tsx";
import { Card } from "@candor/ui/card.tsx";
import { Empty } from "@candor/ui/feedback.tsx";
import { Form } from "@candor/ui/form.tsx";
import { Input } from "@candor/ui/input.tsx";
import { DepositIcon } from "@candor/ui/page-icons.tsx";
import type { ConsoleCell } from "@candor/wire/console/command-result";
import { useState } from "react";
import { useAct, useMe, useReadCommand } from "../api/use-console.ts";
import { LoadFailed } from "../parts/load-failed.tsx";
import { Loading } from "../parts/loading.tsx";
import { ReasonField } from "../parts/reason-field.tsx";

type Row = Readonly<Record<string, ConsoleCell>>;

const EVERY_MS = 10_000;

/** Deposits received but not credited; those waiting for a decision come first. */
export function DepositsPage() {
  const { data, error, refetch } = useReadCommand({ command: "deposit list" }, { everyMs: EVERY_MS });
  const { data: me } = useMe();
  if (data === undefined && error !== null) return <LoadFailed error={error} again={refetch} />;
  if (data === undefined || me === undefined || me === null) return <Loading />;
  const mayDecide = me.commands.includes("deposit credit");
  return (
    <div className="console-two">
      <Card className="stack-4" title="Not credited">
        {data.rows.length === 0 && (
          <Empty icon={DepositIcon} title="No deposit is waiting">
            A deposit that arrived and cannot be credited waits here.
          </Empty>
        )}
        {data.rows.map((row) => (
          <DepositRow key={String(row["deposit"] ?? row["address"])} row={row} mayDecide={mayDecide} />
        ))}
      </Card>
      {mayDecide && <Find chain={me.chains[0]} />}
    </div>
  );
}

const TONES: Readonly<Record<string, Tone>> = { held: "down", unexplained: "down", ignored: "neutral" };

function DepositRow({ row, mayDecide }: { readonly row: Row; readonly mayDecide: boolean }) {
  const target = String(row["deposit"]);
  const state = String(row["state"]);
  const [reason, setReason] = useState("");
  const act = useAct();
  const decide = (command: string) =>
    act.mutate({ command, target, reason }, { onSuccess: () => setReason("") });
  const isDeposit = row["deposit"] !== null;
  return (
    <section
      className="console-proposal stack"
      aria-label={isDeposit ? `Deposit ${target}` : "Unexplained coins"}
    >
      <p>
        <span className="med n">
          {row["amount"]} {row["asset"]}
        </span>{" "}
        <Badge tone={TONES[state] ?? "neutral"}>{state}</Badge>
      </p>
      <p>
        User {row["user"]} on {row["chain"]}. {row["why"]}
      </p>
      <p className="mono small console-wrap">{row["txHash"] ?? row["address"]}</p>
      {isDeposit && mayDecide && (
        <>
          <ReasonField label={`Reason for deposit ${target}`} value={reason} onValueChange={setReason} />
          <div className="console-actions">
            <Button
              tone="primary"
              size="medium"
              busy={act.isPending}
              disabled={reason.trim() === ""}
              onClick={() => decide("deposit credit")}
            >
              Credit
            </Button>
            {state === "held" && (
              <Button
                size="medium"
                busy={act.isPending}
                disabled={reason.trim() === ""}
                onClick={() => decide("deposit settle")}
              >
                Settled outside
              </Button>
            )}
          </div>
        </>
      )}
    </section>
  );
}

/** Coins sent by a contract: if the node supports tracing, the transaction is enough to identify the owner. */
function Find({ chain = "evm-1" }: { readonly chain: string | undefined }) {
  const [transaction, setTransaction] = useState("");
  const [user, setUser] = useState("");
  const [amount, setAmount] = useState("");
  const [reason, setReason] = useState("");
  const act = useAct();
  const input = user.trim() === "" ? {} : { user: Number(user), amount: amount.trim() };
  const isReady = transaction.trim() !== "" && reason.trim() !== "";
  return (
    <Card className="stack-4" title="A deposit that did not appear">
      <Form
        className="stack-4"
        onSubmit={() =>
          act.mutate(
            { command: "deposit find", target: transaction.trim(), input, reason },
            { onSuccess: () => setTransaction("") },
          )
        }
      >
        <p className="small muted">
          Coins that a contract sent, from a shared wallet or another exchange for instance, are credited once
          you name the transaction.
        </p>
        <Input
          label="Chain and transaction"
          help={`${chain}/0x…`}
          value={transaction}
          onChange={(event) => setTransaction(event.target.value)}
        />
        <Input
          label="User"
          help="Needed only if the node has no tracing."
          value={user}
          onChange={(event) => setUser(event.target.value)}
        />
        <Input
          label="Amount in coins"
          help="Needed only with a user."
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
        />
        <ReasonField label="Reason" value={reason} onValueChange={setReason} />
        <Button type="submit" tone="primary" size="medium" busy={act.isPending} disabled={!isReady}>
          Find
        </Button>
      </Form>
      <p className="small muted">
        Only what the trace shows is credited, or what the user's own address holds without another
        explanation.
      </p>
    </Card>
  );
}
