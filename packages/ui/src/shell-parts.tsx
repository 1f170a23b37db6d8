import type { ReactNode } from "react";
import { IconButton } from "./button.tsx";
import { classNames } from "./class-names.ts";
import type { IconComponent } from "./icons.tsx";
import { ChevronLeftIcon } from "./icons.tsx";
import { Logo } from "./logo.tsx";
import "./shell.css";
import { Link } from "./ui-context.tsx";

/** Permanent banner of a sandbox. */
export function Strip({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="strip" role="note">
      <span>{title}</span>
      <span aria-hidden="true">·</span>
      <span>{children}</span>
    </div>
  );
}

export interface TitleBarProps {
  readonly title: ReactNode;
  /** If set, shows a back button. */
  readonly onBack?: () => void;
  readonly backLabel?: string;
  readonly children?: ReactNode;
}

/** Phone title bar; desktops have the top bar and a heading instead. */
export function TitleBar({ title, onBack, backLabel = "", children }: TitleBarProps) {
  return (
    <header className="nav">
      {onBack !== undefined && (
        <IconButton label={backLabel} onClick={onBack}>
          <ChevronLeftIcon />
        </IconButton>
      )}
      <h1>{title}</h1>
      {children}
    </header>
  );
}

export interface TabBarItem {
  readonly key: string;
  readonly to: string;
  readonly label: string;
  readonly icon: IconComponent;
  readonly current: boolean;
  /** The raised middle tab. */
  readonly middle?: boolean;
}

export function TabBar({ label, items }: { readonly label: string; readonly items: readonly TabBarItem[] }) {
  return (
    <nav className="tabbar" aria-label={label}>
      {items.map(({ key, to, label: word, icon: Icon, current, middle = false }) => (
        <Link
          key={key}
          to={to}
          className={classNames(middle && "mid")}
          aria-current={current ? "page" : undefined}
        >
          {middle ? (
            <i>
              <Icon />
            </i>
          ) : (
            <Icon />
          )}
          <span>{word}</span>
        </Link>
      ))}
    </nav>
  );
}

export interface TopBarProps {
  readonly label: string;
  readonly home: { readonly to: string; readonly label: string };
  readonly items: readonly { readonly to: string; readonly label: string; readonly current: boolean }[];
  readonly children?: ReactNode;
}

/** Desktop top bar. */
export function TopBar({ label, home, items, children }: TopBarProps) {
  return (
    <header className="topbar">
      <Link className="brand" to={home.to} aria-label={home.label}>
        <Logo />
        <span aria-hidden="true">Candor</span>
      </Link>
      <nav aria-label={label}>
        {items.map((item) => (
          <Link key={item.to} to={item.to} aria-current={item.current ? "page" : undefined}>
            {item.label}
          </Link>
        ))}
      </nav>
      <span className="grow" />
      {children}
    </header>
  );
}
