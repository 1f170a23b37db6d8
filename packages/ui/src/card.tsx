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
