import { Badge } from "@candor/ui/badge.tsx";
import { Button } from "@candor/ui/button.tsx";
import { Card, KeyValue, type KeyValueLine } from "@candor/ui/card.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { type Column, Table } from "@candor/ui/table.tsx";
import type { UserBalance, UserDetail, UserEquity, UserFundLine, UserHit } from "@candor/wire/console/users";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { useAct, useConsoleQuery, useMe } from "../api/use-console.ts";
import { Amount, Moment } from "../parts/figures.tsx";
import { LoadFailed } from "../parts/load-failed.tsx";
import { Loading } from "../parts/loading.tsx";
import { ReasonField } from "../parts/reason-field.tsx";

const EVERY_MS = 5_000;
const ACCOUNTS = ["coin", "contract", "option"] as const;
const LEVELS = ["none", "real name", "advanced"];

/** The wire's names of wallets, as the app shows them. */
const WALLETS: Readonly<Record<string, string>> = {
  main: "Main",
  coin: "Spot",
  contract: "Contracts",
  option: "Timed options",
};

const walletOf = ({ wallet, margin }: Pick<UserBalance, "wallet" | "margin">): string =>
  margin === null ? (WALLETS[wallet] ?? wallet) : `Margin ${margin}`;

const BALANCES: readonly Column<UserBalance>[] = [
  { key: "wallet", header: "Wallet", renderCell: walletOf },
  { key: "asset", header: "Asset", className: "med", renderCell: ({ asset }) => asset },
  {
    key: "available",
    header: "Available",
    align: "right",
    renderCell: ({ available }) => <Amount text={available} />,
  },
  { key: "frozen", header: "Frozen", align: "right", renderCell: ({ frozen }) => <Amount text={frozen} /> },
  {
    key: "debt",
    header: "Borrowed",
    align: "right",
    renderCell: ({ margin, debt }) => (margin === null ? "–" : <Amount text={debt} />),
  },
];

const FUNDS: readonly Column<UserFundLine>[] = [
  { key: "time", header: "Time", renderCell: ({ timeMs }) => <Moment ms={timeMs} /> },
  { key: "kind", header: "Kind", renderCell: ({ kind }) => kind },
  { key: "wallet", header: "Wallet", renderCell: walletOf },
  {
    key: "amount",
    header: "Amount",
    align: "right",
    renderCell: ({ amount, asset }) => <Amount text={amount} unit={asset} />,
  },
  {
    key: "after",
    header: "After",
    align: "right",
    renderCell: ({ after, asset }) => <Amount text={after} unit={asset} />,
  },
];

/** One user: identity, balances, recent activity, and freezing. */
export function UserCard() {
  const { userId = "" } = useParams();
  const { data, error, refetch } = useConsoleQuery<UserDetail>(
    "user-detail",
    { userId: Number(userId) },
    { everyMs: EVERY_MS },
  );
  if (data === undefined) return error === null ? <Loading /> : <LoadFailed error={error} again={refetch} />;
  return (
    <div className="console-two">
      <div className="stack-4">
        <Equity equity={data.equity} />
        <Card flush title="Balances">
          <div className="console-scroll">
            <Table
              label="Balances"
              columns={BALANCES}
              rows={data.balances}
              rowKey={(balance) => `${walletOf(balance)} ${balance.asset}`}
            />
          </div>
          {data.balances.length === 0 && <p className="small muted console-search">Never held anything.</p>}
        </Card>
        <Card flush title="Newest ledger entries">
          <div className="console-scroll">
            <Table
              label="Ledger entries"
              columns={FUNDS}
              rows={data.funds}
              rowKey={(line) => String(line.recordId)}
            />
          </div>
          {data.funds.length === 0 && <p className="small muted console-search">No entries yet.</p>}
        </Card>
      </div>
      <Person detail={data} />
    </div>
  );
}

/** The total that the user sees, with its parts outside the wallets. */
function Equity({ equity }: { readonly equity: UserEquity }) {
  const { amount, leverage, mining, options, unrealizedProfit, unpriced } = equity;
  const part = (key: string, label: string, value: string): readonly KeyValueLine[] =>
    Number(value) === 0 ? [] : [{ key, label, value: <Amount text={value} unit="USDT" /> }];
  return (
    <Card className="stack-4" title="Total balance">
      <KeyValue
        lines={[
          ...part("margin", "In margin accounts", leverage),
          ...part("machines", "In mining machines", mining),
          ...part("options", "In open timed options", options),
          ...part("unrealized", "Unrealized profit", unrealizedProfit),
          { key: "total", label: "In all", value: <Amount text={amount} unit="USDT" />, total: true },
        ]}
      />
      {unpriced.length > 0 && <p className="small muted">Without an index price: {unpriced.join(", ")}.</p>}
    </Card>
  );
}

export function StateBadge({ user: { frozen, closedAtMs } }: { readonly user: UserHit }) {
  if (closedAtMs !== null) return <Badge>closed</Badge>;
  return frozen ? <Badge tone="warn">frozen</Badge> : <Badge tone="up">active</Badge>;
}

function Person({ detail }: { readonly detail: UserDetail }) {
  const { user, frozenAccounts } = detail;
  return (
    <Card
      className="stack-4"
      title={user.closedAtMs === null ? (user.username ?? user.nickname) : `User ${user.userId}`}
      aside={<StateBadge user={user} />}
    >
      <KeyValue
        lines={[
          { key: "id", label: "Id", value: user.userId },
          ...(user.closedAtMs === null ? names(user) : closing(detail, user.closedAtMs)),
          { key: "verification", label: "Verification", value: LEVELS[detail.verification] ?? "–" },
          {
            key: "inviter",
            label: "Invited by",
            value:
              detail.invitedBy === 0 ? (
                "nobody"
              ) : (
                <Link className="link" to={`/users/${detail.invitedBy}`}>
                  {detail.invitedBy}
                </Link>
              ),
          },
          { key: "since", label: "Registered", value: <Moment ms={user.registeredAtMs} /> },
          {
            key: "accounts",
            label: "Frozen wallets",
            value: frozenAccounts.map((account) => WALLETS[account] ?? account).join(", ") || "none",
          },
        ]}
      />
      <WhatToDo detail={detail} />
    </Card>
  );
}

const names = (user: UserHit): readonly KeyValueLine[] => [
  { key: "nickname", label: "Nickname", value: user.nickname },
  { key: "email", label: "E-mail", value: user.email ?? "–" },
  { key: "phone", label: "Phone", value: user.phone ?? "–" },
];

const closing = ({ documentsKeptUntilMs }: UserDetail, closedAtMs: number): readonly KeyValueLine[] => [
  { key: "closed", label: "Closed", value: <Moment ms={closedAtMs} /> },
  {
    key: "documents",
    label: "Documents kept until",
    value: documentsKeptUntilMs === null ? "forgotten" : <Moment ms={documentsKeptUntilMs} />,
  },
];

function WhatToDo({ detail }: { readonly detail: UserDetail }) {
  if (detail.user.closedAtMs !== null)
    return (
      <Notice>
        Closed by its owner for good. The person’s data is deleted, and nobody can open it again. What still
        comes in stays owed to the user’s id.
      </Notice>
    );
  if (detail.kind === "labelled")
    return <Notice>One of the sandbox&apos;s own traders. Nobody can log in as it.</Notice>;
  return <Freezing detail={detail} />;
}

function Freezing({ detail: { user, frozenAccounts } }: { readonly detail: UserDetail }) {
  const commands = useMe().data?.commands ?? [];
  const [reason, setReason] = useState("");
  const act = useAct();
  const target = String(user.userId);
  const all = [
    { key: "user", label: "user", command: user.frozen ? "user unfreeze" : "user freeze", target },
    ...ACCOUNTS.map((account) => ({
      key: account,
      label: `${(WALLETS[account] ?? account).toLowerCase()} wallet`,
      command: frozenAccounts.includes(account) ? "account unfreeze" : "account freeze",
      target: `${target}/${account}`,
    })),
  ];
  const offered = all.filter(({ command }) => commands.includes(command));
  if (offered.length === 0) return null;
  return (
    <div className="stack-4">
      <ReasonField label="Reason, needed to freeze and unfreeze" value={reason} onValueChange={setReason} />
      <div className="console-actions">
        {offered.map(({ key, label, command, target: of }) => (
          <Button
            key={key}
            size="small"
            tone={command.endsWith("unfreeze") ? "secondary" : "danger"}
            disabled={reason.trim() === "" || act.isPending}
            onClick={() => act.mutate({ command, target: of, reason }, { onSuccess: () => setReason("") })}
          >
            {command.endsWith("unfreeze") ? "Unfreeze" : "Freeze"} {label}
          </Button>
        ))}
      </div>
      <p className="small muted">
        A frozen user cannot log in. From a frozen wallet, nothing new can be opened; what is open can still
        be closed.
      </p>
    </div>
  );
}
