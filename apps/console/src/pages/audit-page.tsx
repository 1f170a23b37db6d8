import { Badge } from "@candor/ui/badge.tsx";
import { Button } from "@candor/ui/button.tsx";
import { Card } from "@candor/ui/card.tsx";
import { Empty } from "@candor/ui/feedback.tsx";
import { HistoryIcon } from "@candor/ui/icons.tsx";
import { Input } from "@candor/ui/input.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { type Column, Table } from "@candor/ui/table.tsx";
import type { AuditRow, AuditVerdict } from "@candor/wire/console/audit";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { callConsole } from "../api/console-api.ts";
import { useConsoleQuery } from "../api/use-console.ts";
import { LoadFailed } from "../parts/load-failed.tsx";
import { Loading } from "../parts/loading.tsx";
import { TextWithHashes } from "../parts/text-with-hashes.tsx";

const SHOWN = 500;

const COLUMNS: readonly Column<AuditRow>[] = [
  { key: "entry", header: "No.", className: "n muted", renderCell: ({ entry }) => entry },
  { key: "time", header: "Time", className: "n", renderCell: ({ time }) => time },
  { key: "operator", header: "Operator", className: "med", renderCell: ({ operator }) => operator },
  { key: "via", header: "Via", className: "muted", renderCell: ({ via }) => via },
  { key: "action", header: "Action", renderCell: ({ action }) => <TextWithHashes text={action} /> },
  { key: "outcome", header: "Outcome", renderCell: ({ outcome }) => outcome },
  {
    key: "change",
    header: "Before → after",
    className: "muted",
    renderCell: ({ change }) => <TextWithHashes text={change} />,
  },
  { key: "reason", header: "Reason", className: "muted", renderCell: ({ reason }) => reason },
];

/** The audit log: who did what to whom and why, with proof that it is unmodified. */
export function AuditPage() {
  const [search, setSearch] = useState("");
  const { data, error, refetch } = useConsoleQuery<readonly AuditRow[]>("audit-list", { limit: SHOWN });
  const verify = useMutation({ mutationFn: () => callConsole<AuditVerdict>("audit-verify") });
  const query = search.trim().toLowerCase();
  const rows = (data ?? []).filter((row) =>
    Object.values(row).some((cell) => String(cell).toLowerCase().includes(query)),
  );
  return (
    <Card
      flush
      title="Audit log"
      aside={
        <div className="row">
          <Input
            label="Search"
            labelHidden
            placeholder="Operator, action, user"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          <Button size="small" busy={verify.isPending} onClick={() => verify.mutate()}>
            Check the chain
          </Button>
        </div>
      }
    >
      {verify.error !== null && <LoadFailed error={verify.error} again={() => verify.mutate()} />}
      {verify.data !== undefined && <Verdict verdict={verify.data} />}
      {error !== null && <LoadFailed error={error} again={refetch} />}
      {error === null && data === undefined && <Loading />}
      {data !== undefined && rows.length === 0 && (
        <Empty icon={HistoryIcon} title="No entries">
          {query === "" ? "Nobody has done anything yet." : "No entry has these words."}
        </Empty>
      )}
      {rows.length > 0 && (
        <>
          <p className="small muted console-search">
            A completed action has two entries, begun and done, and its row shows both numbers. Reads,
            rejected actions, sign-ins and publications of the exchange have one.
          </p>
          <div className="console-scroll console-audit">
            <Table label="Audit log" columns={COLUMNS} rows={rows} rowKey={({ entry }) => entry} />
          </div>
        </>
      )}
    </Card>
  );
}

function Verdict({ verdict }: { readonly verdict: AuditVerdict }) {
  if (verdict.problems.length > 0)
    return (
      <Notice tone="down" announce title="The log was changed.">
        {verdict.problems.join(" ")}
      </Notice>
    );
  return (
    <Notice tone="up" announce title={`The chain is intact up to no. ${verdict.head.number}.`}>
      Every entry is as it was written. Hash of the newest:{" "}
      <span className="mono small console-wrap">{verdict.head.hash}</span>{" "}
      {verdict.unfinished > 0 && <Badge tone="warn">{verdict.unfinished} not finished</Badge>}
    </Notice>
  );
}
