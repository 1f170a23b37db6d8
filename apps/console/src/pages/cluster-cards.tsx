import { Badge } from "@candor/ui/badge.tsx";
import { Card } from "@candor/ui/card.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { type Column, Table } from "@candor/ui/table.tsx";
import type { ClusterLines, NodeLine, ReplicaLine, TakeOverLine } from "@candor/wire/console/system";
import { countText, Moment, secondsText } from "../parts/figures.tsx";
import type { AnswerAge } from "../parts/use-answer-age.ts";
import { useNarrow } from "../parts/use-narrow.ts";

const KIB = 1_024;

/** The table of processes has one line a process from here on. */
const WIDE_PX = 1_024;
/** Reports that are younger are shown as of now. */
const NOW_MS = 1_000;

/** A process as of the last answer, with the age of that. */
interface AgedNode extends NodeLine {
  /** Milliseconds since its last report. */
  readonly silentMs: number;
  /** Whether its state is not known any more. */
  readonly isUnknown: boolean;
}

/** In a narrow window, name, role and address share a cell. */
const NODES: readonly Column<AgedNode>[] = [
  {
    key: "name",
    header: "Name",
    className: "nowrap",
    renderCell: ({ name }) => <b className="med">{name}</b>,
  },
  { key: "role", header: "Role", className: "nowrap", joins: true, renderCell: roleText },
  {
    key: "address",
    header: "Address",
    className: "n muted",
    joins: true,
    renderCell: ({ address }) => address || "–",
  },
  { key: "state", header: "State", className: "nowrap", renderCell: (line) => <NodeState line={line} /> },
  { key: "report", header: "Last report", className: "n nowrap", joins: true, renderCell: reportText },
  {
    key: "version",
    header: "Version",
    className: "n",
    joins: true,
    renderCell: ({ version }) => version || "–",
  },
  { key: "behind", header: "Behind", align: "right", className: "n console-wrap", renderCell: behindText },
  {
    key: "seq",
    header: "Command",
    align: "right",
    className: "n",
    joins: true,
    renderCell: ({ seq }) => countText(seq),
  },
  {
    key: "term",
    header: "Term",
    align: "right",
    className: "n",
    joins: true,
    renderCell: ({ term }) => countText(term),
  },
];

/** A function: the columns above use it while this module is loaded. */
function reportText({ silentMs }: AgedNode): string {
  return silentMs < NOW_MS ? "Now" : `${secondsText(silentMs)} ago`;
}

const ROLES: Readonly<Record<NodeLine["role"], string>> = {
  all: "Single server",
  core: "Core",
  gateway: "Gateway",
  projector: "Projector",
  custody: "Custody",
  signer: "Signer",
  chain: "Chain",
};

function roleText({ role, isLeader, isFormerLeader }: NodeLine): string {
  if (isLeader) return `${ROLES[role]}, leader`;
  if (isFormerLeader) return `${ROLES[role]}, former leader`;
  return role === "core" ? "Core, standby" : ROLES[role];
}

function NodeState({ line }: { readonly line: AgedNode }) {
  const { isLost, isWaiting, isFormerLeader, isUnknown } = line;
  if (isUnknown) return <Badge tone="neutral">Unknown</Badge>;
  if (isLost) return <Badge tone="down">No report</Badge>;
  if (isFormerLeader) return <Badge tone="warn">Ending</Badge>;
  return isWaiting ? <Badge tone="neutral">Waiting</Badge> : <Badge tone="up">Running</Badge>;
}

function behindText({ behind, behindFrames, behindMs, isLeader }: NodeLine): string {
  if (behind === null || behindMs === null || isLeader) return "–";
  if (behindMs === 0) return "0";
  return `${countText(behind)} in ${countText(behindFrames)} frames, ${secondsText(behindMs)}`;
}

interface AgedReplica extends ReplicaLine {
  /** Whether its state is not known any more. */
  readonly isUnknown: boolean;
}

const DATABASES: readonly Column<AgedReplica>[] = [
  {
    key: "name",
    header: "Name",
    className: "nowrap",
    renderCell: ({ name }) => <b className="med">{name}</b>,
  },
  {
    key: "state",
    header: "State",
    className: "nowrap",
    renderCell: ({ state, isUnknown }) => (
      <Badge tone={isUnknown ? "neutral" : HEALTHY.has(state) ? "up" : "warn"}>{asWord(state)}</Badge>
    ),
  },
  {
    key: "sync",
    header: "Confirms commits",
    className: "nowrap",
    joins: true,
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
    joins: true,
    renderCell: delayText,
  },
];

/** The database measures nothing while nothing is written: a standby with everything has no delay. */
function delayText({ lagMs, lagBytes, sync }: ReplicaLine): string {
  if (lagMs !== null) return `${countText(lagMs)} ms`;
  return sync !== "" && lagBytes === 0 ? "0 ms" : "–";
}

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
  {
    key: "term",
    header: "Term",
    className: "n",
    joins: true,
    renderCell: ({ term }) => countText(term),
  },
  { key: "from", header: "From", className: "nowrap", renderCell: ({ from }) => from || "–" },
  {
    key: "name",
    header: "To",
    className: "nowrap",
    joins: true,
    renderCell: ({ name }) => <b className="med">{name}</b>,
  },
  { key: "reason", header: "Why", className: "muted console-wrap", renderCell: whyText },
];

interface ClusterProps {
  readonly cluster: ClusterLines;
  readonly age: AnswerAge;
}

/** The processes of a cluster, its databases, and the changes of its leader. */
export function ClusterCards({ cluster, age }: ClusterProps) {
  return (
    <>
      <Problems cluster={cluster} />
      <Processes cluster={cluster} age={age} />
      <Databases cluster={cluster} age={age} />
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

/** Whether the figures may be wrong by now: nothing newer has come from the server, or to it from the database. */
const isStale = ({ cluster, age }: ClusterProps): boolean => age.isOverdue || cluster.problem !== "";

function Processes(props: ClusterProps) {
  const { cluster, age } = props;
  const { term, nodes } = cluster;
  const isUnknown = isStale(props);
  const rows = nodes.map((node) => ({ ...node, silentMs: node.silentMs + age.ageMs, isUnknown }));
  const isNarrow = useNarrow(WIDE_PX);
  const lost = nodes.filter(({ isLost }) => isLost).length;
  const leader = nodes.find(({ isLeader, isLost }) => isLeader && !isLost);
  const leads =
    leader === undefined ? `Nobody leads since term ${term}` : `${leader.name} leads in term ${term}`;
  return (
    <Card
      flush
      title="Processes"
      aside={
        isUnknown ? (
          <Badge tone="neutral">Who leads is not known</Badge>
        ) : (
          <Badge tone={leader === undefined || lost > 0 ? "down" : "up"}>
            {lost === 0 ? leads : `${leads}, ${lost} missing`}
          </Badge>
        )
      }
    >
      <div className="console-scroll">
        <Table label="Processes" columns={NODES} rows={rows} rowKey={nameOf} isCompact={isNarrow} />
      </div>
    </Card>
  );
}

function Databases(props: ClusterProps) {
  const { primary, replicas } = props.cluster;
  const isUnknown = isStale(props);
  const isNarrow = useNarrow();
  const confirming = replicas.filter(({ sync }) => sync === "sync" || sync === "quorum").length;
  const rows = [{ ...PRIMARY, name: primary }, ...replicas].map((line) => ({ ...line, isUnknown }));
  return (
    <Card
      flush
      title="Databases"
      aside={
        isUnknown ? (
          <Badge tone="neutral">Not known</Badge>
        ) : (
          <Badge tone={confirming > 0 ? "up" : "down"}>
            {confirming > 0 ? "Each commit is on two databases" : "No standby confirms commits"}
          </Badge>
        )
      }
    >
      <div className="console-scroll">
        <Table label="Databases" columns={DATABASES} rows={rows} rowKey={nameOf} isCompact={isNarrow} />
      </div>
    </Card>
  );
}

const nameOf = ({ name }: { readonly name: string }): string => name;

function TakeOvers({ lines }: { readonly lines: readonly TakeOverLine[] }) {
  const isNarrow = useNarrow();
  return (
    <Card flush title="Changes of the leader">
      <div className="console-scroll">
        <Table
          label="Changes of the leader"
          columns={TAKE_OVERS}
          rows={lines}
          rowKey={(line) => String(line.term)}
          isCompact={isNarrow}
        />
      </div>
    </Card>
  );
}
