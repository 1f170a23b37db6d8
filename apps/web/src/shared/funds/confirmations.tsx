import { useT } from "../../i18n/use-t.ts";

/** Up to this many confirmations are drawn as separate fields. */
const MAX_FIELDS = 24;

interface Props {
  readonly count: number;
  readonly required: number;
}

/** Number of confirmations of a transaction, as measured. */
export function Confirmations({ count, required }: Props) {
  const t = useT();
  const done = Math.min(count, required);
  const words = t("wallet.confirmationsOf", { count: done, required });
  return (
    <div
      className="conf"
      role="progressbar"
      aria-label={words}
      aria-valuemin={0}
      aria-valuemax={required}
      aria-valuenow={done}
      style={{ gridTemplateColumns: `repeat(${Math.min(required, MAX_FIELDS)}, minmax(0, 1fr))` }}
    >
      {Array.from({ length: Math.min(required, MAX_FIELDS) }, (_, index) => (
        <i
          // oxlint-disable-next-line react/no-array-index-key -- fields have no other identity
          key={index}
          className={
            index < Math.floor((done / required) * Math.min(required, MAX_FIELDS)) ? "on" : undefined
          }
        />
      ))}
    </div>
  );
}
