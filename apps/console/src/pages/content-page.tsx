import { LANGUAGES } from "@candor/domain/enumerations";
import { Badge } from "@candor/ui/badge.tsx";
import { Button } from "@candor/ui/button.tsx";
import { Card } from "@candor/ui/card.tsx";
import { Empty } from "@candor/ui/feedback.tsx";
import { Form } from "@candor/ui/form.tsx";
import { Input } from "@candor/ui/input.tsx";
import { NewsIcon } from "@candor/ui/page-icons.tsx";
import { Select } from "@candor/ui/select.tsx";
import { type Column, Table } from "@candor/ui/table.tsx";
import type { ConsoleCell } from "@candor/wire/console/command-result";
import { CONSOLE_ITEM_KINDS, type ConsoleItem, type ConsoleItemKind } from "@candor/wire/console/content";
import { useState } from "react";
import { useReadCommand } from "../api/use-console.ts";
import { ContentEditor } from "../parts/content-editor.tsx";
import { LoadFailed } from "../parts/load-failed.tsx";
import { Loading } from "../parts/loading.tsx";
import "./content.css";

type Row = Readonly<Record<string, ConsoleCell>>;

/** Length of the date in an ISO time. */
const DAY_LENGTH = 10;
const EVERY_KIND = "all";
const KIND_CHOICES = CONSOLE_ITEM_KINDS.map((kind) => ({ value: kind, label: kind }));

/** For editors: articles, announcements and banners in all languages. */
export function ContentPage() {
  const [opened, setOpened] = useState<ConsoleItem>();
  const [chosen, setChosen] = useState<string>();
  const done = () => {
    setOpened(undefined);
    setChosen(undefined);
  };
  if (opened !== undefined) return <ContentEditor key={opened.id} item={opened} onDone={done} />;
  if (chosen !== undefined) return <Existing key={chosen} id={chosen} onDone={done} />;
  return (
    <div className="console-two">
      <Items onOpen={setChosen} />
      <NewItem onCreate={setOpened} />
    </div>
  );
}

/** An existing item; the editor starts from its state when it was opened. */
function Existing({ id, onDone }: { readonly id: string; readonly onDone: () => void }) {
  const { data, error, refetch } = useReadCommand({ command: "content show", target: id });
  if (data !== undefined) return <ContentEditor item={data.data as ConsoleItem} onDone={onDone} />;
  return error === null ? <Loading /> : <LoadFailed error={error} again={refetch} />;
}

function Items({ onOpen }: { readonly onOpen: (id: string) => void }) {
  const [kind, setKind] = useState<ConsoleItemKind | typeof EVERY_KIND>(EVERY_KIND);
  const { data, error, refetch } = useReadCommand({ command: "content list" });
  if (error !== null) return <LoadFailed error={error} again={refetch} />;
  if (data === undefined) return <Loading />;
  const rows = data.rows.filter((row) => kind === EVERY_KIND || row["kind"] === kind);
  const columns: Column<Row>[] = [
    { key: "title", header: "Title", className: "med", renderCell: ({ title, id }) => title || id },
    { key: "kind", header: "Kind", renderCell: ({ kind: of }) => of },
    { key: "state", header: "State", renderCell: ({ state }) => <State state={String(state)} /> },
    {
      key: "languages",
      header: "Languages",
      className: "n muted",
      renderCell: ({ languages }) => `${String(languages).split(", ").length} of ${LANGUAGES.length}`,
    },
    {
      key: "published",
      header: "Published",
      className: "n muted",
      renderCell: ({ published }) => (published === null ? "–" : String(published).slice(0, DAY_LENGTH)),
    },
    {
      key: "act",
      header: "",
      align: "right",
      renderCell: ({ id, title }) => (
        <Button size="small" aria-label={`Edit ${title || id}`} onClick={() => onOpen(String(id))}>
          Edit
        </Button>
      ),
    },
  ];
  return (
    <Card
      flush
      title="Articles, announcements, adverts"
      aside={
        <Select
          label="Kind"
          value={kind}
          onValueChange={setKind}
          choices={[{ value: EVERY_KIND, label: "all kinds" }, ...KIND_CHOICES]}
        />
      }
    >
      {rows.length === 0 ? (
        <Empty icon={NewsIcon} title="Nothing of this kind">
          Begin one on the right.
        </Empty>
      ) : (
        <div className="console-scroll">
          <Table label="Content" columns={columns} rows={rows} rowKey={({ id }) => String(id)} />
        </div>
      )}
    </Card>
  );
}

const STATE_TONES = { draft: "neutral", changed: "warn", published: "up" } as const;

function State({ state }: { readonly state: string }) {
  const tone = state === "published" || state === "changed" ? STATE_TONES[state] : STATE_TONES.draft;
  return <Badge tone={tone}>{state}</Badge>;
}

function NewItem({ onCreate }: { readonly onCreate: (item: ConsoleItem) => void }) {
  const [id, setId] = useState("");
  const [kind, setKind] = useState<ConsoleItemKind>("news");
  const isSound = /^[0-9A-Za-z_-]{1,40}$/.test(id);
  const draft = { texts: {}, coverUrl: null, link: null };
  return (
    <Card className="stack-4" title="New">
      <Form className="stack-4" onSubmit={() => onCreate({ id, kind, revision: 0, draft, live: null })}>
        <Input
          label="Id, part of its address"
          help="Letters, digits, - and _; it does not change later."
          value={id}
          onChange={(event) => setId(event.target.value.trim())}
        />
        <Select label="Kind" labelShown value={kind} onValueChange={setKind} choices={KIND_CHOICES} />
        <Button type="submit" tone="primary" disabled={!isSound}>
          Write it
        </Button>
      </Form>
    </Card>
  );
}
