import { Select } from "@candor/ui/select.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useT } from "../../i18n/use-t.ts";
import { useSearchParams } from "../../shell/routing/use-search-params.ts";
import type { Published } from "./use-inclusion.ts";

interface TreeChoiceProps {
  readonly newest: Published;
  /** Sequence number from the address; the tree may have been dropped. */
  readonly chosen: string;
}

/** All trees that can still be verified, and the time of the next one. */
export function TreeChoice({ newest, chosen }: TreeChoiceProps) {
  const t = useT();
  const formats = useFormats();
  const [, setParams] = useSearchParams();
  const choices = newest.kept.map(({ treeId, atMs }) => {
    const label = formats.date(atMs, "day-time");
    return {
      value: treeId,
      label: treeId === newest.treeId ? `${label} (${t("liabilities.newest")})` : label,
    };
  });
  const isKept = choices.some(({ value }) => value === chosen);
  return (
    <div className="owed-choice stack-1">
      <Select
        label={t("liabilities.madeAt")}
        labelShown
        value={chosen}
        onValueChange={(treeId) =>
          setParams(treeId === newest.treeId ? {} : { tree: treeId }, { replace: true })
        }
        choices={isKept ? choices : [{ value: chosen, label: chosen }, ...choices]}
      />
      <p className="small muted">
        {t("liabilities.nextAt", { time: formats.date(newest.nextAtMs, "time") })}
      </p>
    </div>
  );
}
