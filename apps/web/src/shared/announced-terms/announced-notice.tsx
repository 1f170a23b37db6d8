import { Notice } from "@candor/ui/notice.tsx";
import { ClockIcon } from "@candor/ui/page-icons.tsx";
import { Link, useFormats } from "@candor/ui/ui-context.tsx";
import type { CallReply } from "@candor/wire/calls";
import { useT } from "../../i18n/use-t.ts";
import { DECISIONS } from "../../shell/routing/routes.ts";
import { changedLines } from "./setting-changes.ts";
import { useCoinsOf } from "./use-coins-of.ts";

type Announced = CallReply<"decisions">["announced"][number];

/** Announced changes with their start time, and a link to the decision. */
export function AnnouncedNotice({ list }: { readonly list: readonly Announced[] }) {
  const t = useT();
  const formats = useFormats();
  const coinsOf = useCoinsOf();
  const inHours = (n: string) => t("decisions.hours", { n });
  const lines = list.flatMap(({ setting, before, value, fromMs }) =>
    changedLines({ setting, before, value }, formats, inHours, coinsOf).map((line) =>
      t("decisions.changeFrom", {
        time: formats.date(fromMs, "day-time"),
        field: line.key === undefined ? line.field : t(line.key),
        before: line.before,
        after: line.after,
      }),
    ),
  );
  return (
    <Notice icon={ClockIcon} tone="primary">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <Link className="link" to={DECISIONS}>
        {t("decisions.title")}
      </Link>
    </Notice>
  );
}
