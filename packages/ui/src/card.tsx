import type { HTMLAttributes, ReactNode } from "react";
import { classNames } from "./class-names.ts";
import "./display.css";
import "./list.css";

export interface CardProps extends Omit<HTMLAttributes<HTMLElement>, "title"> {
  readonly title?: ReactNode;
  /** Content next to the title. */
  readonly aside?: ReactNode;
  /** No padding, for lists and tables. */
  readonly flush?: boolean;
}

export function Card({ title, aside, flush = false, className, children, ...rest }: CardProps) {
  return (
    <section className={classNames("card", flush && "flush", className)} {...rest}>
      {title !== undefined && (
        <div className={flush ? "card-h" : "row between"}>
          <h2>{title}</h2>
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}

export interface ListRowProps {
  readonly leading?: ReactNode;
  readonly title: ReactNode;
  readonly subtitle?: ReactNode;
  readonly middle?: ReactNode;
  readonly trailing?: ReactNode;
  readonly className?: string;
}

/** One list row, 60 pixels: icon, two lines, picture, figures. */
export function ListRow({ leading, title, subtitle, middle, trailing, className }: ListRowProps) {
  return (
    <li className={className}>
      {leading}
      <div className="grow stack-1">
        <span className="med trunc">{title}</span>
        {subtitle !== undefined && <span className="small muted trunc">{subtitle}</span>}
      </div>
      {middle}
      {trailing !== undefined && <div className="stack-1 r">{trailing}</div>}
    </li>
  );
}

export interface KeyValueLine {
  readonly key: string;
  readonly label: ReactNode;
  readonly value: ReactNode;
  /** Highlights the most important line. */
  readonly total?: boolean;
}

/** Key-value lines, such as the costs of an action. */
export function KeyValue({
  lines,
  small = false,
}: {
  readonly lines: readonly KeyValueLine[];
  readonly small?: boolean;
}) {
  return (
    <dl className={classNames("kv", small && "s")}>
      {lines.map((line) => (
        <div key={line.key} className={line.total === true ? "tot" : undefined}>
          <dt>{line.label}</dt>
          <dd className="n" translate="no">
            {line.value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
