import type { ConsoleSetting, ConsoleSettingValue } from "@candor/wire/console/settings";
import "./settings.css";
import { Button } from "@candor/ui/button.tsx";
import { Card } from "@candor/ui/card.tsx";
import { Empty } from "@candor/ui/feedback.tsx";
import { Input } from "@candor/ui/input.tsx";
import { GearIcon } from "@candor/ui/page-icons.tsx";
import { type Column, Table } from "@candor/ui/table.tsx";
import type { ConsoleCell } from "@candor/wire/console/command-result";
import { valueReading } from "@candor/wire/console/setting-words";
import { useState } from "react";
import { useMe, useReadCommand } from "../api/use-console.ts";
import { DetailPane } from "../parts/detail-pane.tsx";
import { LoadFailed } from "../parts/load-failed.tsx";
import { Loading } from "../parts/loading.tsx";
import { AnnouncedSettings } from "./announced-settings.tsx";
import { SettingForm } from "./setting-form.tsx";

const MINUTE_LENGTH = "2026-01-01 00:00".length;

type Row = Readonly<Record<string, ConsoleCell>>;

const PLAN = /^mining-plan\.([0-9]+)$/;

/** Returns a plan not set yet, with the next number and a plan's fields. */
function newPlanAfter(states: readonly ConsoleSetting[]): ConsoleSetting {
  const numbers = states.map(({ setting }) => Number(PLAN.exec(setting)?.[1] ?? -1));
  const setting = `mining-plan.${Math.max(-1, ...numbers) + 1}`;
  const value = {
    name: "",
    asset: "USDT",
    price: "",
    totalOutput: "",
    durationDays: 0,
    hashRateGhs: 0,
    stock: 0,
    limitPerUser: 0,
    refundPpm: 0,
  };
  return { setting, version: 0, seq: 0, setAtMs: 0, value };
}

const settingColumns = (choose: (setting: string) => void): Column<Row>[] => [
  { key: "setting", header: "Setting", className: "med", renderCell: ({ setting }) => setting },
  {
    key: "value",
    header: "Value",
    className: "small muted setting-value",
    renderCell: ({ setting, value }) => {
      const reading = valueReading(String(setting), JSON.parse(String(value)) as ConsoleSettingValue);
      return <span title={reading}>{reading}</span>;
    },
  },
  {
    key: "since",
    header: "Since",
    className: "n muted",
    renderCell: ({ since }) => String(since).slice(0, MINUTE_LENGTH),
  },
  { key: "by", header: "By", renderCell: ({ by }) => by },
  {
    key: "show",
    header: <span className="vh">Show</span>,
    align: "right",
    renderCell: ({ setting }) => (
      <Button size="small" aria-label={`Show ${String(setting)}`} onClick={() => choose(String(setting))}>
        Show
      </Button>
    ),
  },
];

/** Current settings, since when and by whom; changes are shown before they are applied. */
export function SettingsPage() {
  const { data, error, refetch } = useReadCommand({ command: "setting list" });
  const { data: me } = useMe();
  const [sought, setSought] = useState("");
  const [chosen, setChosen] = useState<string>();
  if (data === undefined && error !== null) return <LoadFailed error={error} again={refetch} />;
  if (data === undefined) return <Loading />;
  const set = data.data as readonly ConsoleSetting[];
  const states = [...set, newPlanAfter(set)];
  const state = states.find(({ setting }) => setting === chosen);
  const query = sought.trim().toLowerCase();
  const rows = data.rows.filter(({ setting }) => String(setting).toLowerCase().includes(query));
  return (
    <div className="console-two">
      <div className="stack-4">
        <AnnouncedSettings mayWithdraw={me?.commands.includes("setting withdraw") === true} />
        <Card flush title="Settings">
          <div className="console-find console-actions">
            <Input
              label="Find a setting"
              value={sought}
              onChange={(event) => setSought(event.target.value)}
            />
            <Button size="medium" onClick={() => setChosen(newPlanAfter(set).setting)}>
              New mining plan
            </Button>
          </div>
          <div className="console-scroll">
            <Table
              label="Settings"
              columns={settingColumns(setChosen)}
              rows={rows}
              rowKey={({ setting }) => String(setting)}
            />
          </div>
        </Card>
      </div>
      <DetailPane chosen={chosen}>
        {state === undefined ? (
          <Card>
            <Empty icon={GearIcon} title="Choose a setting">
              A setting takes effect with a command whose number is known. A change that raises a limit or
              worsens terms needs a second person, and everybody can see it for a day before it counts.
            </Empty>
          </Card>
        ) : (
          <SettingForm
            key={`${state.setting}@${state.version}`}
            state={state}
            isNew={!set.includes(state)}
            maySet={me?.commands.includes("setting set") === true}
          />
        )}
      </DetailPane>
    </div>
  );
}
