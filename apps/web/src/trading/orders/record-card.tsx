import type { ReactNode } from "react";

const COLUMNS = 3;

interface CardFigure {
  readonly label: string;
  readonly value: ReactNode;
}

export interface RecordCardProps {
  readonly pair: ReactNode;
  readonly badge: ReactNode;
  /** Small text next to the badge. */
  readonly note?: ReactNode;
  /** Actions or a time, on the right. */
  readonly aside: ReactNode;
  readonly figures: readonly CardFigure[];
  /** Content below the figures. */
  readonly children?: ReactNode;
}

/** An order or trade on phones: its description and figures, three per row. */
export function RecordCard({ pair, badge, note, aside, figures, children }: RecordCardProps) {
  return (
    <article className="order-card" translate="no">
      <div className="row between">
        <span className="row wrap order-name">
          <b>{pair}</b>
          {badge}
          {note}
        </span>
        {aside}
      </div>
      <dl className="g3 small order-figures">
        {figures.map(({ label, value }, index) => (
          <div key={label} className={index % COLUMNS === COLUMNS - 1 ? "r" : undefined}>
            <dt className="muted">{label}</dt>
            <dd className="med">{value}</dd>
          </div>
        ))}
      </dl>
      {children}
    </article>
  );
}
