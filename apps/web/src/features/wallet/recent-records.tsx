import type { FundRecordKind } from "@candor/domain/enumerations";
import { Link } from "@candor/ui/ui-context.tsx";
import { useT } from "../../i18n/use-t.ts";
import { FUND_RECORDS } from "../../shell/routing/routes.ts";
import { RecordRows } from "./fund-record-list.tsx";
import { useRecentRecords } from "./use-records.ts";
import "../../shared/funds/wallet.css";

const SHOWN = 5;

interface Props {
  readonly title: string;
  /** Empty for all kinds. */
  readonly kinds: readonly FundRecordKind[];
}

/** The newest entries with a link to all; renders nothing if there are none. */
export function RecentRecords({ title, kinds }: Props) {
  const t = useT();
  const records = useRecentRecords(SHOWN, kinds);
  if (records === undefined || records.length === 0) return null;
  return (
    <section className="recent">
      <div className="row between recent-head">
        <h2>{title}</h2>
        <Link className="link small inline-link" to={FUND_RECORDS}>
          {t("wallet.allRecords")}
        </Link>
      </div>
      <RecordRows records={records} />
    </section>
  );
}
