import { OPERATOR_NAME, OPERATOR_NAME_RULE } from "@candor/text/account-rules";
import { Button } from "@candor/ui/button.tsx";
import { Card } from "@candor/ui/card.tsx";
import { Form } from "@candor/ui/form.tsx";
import { Input } from "@candor/ui/input.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { type Column, Table } from "@candor/ui/table.tsx";
import { Chip } from "@candor/ui/tabs.tsx";
import type { CommandResult, ConsoleCell } from "@candor/wire/console/command-result";
import { useState } from "react";
import { useAct, useMe, useReadCommand } from "../api/use-console.ts";
import { CopyButton } from "../parts/copy-button.tsx";
import { DetailPane } from "../parts/detail-pane.tsx";
import { LoadFailed } from "../parts/load-failed.tsx";
import { Loading } from "../parts/loading.tsx";
import { NAME_PROBLEM } from "../parts/name-problem.ts";
import { ReasonField } from "../parts/reason-field.tsx";

/** Refetch interval: another owner may confirm proposals made here. */
const EVERY_MS = 10_000;
const ROLES = ["owner", "risk", "finance", "support", "editor"] as const;

type Row = Readonly<Record<string, ConsoleCell>>;

/** For owners: operators and their roles. */
export function OperatorsPage() {
  const { data, error, refetch } = useReadCommand({ command: "operator list" }, { everyMs: EVERY_MS });
  const [chosen, setChosen] = useState<string>();
  const columns: Column<Row>[] = [
    { key: "operator", header: "Name", className: "med", renderCell: ({ operator }) => operator },
    { key: "roles", header: "Roles", renderCell: ({ roles }) => roles },
    { key: "state", header: "State", renderCell: ({ state }) => state },
    {
      key: "onePersonWith",
      header: "Counts as one person with",
      renderCell: ({ onePersonWith }) => (onePersonWith === "" ? "–" : onePersonWith),
    },
    {
      key: "act",
      header: "",
      align: "right",
      renderCell: ({ operator }) => (
        <Button size="small" onClick={() => setChosen(String(operator))}>
          Change
        </Button>
      ),
    },
  ];
  if (data === undefined && error !== null) return <LoadFailed error={error} again={refetch} />;
  if (data === undefined) return <Loading />;
  const row = data.rows.find(({ operator }) => operator === chosen);
  return (
    <div className="console-two">
      <Card flush title="Operators">
        <div className="console-scroll">
          <Table
            label="Operators"
            columns={columns}
            rows={data.rows}
            rowKey={({ operator }) => String(operator)}
          />
        </div>
      </Card>
      <DetailPane chosen={chosen}>
        {row === undefined ? (
          <div className="stack-4">
            <Proposed />
            <Invite />
          </div>
        ) : (
          <Change key={chosen} row={row} onDone={() => setChosen(undefined)} />
        )}
      </DetailPane>
    </div>
  );
}

function RoleChips(props: {
  readonly roles: readonly string[];
  readonly onRolesChange: (roles: readonly string[]) => void;
}) {
  const { roles, onRolesChange } = props;
  return (
    <fieldset className="chips in-form">
      <legend className="small muted">Roles</legend>
      {ROLES.map((role) => (
        <Chip
          key={role}
          pressed={roles.includes(role)}
          onPressedChange={(on) =>
            onRolesChange(on ? [...roles, role] : roles.filter((each) => each !== role))
          }
        >
          {role}
        </Chip>
      ))}
    </fieldset>
  );
}

/** Proposals waiting for a second owner; they are confirmed on the proposals page. */
function Proposed() {
  const { data } = useReadCommand({ command: "proposal list" }, { everyMs: EVERY_MS });
  const waiting = data?.rows.filter(({ kind, state }) => kind === "operator" && state === "waits") ?? [];
  if (waiting.length === 0) return null;
  return (
    <Card className="stack-4" title="Waiting for a second owner">
      {waiting.map(({ proposal, proposedBy, what }) => (
        <p key={String(proposal)}>
          <a className="link" href="#/corrections">
            Proposal {proposal}
          </a>{" "}
          by {proposedBy}: {what}
        </p>
      ))}
    </Card>
  );
}

/** Omits an empty mailbox. */
const withMailbox = (mailbox: string): { readonly mailbox?: string } => (mailbox === "" ? {} : { mailbox });

function MailboxField(props: {
  readonly value: string;
  readonly help: string;
  readonly onValueChange: (value: string) => void;
}) {
  return (
    <Input
      label="Mailbox"
      help={props.help}
      type="email"
      value={props.value}
      onChange={(event) => props.onValueChange(event.target.value.trim())}
    />
  );
}

interface Invited {
  readonly name: string;
  readonly mailbox: string;
  readonly roles: readonly string[];
}

const NOBODY: Invited = { name: "", mailbox: "", roles: [] };

function Invite() {
  const sendsMail = useMe().data?.sendsMail === true;
  const [fields, setFields] = useState(NOBODY);
  const { name, mailbox, roles } = fields;
  const change = (changed: Partial<Invited>) => setFields({ ...fields, ...changed });
  const act = useAct();
  return (
    <Card className="stack-4" title="Invite an operator">
      <Form
        className="stack-4"
        onSubmit={() =>
          act.mutate(
            { command: "operator invite", target: name.trim(), input: { roles, ...withMailbox(mailbox) } },
            // Keep what was typed in the meantime.
            { onSuccess: () => setFields((now) => (now === fields ? NOBODY : now)) },
          )
        }
      >
        <Input
          label="Login name"
          help={OPERATOR_NAME_RULE}
          error={name === "" || OPERATOR_NAME.test(name.trim()) ? undefined : NAME_PROBLEM}
          value={name}
          onChange={(event) => change({ name: event.target.value })}
        />
        {sendsMail && (
          <MailboxField
            value={mailbox}
            help="The link goes there, and nobody else sees it."
            onValueChange={(value) => change({ mailbox: value })}
          />
        )}
        <RoleChips roles={roles} onRolesChange={(chosen) => change({ roles: chosen })} />
        <Button
          type="submit"
          tone="primary"
          busy={act.isPending}
          disabled={!OPERATOR_NAME.test(name.trim()) || roles.length === 0}
        >
          Invite
        </Button>
      </Form>
      <LinkOnce result={act.data} />
      <Notice>
        {!sendsMail &&
          "This server sends no mail. The owner who completes the invitation sees the link and gives it to the new operator. "}
        Once there are two independent owners, an invitation is a proposal that the other one confirms. The
        new operator counts as one person with those who invited them, and does not count in a decision on the
        first day; only the two founders count at once.
      </Notice>
    </Card>
  );
}

function Change({ row, onDone }: { readonly row: Row; readonly onDone: () => void }) {
  const target = String(row["operator"]);
  const [roles, setRoles] = useState<readonly string[]>(String(row["roles"]).split(", "));
  const [reason, setReason] = useState("");
  const [mailbox, setMailbox] = useState("");
  const act = useAct();
  const sendsMail = useMe().data?.sendsMail === true;
  const isDisabled = row["state"] === "disabled";
  const cannot = reason.trim() === "";
  return (
    <Card
      className="stack-4"
      title={target}
      aside={
        <Button size="small" tone="ghost" onClick={onDone}>
          Done
        </Button>
      }
    >
      <p className="muted small">
        {row["countsFrom"] === null
          ? "A founder, who counts in decisions from the beginning."
          : `Counts in decisions of two people from ${row["countsFrom"]}.`}
        {row["mailbox"] !== null && ` Mailbox: ${row["mailbox"]}.`}
      </p>
      <RoleChips roles={roles} onRolesChange={setRoles} />
      {sendsMail && (
        <MailboxField
          value={mailbox}
          help="The link for a new password and code goes there. Leave it empty to use the known mailbox."
          onValueChange={setMailbox}
        />
      )}
      <ReasonField label="Reason, for the audit log" value={reason} onValueChange={setReason} />
      <div className="console-actions">
        <Button
          size="medium"
          tone="primary"
          disabled={cannot || roles.length === 0}
          onClick={() => act.mutate({ command: "operator roles", target, reason, input: { roles } })}
        >
          Set roles
        </Button>
        <Button
          size="medium"
          disabled={cannot}
          onClick={() =>
            act.mutate({ command: "operator reset", target, reason, input: withMailbox(mailbox) })
          }
        >
          New password and code
        </Button>
        <Button
          size="medium"
          tone={isDisabled ? "secondary" : "danger"}
          disabled={cannot}
          onClick={() =>
            act.mutate({ command: isDisabled ? "operator enable" : "operator disable", target, reason })
          }
        >
          {isDisabled ? "Enable" : "Disable"}
        </Button>
      </div>
      <LinkOnce result={act.data} />
    </Card>
  );
}

/** Shows the link once; logs and later calls never contain it. Other results appear as a short message. */
export function LinkOnce({ result }: { readonly result: CommandResult | undefined }) {
  const row = result?.rows[0];
  if (row === undefined) return null;
  const link = new URL(String(row["link"]), window.location.origin).href;
  return (
    <Notice tone="warn" announce title="This link works once. Copy it now.">
      <div className="stack">
        <p>
          It is shown only here and only now. Give it to that person alone, before {row["until"]}. You have
          seen it, so the two of you count as one person.
        </p>
        <p className="mono small console-wrap">{link}</p>
        <div>
          <CopyButton text={link} />
        </div>
      </div>
    </Notice>
  );
}
