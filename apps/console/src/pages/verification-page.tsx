import { Badge } from "@candor/ui/badge.tsx";
import { Button } from "@candor/ui/button.tsx";
import { Card, KeyValue } from "@candor/ui/card.tsx";
import { Empty } from "@candor/ui/feedback.tsx";
import { DocumentIcon } from "@candor/ui/page-icons.tsx";
import { Tabs } from "@candor/ui/tabs.tsx";
import type { CommandResult, ConsoleCell } from "@candor/wire/console/command-result";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { runCommand } from "../api/console-api.ts";
import { useReadCommand } from "../api/use-console.ts";
import { CheckList } from "../parts/check-list.tsx";
import { Decision } from "../parts/decision.tsx";
import { DetailPane } from "../parts/detail-pane.tsx";
import { LoadFailed } from "../parts/load-failed.tsx";
import { Loading } from "../parts/loading.tsx";

const EVERY_MS = 3_000;
const LEVELS = ["", "Real name", "Advanced"];
const REASONS = [
  "A photo cannot be read.",
  "The document has expired.",
  "The name differs from the document.",
] as const;

type Row = Readonly<Record<string, ConsoleCell>>;
const cell = (row: Row, name: string): string => String(row[name] ?? "–");

/** Identity verification: the list on the left, documents and decision on the right. */
export function VerificationPage() {
  const [which, setWhich] = useState<"pending" | "all">("pending");
  const flags = which === "all" ? ["all"] : [];
  const { data, error, refetch } = useReadCommand(
    { command: "verification list", flags },
    { everyMs: EVERY_MS },
  );
  const [chosen, setChosen] = useState<string>();
  if (data === undefined) return error === null ? <Loading /> : <LoadFailed error={error} again={refetch} />;
  const row = data.rows.find(({ submission }) => submission === chosen);
  return (
    <div className="console-review">
      <Card flush>
        <Tabs
          label="Submissions"
          value={which}
          onValueChange={setWhich}
          choices={[
            { value: "pending", label: "Pending" },
            { value: "all", label: "Latest of each user" },
          ]}
        />
        {error !== null && <LoadFailed error={error} again={refetch} />}
        {data.rows.length === 0 && (
          <Empty icon={DocumentIcon} title="Nothing waits">
            Submissions that wait for review appear here.
          </Empty>
        )}
        <ul className="list">
          {data.rows.map((each) => (
            <li key={cell(each, "submission")}>
              <button
                type="button"
                className="console-pick"
                aria-pressed={each["submission"] === chosen}
                onClick={() => setChosen(cell(each, "submission"))}
              >
                <span className="med">User {cell(each, "user")}</span>
                <span className="small muted">
                  {LEVELS[Number(each["level"])]} · {cell(each, "submitted")}
                </span>
              </button>
              <Badge tone={each["status"] === "pending" ? "primary" : "neutral"}>
                {cell(each, "status")}
              </Badge>
            </li>
          ))}
        </ul>
      </Card>
      <DetailPane chosen={chosen}>
        {row === undefined ? (
          <Card>
            <p className="muted small">Choose a submission.</p>
          </Card>
        ) : (
          <Review key={chosen} row={row} onDone={() => setChosen(undefined)} />
        )}
      </DetailPane>
    </div>
  );
}

function Review({ row, onDone }: { readonly row: Row; readonly onDone: () => void }) {
  const target = cell(row, "submission");
  const look = useMutation({
    mutationFn: () => runCommand({ command: "verification show", target, flags: ["photos"] }),
  });
  const isPending = row["status"] === "pending";
  return (
    <Card
      className="stack-4"
      title={`${LEVELS[Number(row["level"])] ?? ""}, user ${cell(row, "user")}`}
      aside={<Badge tone={isPending ? "primary" : "neutral"}>{cell(row, "status")}</Badge>}
    >
      <KeyValue
        lines={[
          {
            key: "user",
            label: "User",
            value: (
              <Link className="link" to={`/users/${cell(row, "user")}`}>
                {cell(row, "user")}
              </Link>
            ),
          },
          { key: "submitted", label: "Submitted", value: cell(row, "submitted") },
          ...(isPending
            ? []
            : [
                { key: "reviewer", label: "Reviewed by", value: cell(row, "reviewer") },
                { key: "reason", label: "Reason", value: cell(row, "reason") },
              ]),
        ]}
      />
      {look.data === undefined ? (
        <div className="console-actions">
          <Button size="medium" busy={look.isPending} onClick={() => look.mutate()}>
            Show the documents
          </Button>
          <span className="small muted">That you looked goes to the audit log.</span>
        </div>
      ) : (
        <Documents shown={look.data} />
      )}
      {look.error !== null && <LoadFailed error={look.error} again={() => look.mutate()} />}
      {isPending && look.data !== undefined && (
        <Decision
          target={target}
          yes="verification pass"
          no="verification refuse"
          yesWord="Pass"
          noWord="Refuse"
          reasons={REASONS}
          onDone={onDone}
        />
      )}
    </Card>
  );
}

function Documents({ shown }: { readonly shown: CommandResult }) {
  const row = shown.rows[0] ?? {};
  const files = shown.files ?? [];
  const wanted = Number(row["level"]) === 2 ? 3 : 2;
  return (
    <>
      <div className="console-photos">
        {files.map(({ name, base64 }) => (
          <figure key={name}>
            <img src={`data:image/jpeg;base64,${base64}`} alt={`Submitted: ${name.split("-").at(-1)}`} />
            <figcaption className="small muted">{name.split("-").at(-1)?.replace(".jpg", "")}</figcaption>
          </figure>
        ))}
      </div>
      <KeyValue
        lines={["name", "country", "idNumber", "address"].map((name) => ({
          key: name,
          label:
            { name: "Full name", country: "Country", idNumber: "ID number", address: "Address" }[name] ??
            name,
          value: cell(row, name),
        }))}
      />
      <CheckList
        label="Checks"
        lines={[
          {
            check: "Photos",
            passed: files.length === wanted,
            detail: `${files.length} of ${wanted} are there and could be decoded`,
          },
          {
            check: "Fields",
            passed: ["name", "country", "idNumber", "address"].every((name) => row[name] !== null),
            detail: "name, country, number and address are filled in",
          },
        ]}
      />
    </>
  );
}
