import type { ConsoleSetting, ConsoleSettingValue } from "@candor/wire/console/settings";
import "./settings.css";
import { hasOwnNotice, raisedLimits } from "@candor/domain/setting-limits";
import { RULES_SETTING, SCENARIO_SETTING, SITE_SETTING } from "@candor/domain/setting-names";
import { Button } from "@candor/ui/button.tsx";
import { Card } from "@candor/ui/card.tsx";
import { Field } from "@candor/ui/field.tsx";
import { Form } from "@candor/ui/form.tsx";
import { Input } from "@candor/ui/input.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { type Column, Table } from "@candor/ui/table.tsx";
import { fieldName, fieldReading, typedUnit, valueReading } from "@candor/wire/console/setting-words";
import { useId, useState } from "react";
import { useAct, useReadCommand } from "../api/use-console.ts";
import { ReasonField } from "../parts/reason-field.tsx";
import { changedFields, type FieldTexts, isLong, textsOf, valueOf } from "./setting-fields.ts";
import { SETTING_NOTES } from "./setting-reading.ts";

/** Settings that have their own commands or that no operator may change. */
const BY_OTHERS: readonly string[] = [SITE_SETTING, RULES_SETTING, SCENARIO_SETTING];

interface SettingFormProps {
  readonly state: ConsoleSetting;
  /** Never set and without a configured value. */
  readonly isNew: boolean;
  readonly maySet: boolean;
}

/** One setting: fields, pending changes and history. */
export function SettingForm({ state, isNew, maySet }: SettingFormProps) {
  const { setting, version, value } = state;
  const [texts, setTexts] = useState<FieldTexts>(() => textsOf(value));
  const act = useAct();
  const note = SETTING_NOTES[setting.split(".")[0] ?? ""];
  const canSet = maySet && !BY_OTHERS.includes(setting);
  const read = valueOf(value, texts) as Fields | undefined;
  const isChanged = changedFields(value, texts).length > 0;
  return (
    <div className="stack-4">
      <Card className="stack-4" title={setting}>
        {Object.entries(texts).map(([name, text]) => (
          <ValueField
            key={name}
            name={name}
            text={text}
            reading={read && fieldReading(setting, name, read[name], read)}
            isLong={isLong(value, name)}
            readOnly={!canSet}
            onTextChange={(changed) => setTexts({ ...texts, [name]: changed })}
          />
        ))}
        {note !== undefined && <p className="muted small">{note}</p>}
        {canSet && (
          <Confirmation
            before={state}
            isNew={isNew}
            texts={texts}
            isPending={act.isPending}
            onConfirm={(input, reason) =>
              act.mutate(
                { command: "setting set", target: `${setting}@${version}`, reason, input },
                // Keep what was typed in the meantime.
                { onSuccess: () => setTexts((now) => (now === texts ? textsOf(value) : now)) },
              )
            }
          />
        )}
        {act.data !== undefined && !isChanged && <Notice announce>{act.data.note}</Notice>}
      </Card>
      <History setting={setting} version={version} />
    </div>
  );
}

type Fields = Readonly<Record<string, ConsoleSettingValue>>;

interface ValueFieldProps {
  readonly name: string;
  readonly text: string;
  /** Readable form of the text; undefined if a field is invalid. */
  readonly reading: string | undefined;
  readonly isLong: boolean;
  readonly readOnly: boolean;
  readonly onTextChange: (text: string) => void;
}

function ValueField({ name, text, reading, isLong: long, readOnly, onTextChange }: ValueFieldProps) {
  const id = useId();
  const unit = typedUnit(name);
  const label = unit === undefined ? fieldName(name) : `${fieldName(name)}, ${unit}`;
  if (!long)
    return (
      <Input
        label={label}
        help={reading === text ? undefined : reading}
        value={text}
        readOnly={readOnly}
        onChange={(event) => onTextChange(event.target.value)}
      />
    );
  return (
    <Field id={id} label={label} help={reading}>
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

interface FieldChange {
  readonly name: string;
  readonly now: string;
  readonly next: string;
}

const CHANGE_COLUMNS: readonly Column<FieldChange>[] = [
  { key: "field", header: "Field", className: "med", renderCell: ({ name }) => name },
  { key: "now", header: "Now", className: "n", renderCell: ({ now }) => now },
  { key: "next", header: "Then", className: "n", renderCell: ({ next }) => next },
];

interface ConfirmationProps {
  readonly before: ConsoleSetting;
  readonly isNew: boolean;
  readonly texts: FieldTexts;
  readonly isPending: boolean;
  readonly onConfirm: (input: Readonly<Record<string, unknown>>, reason: string) => void;
}

/** Shows the changes, and whether one operator is enough; only the changes shown are applied. */
function Confirmation({ before, isNew, texts, isPending, onConfirm }: ConfirmationProps) {
  const { setting, value } = before;
  const [reason, setReason] = useState("");
  const fields = changedFields(value, texts);
  const input = valueOf(value, texts) as Fields | undefined;
  if (fields.length === 0) return <p className="muted small">Change a field to see the effect.</p>;
  if (input === undefined) return <Notice tone="warn">One of the fields is not in its form.</Notice>;
  const was = value as Fields;
  const changes = fields.map((field) => ({
    name: fieldName(field),
    now: isNew ? "–" : fieldReading(setting, field, was[field], was),
    next: fieldReading(setting, field, input[field], input),
  }));
  const raises = raisedLimits(setting, isNew ? undefined : value, input);
  const isProposal = raises.length > 0;
  return (
    <Form className="stack-4" onSubmit={() => onConfirm(input, reason)}>
      <div className="console-scroll console-changes">
        <Table label="What changes" columns={CHANGE_COLUMNS} rows={changes} rowKey={({ name }) => name} />
      </div>
      {isProposal && <RaiseNotice setting={setting} raises={raises} />}
      <ReasonField
        label={isProposal ? "Reason, which everybody reads" : "Reason, for the audit log"}
        value={reason}
        onValueChange={setReason}
      />
      <div>
        <Button type="submit" tone="primary" size="medium" busy={isPending} disabled={reason.trim() === ""}>
          {isProposal ? "Propose" : "Set"}
        </Button>
      </div>
    </Form>
  );
}

function RaiseNotice({ setting, raises }: { readonly setting: string; readonly raises: readonly string[] }) {
  const names = raises.filter((field) => field !== setting).map(fieldName);
  return (
    <Notice tone="warn" title="This needs a second operator.">
      {names.length === 0
        ? "It sets a limit for the first time. "
        : `It raises a limit or worsens terms: ${names.join(", ")}. `}
      {hasOwnNotice(setting)
        ? "Another operator confirms it, and everybody can see it for a day before it counts."
        : "Another operator confirms it, and it counts 24 hours after that. Everybody can see it meanwhile."}
    </Notice>
  );
}

function History({ setting, version }: { readonly setting: string; readonly version: number }) {
  const { data } = useReadCommand({ command: "setting history", target: setting });
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
                ? "As configured"
                : `Version ${row["version"]}, command ${row["seq"]}, ${row["since"]}, by ${row["by"]}`}
            </span>
            <span className="small">
              {valueReading(setting, JSON.parse(String(row["value"])) as ConsoleSettingValue)}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
