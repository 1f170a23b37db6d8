import { Badge, type Tone } from "@candor/ui/badge.tsx";
import { Card } from "@candor/ui/card.tsx";
import { Empty } from "@candor/ui/feedback.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { ServerIcon } from "@candor/ui/page-icons.tsx";
import { type Column, Table } from "@candor/ui/table.tsx";
import type { BackupLine, SystemStatus } from "@candor/wire/console/system";
import { useConsoleQuery } from "../api/use-console.ts";
import { countText, Moment, secondsText } from "../parts/figures.tsx";
import { LoadFailed } from "../parts/load-failed.tsx";
import { Loading } from "../parts/loading.tsx";
import { isUnanswered, useAnswerAge } from "../parts/use-answer-age.ts";
import { ClusterCards } from "./cluster-cards.tsx";

/** Processes report once a second. */
const EVERY_MS = 2_000;
const SECOND_MS = 1_000;

/** What the exchange runs on: its processes and databases, changes of the leader, backups. */
export function SystemPage() {
  const query = useConsoleQuery<SystemStatus>("system", {}, { everyMs: EVERY_MS });
  const { data, error, refetch } = query;
  const age = useAnswerAge(query);
  if (data === undefined) return error === null ? <Loading /> : <LoadFailed error={error} again={refetch} />;
  return (
    <div className="stack-4">
      {age.isOverdue && <NoAnswer ageMs={age.ageMs} error={error} />}
      {error !== null && !isUnanswered(error) && <LoadFailed error={error} again={refetch} />}
      {data.cluster === null ? (
        <SingleMachine seq={data.seq} isOverdue={age.isOverdue} />
      ) : (
        <ClusterCards cluster={data.cluster} age={age} />
      )}
      <Backups isCluster={data.cluster !== null} lines={data.backups} />
    </div>
  );
}

/** The seconds count on without being announced. */
function NoAnswer({ ageMs, error }: { readonly ageMs: number; readonly error: Error | null }) {
  return (
    <>
      <span className="vh" role="alert">
        No answer
      </span>
      <Notice tone="down" title={`No answer for ${Math.floor(ageMs / SECOND_MS)} s.`}>
        What you see is from before. A change of the leader takes some seconds; the page continues by itself.
        {error !== null && ` ${error.message}`}
      </Notice>
    </>
  );
}

function SingleMachine({ seq, isOverdue }: { readonly seq: number; readonly isOverdue: boolean }) {
  const state = isOverdue ? <Badge tone="neutral">Unknown</Badge> : <Badge tone="up">Running</Badge>;
  return (
    <Card className="stack-2" title="Processes" aside={state}>
      <p>
        The exchange is one process on one machine, with its journal in files and without replication. It has
        executed {countText(seq)} commands, and all of them are on this machine’s disk.
      </p>
      <p className="small muted">
        If the machine fails, the exchange stops until you start it again there, or elsewhere from a backup.
        If its disk is lost, so is everything since the last backup. The page “A cluster of three machines” of
        the documentation explains how to avoid both.
      </p>
    </Card>
  );
}

const BACKUP_TONES: Readonly<Record<BackupLine["state"], Tone>> = {
  complete: "up",
  failed: "down",
  "not finished": "warn",
};

const BACKUP_WORDS: Readonly<Record<BackupLine["state"], string>> = {
  complete: "Complete",
  failed: "Failed",
  "not finished": "Running or interrupted",
};

const BACKUPS: readonly Column<BackupLine>[] = [
  { key: "time", header: "Started", renderCell: ({ startedAtMs }) => <Moment ms={startedAtMs} /> },
  {
    key: "state",
    header: "State",
    renderCell: ({ state }) => <Badge tone={BACKUP_TONES[state]}>{BACKUP_WORDS[state]}</Badge>,
  },
  { key: "took", header: "Took", align: "right", className: "n", renderCell: tookOf },
  {
    key: "seq",
    header: "Up to command",
    align: "right",
    className: "n",
    renderCell: ({ seq }) => countText(seq),
  },
  { key: "operator", header: "Operator", renderCell: ({ operator }) => operator },
  {
    key: "target",
    header: "Directory",
    className: "muted console-wrap",
    renderCell: ({ target, problem }) => (problem === "" ? target : `${target}: ${problem}`),
  },
];

function tookOf({ startedAtMs, endedAtMs }: BackupLine): string {
  if (endedAtMs === null) return "–";
  return secondsText(endedAtMs - startedAtMs);
}

function Backups({
  lines,
  isCluster,
}: {
  readonly lines: readonly BackupLine[];
  readonly isCluster: boolean;
}) {
  return (
    <Card flush title="Backups">
      {lines.length === 0 ? (
        <Empty icon={ServerIcon} title={isCluster ? "No backup listed" : "No backup yet"}>
          {isCluster ? (
            "Back up the database and its log, as the documentation of the cluster describes. This page does not see those backups."
          ) : (
            <>
              On the server, run <code>npm run operator -- backup DIR</code>. The exchange keeps running
              meanwhile.
            </>
          )}
        </Empty>
      ) : (
        <div className="console-scroll">
          <Table
            label="Backups"
            columns={BACKUPS}
            rows={lines}
            rowKey={({ startedAtMs, target }) => `${startedAtMs} ${target}`}
          />
        </div>
      )}
    </Card>
  );
}
