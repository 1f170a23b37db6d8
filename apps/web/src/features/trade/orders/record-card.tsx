import type { ReactNode } from "react";

export interface CardFigure {
  readonly label: string;
  readonly value: ReactNode;
}

export interface RecordCardProps {
  readonly pair: string;
  readonly badge: ReactNode;
  /** Beside the badge, in small. */
  readonly note?: ReactNode;
  /** On the right: what can be done, or when it was. */
  readonly aside: ReactNode;
  readonly figures: readonly [CardFigure, CardFigure, CardFigure];
}

/** An order or a trade on a phone: what it is, and its three figures. */
export function RecordCard({ pair, badge, note, aside, figures }: RecordCardProps) {
  return (
    <article className="order-card">
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
          <div key={label} className={index === 2 ? "r" : undefined}>
            <dt className="muted">{label}</dt>
            <dd className="med">{value}</dd>
          </div>
        ))}
      </dl>
    </article>
  );
}
