import { Badge } from "@candor/ui/badge.tsx";
import { Card, KeyValue } from "@candor/ui/card.tsx";
import { Empty } from "@candor/ui/feedback.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { WithdrawIcon } from "@candor/ui/page-icons.tsx";
import { type Column, Table } from "@candor/ui/table.tsx";
import type { QueuedWithdrawal, WithdrawalQueue } from "@candor/wire/console/withdrawal-queue";
import { useState } from "react";
import { Link } from "react-router";
import { useConsoleQuery, useMe } from "../api/use-console.ts";
import { CheckList } from "../parts/check-list.tsx";
import { Decision } from "../parts/decision.tsx";
import { DetailPane } from "../parts/detail-pane.tsx";
import { Amount, Moment } from "../parts/figures.tsx";
import { LoadFailed } from "../parts/load-failed.tsx";
import { Loading } from "../parts/loading.tsx";

const EVERY_MS = 3_000;

const queueColumns = (
  chosen: string | undefined,
  choose: (withdrawal: string) => void,
): Column<QueuedWithdrawal>[] => [
  { key: "asked", header: "Asked", renderCell: ({ requestedAtMs }) => <Moment ms={requestedAtMs} /> },
  { key: "user", header: "User", className: "n", renderCell: ({ userId }) => userId },
  { key: "network", header: "Network", renderCell: ({ chain }) => chain },
  {
    key: "amount",
    header: "Amount",
    align: "right",
    className: "med",
    renderCell: ({ amount, asset }) => <Amount text={amount} unit={asset} />,
  },
  {
    key: "why",
    header: "Why it waits",
    renderCell: ({ reason, byOperator }) => <Badge tone={byOperator ? "warn" : "neutral"}>{reason}</Badge>,
  },
  {
    key: "due",
    header: "Promised by",
    align: "right",
    renderCell: ({ promisedByMs }) => <Moment ms={promisedByMs} />,
  },
  {
    key: "act",
    header: "",
    align: "right",
    renderCell: ({ withdrawal }) => (
      <button
        type="button"
        className="btn s"
        aria-pressed={withdrawal === chosen}
        onClick={() => choose(withdrawal)}
      >
        Review
      </button>
    ),
  },
];

/** Pending withdrawals: the list on the left, checks and decision on the right. */
export function WithdrawalsPage() {
  const { data, error, refetch } = useConsoleQuery<WithdrawalQueue>(
    "withdrawal-queue",
    {},
    { everyMs: EVERY_MS },
  );
  const [chosen, setChosen] = useState<string>();
  if (data === undefined) return error === null ? <Loading /> : <LoadFailed error={error} again={refetch} />;
  const { list, total } = data;
  const withdrawal = list.find((each) => each.withdrawal === chosen);
  return (
    <div className="console-two">
      <Card flush title={`Waiting (${total})`}>
        {error !== null && <LoadFailed error={error} again={refetch} />}
        {total > list.length && (
          <Notice>
            These are the {list.length} most urgent of {total}: the oldest that wait for an operator. The next
            ones follow as these are decided.
          </Notice>
        )}
        {total === 0 ? (
          <Empty icon={WithdrawIcon} title="Nothing waits">
            Withdrawals that wait for an operator or the clock are listed here.
          </Empty>
        ) : (
          <div className="console-scroll">
            <Table
              label="Waiting withdrawals"
              columns={queueColumns(chosen, setChosen)}
              rows={list}
              rowKey={(row) => row.withdrawal}
            />
          </div>
        )}
      </Card>
      <DetailPane chosen={chosen}>
        {withdrawal === undefined ? (
          <Card>
            <p className="muted small">Choose a withdrawal to see every check that ran.</p>
          </Card>
        ) : (
          <Review key={chosen} withdrawal={withdrawal} onDone={() => setChosen(undefined)} />
        )}
      </DetailPane>
    </div>
  );
}

function Review({
  withdrawal,
  onDone,
}: {
  readonly withdrawal: QueuedWithdrawal;
  readonly onDone: () => void;
}) {
  const { asset, amount, net } = withdrawal;
  const mayDecide = useMe().data?.commands.includes("withdrawal approve") ?? false;
  return (
    <Card
      className="stack-4"
      title={<Amount text={amount} unit={asset} />}
      aside={<Badge tone="warn">{withdrawal.byOperator ? "Waits for you" : "Waits for the clock"}</Badge>}
    >
      <KeyValue
        lines={[
          {
            key: "user",
            label: "User",
            value: (
              <Link className="link" to={`/users/${withdrawal.userId}`}>
                {withdrawal.username ?? withdrawal.userId}
              </Link>
            ),
          },
          {
            key: "verification",
            label: "Verification",
            value: ["none", "real name", "advanced"][withdrawal.verification] ?? "–",
          },
          { key: "to", label: "To", value: <span className="mono console-wrap">{withdrawal.address}</span> },
          { key: "fee", label: "Fee", value: <Amount text={withdrawal.fee} unit={asset} /> },
          { key: "net", label: "Paid out", value: <Amount text={net} unit={asset} />, total: true },
          { key: "today", label: "Asked for within a day", value: withdrawal.requestedToday },
          ...(withdrawal.untilMs === null || withdrawal.byOperator
            ? []
            : [{ key: "until", label: "Goes on by itself", value: <Moment ms={withdrawal.untilMs} /> }]),
        ]}
      />
      {withdrawal.frozen && <Notice tone="warn">This user is frozen.</Notice>}
      {withdrawal.checks.length === 0 ? (
        <Notice>
          The results of the checks were not kept, because the server ended at that moment. The withdrawal
          waits for: {withdrawal.reason}.
        </Notice>
      ) : (
        <CheckList label="Checks" lines={withdrawal.checks} />
      )}
      {mayDecide && (
        <Decision
          target={withdrawal.withdrawal}
          yes="withdrawal approve"
          no="withdrawal refuse"
          yesWord={`Approve ${amount} ${asset}`}
          noWord="Refuse and return"
          onDone={onDone}
        />
      )}
    </Card>
  );
}
