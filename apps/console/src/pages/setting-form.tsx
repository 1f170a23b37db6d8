import "./settings.css";
import type { SettingState } from "@candor/protocol/engine-port";
import { RULES_SETTING, SITE_SETTING } from "@candor/protocol/setting-names";
import { Button } from "@candor/ui/button.tsx";
import { Card } from "@candor/ui/card.tsx";
import { Field } from "@candor/ui/field.tsx";
import { Form } from "@candor/ui/form.tsx";
import { Input } from "@candor/ui/input.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { type Column, Table } from "@candor/ui/table.tsx";
import { useId, useState } from "react";
import { useAct, useLook } from "../api/use-console.ts";
import { ReasonField } from "../parts/reason-field.tsx";
import { changesOf, type FieldChange, type FieldTexts, isLong, textsOf, valueOf } from "./setting-fields.ts";
import { readingOf, SETTING_NOTES } from "./setting-reading.ts";

/** Set by commands of their own, because they need other words, or by no operator at all. */
const BY_OTHERS: readonly string[] = [SITE_SETTING, RULES_SETTING];

/** One setting: its fields, what would change, and what it was before. */
export function SettingForm({ state, maySet }: { readonly state: SettingState; readonly maySet: boolean }) {
  const { setting, version, value } = state;
  const [texts, setTexts] = useState<FieldTexts>(() => textsOf(value));
  const note = SETTING_NOTES[setting.split(".")[0] ?? ""];
  const canSet = maySet && !BY_OTHERS.includes(setting);
  return (
    <div className="stack-4">
      <Card className="stack-4" title={setting}>
        {Object.entries(texts).map(([name, text]) => (
          <ValueField
            key={name}
            name={name}
            text={text}
            isLong={isLong(value, name)}
            readOnly={!canSet}
            onTextChange={(changed) => setTexts({ ...texts, [name]: changed })}
          />
        ))}
        {note !== undefined && <p className="muted small">{note}</p>}
        {canSet && <Confirmation target={`${setting}@${version}`} before={state} texts={texts} />}
      </Card>
      <History setting={setting} version={version} />
    </div>
  );
}

interface ValueFieldProps {
  readonly name: string;
  readonly text: string;
  readonly isLong: boolean;
  readonly readOnly: boolean;
  readonly onTextChange: (text: string) => void;
}

function ValueField({ name, text, isLong: long, readOnly, onTextChange }: ValueFieldProps) {
  const id = useId();
  if (!long)
    return (
      <Input
        label={name}
        help={readingOf(name, text)}
        value={text}
        readOnly={readOnly}
        onChange={(event) => onTextChange(event.target.value)}
      />
    );
  return (
    <Field id={id} label={name}>
      <textarea
        id={id}
        className="inp console-area mono"
        rows={8}
        value={text}
        readOnly={readOnly}
        onChange={(event) => onTextChange(event.target.value)}
      />
    </Field>
  );
}

const CHANGE_COLUMNS: readonly Column<FieldChange>[] = [
  { key: "field", header: "Field", className: "med", renderCell: ({ field }) => field },
  { key: "now", header: "Now", className: "mono", renderCell: ({ now }) => now },
  { key: "next", header: "Then", className: "mono", renderCell: ({ next }) => next },
];

/** What changes is shown before it is done, and only what was shown is. */
function Confirmation(props: {
  readonly target: string;
  readonly before: SettingState;
  readonly texts: FieldTexts;
}) {
  const { target, before, texts } = props;
  const [reason, setReason] = useState("");
  const act = useAct();
  const changes = changesOf(before.value, texts);
  const input = valueOf(before.value, texts);
  if (changes.length === 0)
    return <p className="muted small">Change a field to see what would become of it.</p>;
  if (input === undefined) return <Notice tone="warn">One of the fields is not in its form.</Notice>;
  return (
    <Form className="stack-4" onSubmit={() => act.mutate({ command: "setting set", target, reason, input })}>
      <div className="console-scroll">
        <Table label="What changes" columns={CHANGE_COLUMNS} rows={changes} rowKey={({ field }) => field} />
      </div>
      <ReasonField label="Reason, for the audit log" value={reason} onValueChange={setReason} />
      <div>
        <Button
          type="submit"
          tone="primary"
          size="medium"
          busy={act.isPending}
          disabled={reason.trim() === ""}
        >
          Set it
        </Button>
      </div>
      {act.data !== undefined && <Notice announce>{act.data.note}</Notice>}
    </Form>
  );
}

function History({ setting, version }: { readonly setting: string; readonly version: number }) {
  const { data } = useLook({ command: "setting history", target: setting });
  if (data === undefined) return null;
  return (
    <Card
      flush
      title={version === 0 ? "Never set" : `History, ${version} ${version === 1 ? "version" : "versions"}`}
    >
      <ul className="console-history">
        {data.rows.map((row) => (
          <li key={String(row["version"])}>
            <span className="muted small">
              {row["version"] === 0
                ? "As it is configured"
                : `Version ${row["version"]}, command ${row["seq"]}, ${row["since"]}, by ${row["by"]}`}
            </span>
            <span className="mono small">{row["value"]}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
