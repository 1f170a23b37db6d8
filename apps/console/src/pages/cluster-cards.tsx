import { Badge } from "@candor/ui/badge.tsx";
import { Card } from "@candor/ui/card.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { type Column, Table } from "@candor/ui/table.tsx";
import type { ClusterLines, NodeLine, ReplicaLine, TakeOverLine } from "@candor/wire/console/system";
import { countText, Moment, secondsText } from "../parts/figures.tsx";

const KIB = 1_024;

const NODES: readonly Column<NodeLine>[] = [
  { key: "name", header: "Name", className: "med nowrap", renderCell: ({ name }) => name },
  { key: "role", header: "Role", className: "nowrap", renderCell: roleText },
  { key: "state", header: "State", className: "nowrap", renderCell: (line) => <NodeState line={line} /> },
  { key: "behind", header: "Behind", align: "right", className: "n nowrap", renderCell: behindText },
  {
    key: "seq",
    header: "Last command",
    align: "right",
    className: "n",
    renderCell: ({ seq }) => countText(seq),
  },
  { key: "term", header: "Term", align: "right", className: "n", renderCell: ({ term }) => countText(term) },
  { key: "version", header: "Version", className: "n", renderCell: ({ version }) => version || "–" },
  { key: "address", header: "Address", className: "n muted", renderCell: ({ address }) => address || "–" },
  {
    key: "report",
    header: "Last report",
    align: "right",
    className: "n nowrap",
    renderCell: ({ silentMs }) => `${secondsText(silentMs)} ago`,
  },
];

const ROLES: Readonly<Record<NodeLine["role"], string>> = {
  all: "Single server",
  core: "Core",
  gateway: "Gateway",
  projector: "Projector",
  signer: "Signer",
  chain: "Chain",
};

function roleText({ role, isLeader }: NodeLine): string {
  if (isLeader) return `${ROLES[role]}, leader`;
  return role === "core" ? "Core, standby" : ROLES[role];
}

function NodeState({ line: { isLost, isWaiting } }: { readonly line: NodeLine }) {
  if (isLost) return <Badge tone="down">No report</Badge>;
  return isWaiting ? <Badge tone="neutral">Waiting</Badge> : <Badge tone="up">Running</Badge>;
}

function behindText({ behind, behindFrames, behindMs, isLeader }: NodeLine): string {
  if (behind === null || behindMs === null || isLeader) return "–";
  if (behindMs === 0) return "0";
  return `${countText(behind)} in ${countText(behindFrames)} frames, ${secondsText(behindMs)}`;
}

const DATABASES: readonly Column<ReplicaLine>[] = [
  { key: "name", header: "Name", className: "med nowrap", renderCell: ({ name }) => name },
  {
    key: "state",
    header: "State",
    className: "nowrap",
    renderCell: ({ state }) => <Badge tone={HEALTHY.has(state) ? "up" : "warn"}>{asWord(state)}</Badge>,
  },
  {
    key: "sync",
    header: "Confirms commits",
    className: "nowrap",
    renderCell: ({ sync }) => confirms(sync),
  },
  {
    key: "lag",
    header: "Lag",
    align: "right",
    className: "n nowrap",
    renderCell: ({ lagBytes }) => bytesText(lagBytes),
  },
  {
    key: "time",
    header: "Delay",
    align: "right",
    className: "n nowrap",
    renderCell: ({ lagMs }) => (lagMs === null ? "–" : `${countText(lagMs)} ms`),
  },
];

/** The primary as a line of the table. */
const PRIMARY: Omit<ReplicaLine, "name"> = { state: "primary", sync: "", lagBytes: null, lagMs: null };
const HEALTHY: ReadonlySet<string> = new Set([PRIMARY.state, "streaming"]);

const asWord = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** In words, PostgreSQL's `sync_state`. */
function confirms(sync: string): string {
  if (sync === "") return "–";
  if (sync === "sync") return "Always (sync)";
  return sync === "quorum" ? "One of several (quorum)" : `Never (${sync})`;
}

const bytesText = (bytes: number | null): string =>
  bytes === null ? "–" : bytes < KIB ? `${bytes} B` : `${countText(Math.round(bytes / KIB))} KiB`;

/** A name at the beginning keeps its letters. */
const whyText = ({ reason, from, name }: TakeOverLine): string =>
  [from, name].some((each) => each !== "" && reason.startsWith(each)) ? reason : asWord(reason);

const TAKE_OVERS: readonly Column<TakeOverLine>[] = [
  { key: "time", header: "Time", renderCell: ({ atMs }) => <Moment ms={atMs} /> },
  { key: "term", header: "Term", align: "right", className: "n", renderCell: ({ term }) => countText(term) },
  { key: "from", header: "From", className: "nowrap", renderCell: ({ from }) => from || "–" },
  { key: "name", header: "To", className: "med nowrap", renderCell: ({ name }) => name },
  { key: "reason", header: "Why", className: "muted", renderCell: whyText },
];
/** The processes of a cluster, its databases, and the changes of its leader. */
export function ClusterCards({ cluster }: { readonly cluster: ClusterLines }) {
  return (
    <>
      <Problems cluster={cluster} />
      <Processes cluster={cluster} />
      <Databases cluster={cluster} />
      <TakeOvers lines={cluster.takeOvers} />
    </>
  );
}

function Problems({ cluster: { writing, problem } }: { readonly cluster: ClusterLines }) {
  return (
    <>
      {writing === "waiting for a standby" && (
        <Notice tone="down" title="Orders are not acknowledged." announce>
          The primary database waits for a standby to confirm a commit. Start a database standby, and the
          exchange continues by itself.
        </Notice>
      )}
      {writing === "no primary database" && (
        <Notice tone="down" title="Orders are not acknowledged." announce>
          There is no primary database. The exchange continues by itself as soon as there is one.
        </Notice>
      )}
      {problem !== "" && (
        <Notice tone="warn" title="These figures are not new." announce>
          The database did not answer: {problem}.
        </Notice>
      )}
    </>
  );
}

function Processes({ cluster: { term, nodes } }: { readonly cluster: ClusterLines }) {
  const lost = nodes.filter(({ isLost }) => isLost).length;
  const leader = nodes.find(({ isLeader, isLost }) => isLeader && !isLost);
  const leads =
    leader === undefined ? `Nobody leads since term ${term}` : `${leader.name} leads in term ${term}`;
  return (
    <Card
      flush
      title="Processes"
      aside={
        <Badge tone={leader === undefined || lost > 0 ? "down" : "up"}>
          {lost === 0 ? leads : `${leads}, ${lost} missing`}
        </Badge>
      }
    >
      <div className="console-scroll">
        <Table label="Processes" columns={NODES} rows={nodes} rowKey={({ name }) => name} />
      </div>
    </Card>
  );
}

function Databases({ cluster: { primary, replicas } }: { readonly cluster: ClusterLines }) {
  const confirming = replicas.filter(({ sync }) => sync === "sync" || sync === "quorum").length;
  const rows = [{ ...PRIMARY, name: primary }, ...replicas];
  return (
    <Card
      flush
      title="Databases"
      aside={
        <Badge tone={confirming > 0 ? "up" : "down"}>
          {confirming > 0 ? "Each commit is on two databases" : "No standby confirms commits"}
        </Badge>
      }
    >
      <div className="console-scroll">
        <Table label="Databases" columns={DATABASES} rows={rows} rowKey={({ name }) => name} />
      </div>
    </Card>
  );
}

function TakeOvers({ lines }: { readonly lines: readonly TakeOverLine[] }) {
  return (
    <Card flush title="Changes of the leader">
      <div className="console-scroll">
        <Table
          label="Changes of the leader"
          columns={TAKE_OVERS}
          rows={lines}
          rowKey={(line) => String(line.term)}
        />
      </div>
    </Card>
  );
}
