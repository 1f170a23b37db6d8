import { Badge, type Tone } from "@candor/ui/badge.tsx";
import { Card } from "@candor/ui/card.tsx";
import { classNames } from "@candor/ui/class-names";
import { type Column, Table } from "@candor/ui/table.tsx";
import type { Dashboard, HealthLine, PoolLine, SolvencyLine } from "@candor/wire/console/dashboard";
import type { ReactNode } from "react";
import { useConsoleQuery, useMe } from "../api/use-console.ts";
import { Alarms } from "../parts/alarms.tsx";
import { Amount, percentOfE4 } from "../parts/figures.tsx";
import { HeldClock } from "../parts/held-clock.tsx";
import { Liabilities } from "../parts/liabilities.tsx";
import { LoadFailed } from "../parts/load-failed.tsx";
import { Loading } from "../parts/loading.tsx";

const EVERY_MS = 10_000;
const FULL_E4 = 10_000;
/** A pool used above this level is highlighted. */
const NEARLY_FULL_E4 = 9_000;
const MINUTE_MS = 60_000;

const STATE_TONES: Readonly<Record<HealthLine["state"], Tone>> = {
  well: "up",
  delayed: "warn",
  down: "down",
};

/** State of the exchange: liabilities and reserves, delays, pending work. */
export function DashboardPage() {
  const { data, error, refetch } = useConsoleQuery<Dashboard>("dashboard", {}, { everyMs: EVERY_MS });
  const { data: me } = useMe();
  if (data === undefined) return error === null ? <Loading /> : <LoadFailed error={error} again={refetch} />;
  const clock = data.health.find(({ part, state }) => part === "clock" && state === "down");
  return (
    <>
      {error !== null && <LoadFailed error={error} again={refetch} />}
      <Alarms lines={data.alarms} />
      {clock !== undefined && me?.commands.includes("clock accept") === true && (
        <HeldClock detail={clock.detail} />
      )}
      <Figures dashboard={data} />
      <div className="console-two console-dashboard">
        <div className="stack-4">
          <Solvency lines={data.solvency} />
          <Liabilities published={data.liabilities} nextAtMs={data.nextLiabilitiesAtMs} />
        </div>
        <div className="stack-4">
          <Health lines={data.health} alarms={data.alarms.length} />
          <Pools lines={data.pools} />
        </div>
      </div>
    </>
  );
}

function Figures({ dashboard }: { readonly dashboard: Dashboard }) {
  const { solvency, waiting, users, asOfSeq, siteOpen } = dashboard;
  const covers = solvency.flatMap(({ asset, coverE4 }) => (coverE4 === null ? [] : [{ asset, coverE4 }]));
  const lowest = covers.toSorted((a, b) => a.coverE4 - b.coverE4)[0];
  const differences = solvency.flatMap(({ difference }) => (difference === null ? [] : [difference]));
  const alarms = differences.filter((difference) => difference !== "0").length;
  return (
    <div className="console-four">
      <Figure
        label="Lowest cover"
        note={
          lowest === undefined ? "Nothing is owed" : `${lowest.asset}, held in the books ÷ owed and in escrow`
        }
      >
        {lowest === undefined ? "–" : percentOfE4(lowest.coverE4)}
      </Figure>
      <Figure
        label="Unexplained on chains"
        note={unexplainedNote(differences.length, alarms)}
        isBad={alarms > 0}
      >
        {differences.length === 0 ? "–" : alarms}
      </Figure>
      <Figure label="Waiting for an operator" note={waitingNote(waiting)}>
        {waiting.withdrawals + waiting.verifications}
      </Figure>
      <Figure
        label="Users"
        note={`Command ${asOfSeq.toLocaleString("en")} · site ${siteOpen ? "open" : "closed"}`}
      >
        {users.toLocaleString("en")}
      </Figure>
    </div>
  );
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;

function waitingNote({ withdrawals, oldestWithdrawalMs, verifications }: Dashboard["waiting"]): string {
  const oldest =
    oldestWithdrawalMs === null ? "" : `, oldest ${Math.floor(oldestWithdrawalMs / MINUTE_MS)} min`;
  return `${counted(withdrawals, "withdrawal")}${oldest}; ${counted(verifications, "verification")}`;
}

function unexplainedNote(known: number, alarms: number): string {
  if (known === 0) return "No chain, or none that answers";
  return alarms === 0 ? "Every unit is accounted for" : "Balances that nobody can explain";
}

interface FigureProps {
  readonly label: string;
  readonly note: string;
  readonly isBad?: boolean;
  readonly children: ReactNode;
}

function Figure(props: FigureProps) {
  return (
    <Card>
      <span className="small muted">{props.label}</span>
      <b className={classNames("n console-figure", props.isBad === true && "is-bad")}>{props.children}</b>
      <span className="small muted">{props.note}</span>
    </Card>
  );
}

const SOLVENCY: readonly Column<SolvencyLine>[] = [
  { key: "asset", header: "Asset", className: "med", renderCell: ({ asset }) => asset },
  { key: "cover", header: "Cover", align: "right", renderCell: ({ coverE4 }) => <Cover coverE4={coverE4} /> },
  {
    key: "difference",
    header: "Unexplained",
    align: "right",
    renderCell: ({ difference }) =>
      difference === null || difference === "0" ? (
        <Amount text={difference} />
      ) : (
        <Badge tone="down">{difference}</Badge>
      ),
  },
  {
    key: "owed",
    header: "Owed to users",
    align: "right",
    renderCell: ({ owed }) => <Amount text={owed} short />,
  },
  {
    key: "escrow",
    header: "In escrow",
    align: "right",
    renderCell: ({ escrowed }) => <Amount text={escrowed} short />,
  },
  {
    key: "held",
    header: "Held in the books",
    align: "right",
    renderCell: ({ held }) => <Amount text={held} short />,
  },
  {
    key: "play",
    header: "Including play money",
    align: "right",
    renderCell: (line) => <Amount text={line.playMoney} short />,
  },
  {
    key: "chain",
    header: "On chain",
    align: "right",
    renderCell: ({ onChain }) => <Amount text={onChain} short />,
  },
];

function Cover({ coverE4 }: { readonly coverE4: number | null }) {
  if (coverE4 === null) return <span className="n">–</span>;
  return <Badge tone={coverE4 < FULL_E4 ? "down" : "up"}>{percentOfE4(coverE4)}</Badge>;
}

function Solvency({ lines }: { readonly lines: readonly SolvencyLine[] }) {
  return (
    <Card flush title="Solvency by asset">
      <div className="console-scroll">
        <Table label="Solvency by asset" columns={SOLVENCY} rows={lines} rowKey={({ asset }) => asset} />
      </div>
      <p className="small muted console-search">
        Held in the books is what users brought in, less what was paid out, and the play money that was given
        out. Cover is that, divided by what is owed and in escrow. On chain counts all coins at our addresses,
        the platform’s own included.
      </p>
    </Card>
  );
}

function Health({ lines, alarms }: { readonly lines: readonly HealthLine[]; readonly alarms: number }) {
  const worst = lines.filter(({ state }) => state !== "well").length;
  const summary =
    alarms > 0
      ? alarms === 1
        ? "1 alarm"
        : `${alarms} alarms`
      : worst === 0
        ? "All well"
        : `${worst} not well`;
  return (
    <Card
      className="stack-3"
      title="Health"
      aside={<Badge tone={alarms > 0 ? "down" : worst === 0 ? "up" : "warn"}>{summary}</Badge>}
    >
      <ul className="console-checks" aria-label="Health">
        {lines.map(({ name, state, detail }) => (
          <li key={name}>
            <Badge tone={STATE_TONES[state]}>{state}</Badge>
            <span>
              <b className="med">{name}</b> <span className="muted">{detail}</span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Pools({ lines }: { readonly lines: readonly PoolLine[] }) {
  return (
    <Card className="stack-3" title="Pools">
      {lines.length === 0 && <p className="small muted">All pools are empty.</p>}
      {lines.map(({ name, asset, usedFor, used, total, usedE4 }) => (
        <div key={`${name} ${asset}`} className="stack small">
          <div className="row between">
            <span>
              {name}, {asset}
            </span>
            <span>
              <Amount text={used} short /> of <Amount text={total} short /> {usedFor}
            </span>
          </div>
          <meter
            className="console-meter"
            aria-label={`${name}, ${asset}`}
            min={0}
            max={FULL_E4}
            high={NEARLY_FULL_E4}
            value={usedE4}
          />
        </div>
      ))}
    </Card>
  );
}
