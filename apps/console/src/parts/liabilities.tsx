import { Card, KeyValue } from "@candor/ui/card.tsx";
import { type Column, Table } from "@candor/ui/table.tsx";
import type { PublishedLiabilities, PublishedTotal } from "@candor/wire/console/dashboard";
import { Amount, Moment } from "./figures.tsx";

const TITLE = "Liabilities, as published";

const TOTALS: readonly Column<PublishedTotal>[] = [
  { key: "asset", header: "Asset", className: "med", renderCell: ({ asset }) => asset },
  {
    key: "liabilities",
    header: "Owed to users",
    align: "right",
    renderCell: ({ liabilities }) => <Amount text={liabilities} />,
  },
  {
    key: "reserves",
    header: "Held in all, as published",
    align: "right",
    renderCell: ({ reserves }) => <Amount text={reserves} />,
  },
  {
    key: "play",
    header: "Including play money",
    align: "right",
    renderCell: ({ playMoney }) => <Amount text={playMoney} />,
  },
];

interface LiabilitiesProps {
  readonly published: PublishedLiabilities | null;
  readonly nextAtMs: number;
}

/** The last proof-of-reserves tree and the time of the next one. */
export function Liabilities({ published, nextAtMs }: LiabilitiesProps) {
  if (published === null) {
    return (
      <Card title={TITLE} className="stack-3">
        <p className="small muted">
          No tree was made yet. The next one is due <Moment ms={nextAtMs} />.
        </p>
      </Card>
    );
  }
  const { treeId, atMs, atSeq, leaves, users, rootHash, totals } = published;
  return (
    <Card flush title={TITLE}>
      <div className="console-published stack-3">
        <KeyValue
          small
          lines={[
            { key: "tree", label: "Tree", value: treeId },
            { key: "at", label: "As of", value: <Moment ms={atMs} /> },
            { key: "seq", label: "After command", value: atSeq.toLocaleString("en") },
            {
              key: "leaves",
              label: "Leaves",
              value: `${leaves.toLocaleString("en")}, ${users.toLocaleString("en")} of them for users`,
            },
            { key: "next", label: "Next tree", value: <Moment ms={nextAtMs} /> },
          ]}
        />
        <p className="small console-wrap">Root hash: {rootHash}</p>
        <p className="small muted">
          Held in all is what is on chain, the platform’s own coins included, and the play money. Cover does
          not use it.
        </p>
      </div>
      <div className="console-scroll">
        <Table label={TITLE} columns={TOTALS} rows={totals} rowKey={({ asset }) => asset} />
      </div>
    </Card>
  );
}
