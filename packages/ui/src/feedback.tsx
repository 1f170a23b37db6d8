import type { CSSProperties, ReactNode } from "react";
import "./feedback.css";
import type { IconComponent } from "./icons.tsx";
import { AlertIcon } from "./icons.tsx";

export interface SkeletonProps {
  readonly width?: number | string;
  readonly height?: number;
  readonly round?: boolean;
}

/** Placeholder shape; invisible for the first 200 ms. */
export function Skeleton({ width = "100%", height = 14, round = false }: SkeletonProps) {
  const style: CSSProperties = { width, height, ...(round && { borderRadius: "50%" }) };
  return <span className="skel" style={style} aria-hidden="true" />;
}

/** Placeholder rows of a loading list. */
export function SkeletonRows({ count = 5, label }: { readonly count?: number; readonly label: string }) {
  return (
    <ul className="list" aria-busy="true" aria-label={label}>
      {Array.from({ length: count }, (_, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- placeholders have no other identity
        <li key={index}>
          <Skeleton width={32} height={32} round />
          <span className="grow stack">
            <Skeleton width={`${56 - (index % 3) * 8}%`} />
            <Skeleton width={`${38 - (index % 3) * 6}%`} height={10} />
          </span>
          <Skeleton width={72} />
        </li>
      ))}
    </ul>
  );
}

export interface EmptyProps {
  readonly icon: IconComponent;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /** The primary action. */
  readonly action?: ReactNode;
}

/** Empty state with the suggested action. */
export function Empty({ icon: Icon, title, children, action }: EmptyProps) {
  return (
    <div className="empty">
      <Icon size="l" />
      <h3>{title}</h3>
      {children !== undefined && <p className="small">{children}</p>}
      {action}
    </div>
  );
}

/** Error with the suggested action. */
export function ErrorState({ title, children, action }: Omit<EmptyProps, "icon">) {
  return (
    <div role="alert">
      <Empty icon={AlertIcon} title={title} action={action}>
        {children}
      </Empty>
    </div>
  );
}
