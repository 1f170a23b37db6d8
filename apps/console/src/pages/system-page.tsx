import { Badge, type Tone } from "@candor/ui/badge.tsx";
import { Card } from "@candor/ui/card.tsx";
import { Empty } from "@candor/ui/feedback.tsx";
import { ServerIcon } from "@candor/ui/page-icons.tsx";
import { type Column, Table } from "@candor/ui/table.tsx";
import type {
  BackupLine,
  ClusterLines,
  NodeLine,
  ReplicaLine,
  SystemStatus,
  TakeOverLine,
} from "@candor/wire/console/system";
import { useConsoleQuery } from "../api/use-console.ts";
import { Moment } from "../parts/figures.tsx";
import { LoadFailed } from "../parts/load-failed.tsx";
import { Loading } from "../parts/loading.tsx";

const EVERY_MS = 5_000;
const SECOND_MS = 1_000;
const KIB = 1_024;

/** What the exchange runs on: its processes and databases, changes of the leader, backups. */
export function SystemPage() {
  const { data, error, refetch } = useConsoleQuery<SystemStatus>("system", {}, { everyMs: EVERY_MS });
  if (data === undefined) return error === null ? <Loading /> : <LoadFailed error={error} again={refetch} />;
  return (
    <div className="stack-4">
      {error !== null && <LoadFailed error={error} again={refetch} />}
      {data.cluster === null ? <SingleMachine seq={data.seq} /> : <Cluster cluster={data.cluster} />}
      <Backups lines={data.backups} />
    </div>
  );
}

const count = (value: number | null): string => (value === null ? "–" : value.toLocaleString("en"));

function SingleMachine({ seq }: { readonly seq: number }) {
  return (
    <Card className="stack-2" title="Processes" aside={<Badge tone="up">Running</Badge>}>
      <p>
        One process on one machine, with its journal in files. It has executed {count(seq)} commands, and all
        of them are on disk.
      </p>
      <p className="small muted">
        If this machine fails, the exchange stops until you start it again, here or from a backup. The page
        “Cluster” of the documentation explains how to run it on three machines.
      </p>
    </Card>
  );
}

const NODES: readonly Column<NodeLine>[] = [
  { key: "name", header: "Name", className: "med", renderCell: ({ name }) => name },
  {
    key: "role",
    header: "Role",
    renderCell: ({ role, isLeader }) =>
      isLeader ? `${role}, leader` : role === "core" ? "core, standby" : role,
  },
  { key: "state", header: "State", renderCell: (line) => <NodeState line={line} /> },
  {
    key: "seq",
    header: "Command",
    align: "right",
    className: "n",
    renderCell: ({ seq }) => count(seq),
  },
  {
    key: "behind",
    header: "Behind",
    align: "right",
    className: "n",
    renderCell: ({ behind }) => count(behind),
  },
  { key: "address", header: "Address", className: "n muted", renderCell: ({ address }) => address || "–" },
];

function NodeState({ line: { isLost, silentMs } }: { readonly line: NodeLine }) {
  if (!isLost) return <Badge tone="up">Running</Badge>;
  return <Badge tone="down">No report for {Math.round(silentMs / SECOND_MS).toLocaleString("en")} s</Badge>;
}

const REPLICAS: readonly Column<ReplicaLine>[] = [
  { key: "name", header: "Name", className: "med", renderCell: ({ name }) => name },
  {
    key: "state",
    header: "State",
    renderCell: ({ state }) => <Badge tone={state === "streaming" ? "up" : "warn"}>{state}</Badge>,
  },
  { key: "sync", header: "Commits wait", renderCell: ({ sync }) => waitsFor(sync) },
  {
    key: "lag",
    header: "Lag",
    align: "right",
    className: "n",
    renderCell: ({ lagBytes }) => lagOf(lagBytes),
  },
];

/** In words, PostgreSQL's `sync_state`. */
function waitsFor(sync: string): string {
  if (sync === "sync") return "for this one";
  if (sync === "quorum") return "for this one or another";
  return "no";
}

const lagOf = (bytes: number | null): string =>
  bytes === null ? "–" : bytes < KIB ? `${bytes} B` : `${Math.round(bytes / KIB).toLocaleString("en")} KiB`;

const TAKE_OVERS: readonly Column<TakeOverLine>[] = [
  { key: "term", header: "Term", className: "n", renderCell: ({ term }) => count(term) },
  { key: "time", header: "Time", renderCell: ({ atMs }) => <Moment ms={atMs} /> },
  { key: "name", header: "Leader", className: "med", renderCell: ({ name }) => name },
  { key: "reason", header: "Why", className: "muted", renderCell: ({ reason }) => reason },
];

function Cluster({ cluster: { term, nodes, replicas, takeOvers } }: { readonly cluster: ClusterLines }) {
  const lost = nodes.filter(({ isLost }) => isLost).length;
  const waited = replicas.filter(({ sync }) => sync === "sync" || sync === "quorum").length;
  return (
    <>
      <Card
        flush
        title="Processes"
        aside={<Badge tone={lost === 0 ? "up" : "down"}>{lost === 0 ? "All running" : `${lost} lost`}</Badge>}
      >
        <div className="console-scroll">
          <Table label="Processes" columns={NODES} rows={nodes} rowKey={({ name }) => name} />
        </div>
      </Card>
      <Card
        flush
        title="Database replicas"
        aside={
          <Badge tone={waited > 0 ? "up" : "down"}>
            {waited > 0 ? "Every commit is on two machines" : "No replica confirms commits"}
          </Badge>
        }
      >
        {replicas.length === 0 ? (
          <Empty icon={ServerIcon} title="No replica">
            The journal is on one database only. If its disk fails, acknowledged orders are lost.
          </Empty>
        ) : (
          <div className="console-scroll">
            <Table label="Database replicas" columns={REPLICAS} rows={replicas} rowKey={({ name }) => name} />
          </div>
        )}
      </Card>
      <Card
        flush
        title="Changes of the leader"
        aside={<span className="small muted">Term {count(term)}</span>}
      >
        <div className="console-scroll">
          <Table
            label="Changes of the leader"
            columns={TAKE_OVERS}
            rows={takeOvers}
            rowKey={(line) => String(line.term)}
          />
        </div>
      </Card>
    </>
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
    renderCell: ({ seq }) => count(seq),
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
  return `${((endedAtMs - startedAtMs) / SECOND_MS).toFixed(1)} s`;
}

function Backups({ lines }: { readonly lines: readonly BackupLine[] }) {
  return (
    <Card flush title="Backups">
      {lines.length === 0 ? (
        <Empty icon={ServerIcon} title="No backup yet">
          On the server, run <code>npm run operator -- backup DIR</code>. The exchange keeps running
          meanwhile.
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
