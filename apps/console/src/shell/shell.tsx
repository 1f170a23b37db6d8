import { Badge } from "@candor/ui/badge.tsx";
import { Button, IconButton } from "@candor/ui/button.tsx";
import { classNames } from "@candor/ui/class-names";
import { ErrorState } from "@candor/ui/feedback.tsx";
import { MoonIcon, SunIcon } from "@candor/ui/icons.tsx";
import { Logo } from "@candor/ui/logo.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { LockIcon, LogOutIcon } from "@candor/ui/page-icons.tsx";
import { showToast } from "@candor/ui/toast-store";
import type { ConsoleOperator } from "@candor/wire/console/console-operator";
import { Suspense, useEffect, useRef } from "react";
import { Navigate, NavLink, Route, Routes, useLocation } from "react-router";
import { callConsole } from "../api/console-api.ts";
import { queryClient } from "../api/query-client.ts";
import { useMe } from "../api/use-console.ts";
import { Loading } from "../parts/loading.tsx";
import { SignInScreen } from "../session/sign-in-screen.tsx";
import { type ConsolePage, pagesFor } from "./pages.ts";
import { useTheme } from "./use-theme.ts";
import { useWaiting } from "./use-waiting.ts";

/** An operator may write for a long time without a call: keyboard or pointer input keeps the session alive. */
const STILL_HERE_MS = 60_000;

/** Sign-in, or side bar and page. A temporary server outage does not discard what is being written. */
export function Shell() {
  const { data, error, refetch } = useMe({ everyMs: STILL_HERE_MS });
  if (data === null) return <SignInScreen />;
  if (data !== undefined) return <SignedIn operator={data} isServerAway={error !== null} />;
  if (error === null) return <Loading />;
  return (
    <ErrorState
      title={AWAY}
      action={
        <Button size="small" onClick={() => void refetch()}>
          Try again
        </Button>
      }
    >
      {error.message}
    </ErrorState>
  );
}

const AWAY = "The server cannot be reached";

interface SignedInProps {
  readonly operator: ConsoleOperator;
  readonly isServerAway: boolean;
}

function SignedIn({ operator, isServerAway }: SignedInProps) {
  const pages = pagesFor(operator);
  const first = pages[0];
  return (
    <div className="console">
      <SideBar pages={pages} operator={operator} />
      <div className="console-main">
        {isServerAway && (
          <Notice tone="warn" announce title={AWAY}>
            What you see is from before.
          </Notice>
        )}
        <Routes>
          {pages.map((page) => (
            <Route
              key={page.path}
              path={`/${page.path}/*`}
              element={<PageFrame page={page} operator={operator} />}
            />
          ))}
          <Route
            path="*"
            element={first === undefined ? <NoPages /> : <Navigate to={`/${first.path}`} replace />}
          />
        </Routes>
      </div>
    </div>
  );
}

function NoPages() {
  return <ErrorState title="Nothing to do here">Your roles open no page. Ask an owner.</ErrorState>;
}

interface SideBarProps {
  readonly pages: readonly ConsolePage[];
  readonly operator: ConsoleOperator;
}

function SideBar({ pages, operator }: SideBarProps) {
  const waiting = useWaiting(operator);
  const row = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // Keeps the current page's link visible where the links scroll; a new count shifts it.
  const shown = `${pathname} ${Object.values(waiting).join(" ")}`;
  useEffect(() => {
    const open = row.current?.querySelector<HTMLElement>("a.on");
    if (shown === "" || !open || row.current === null) return;
    row.current.scrollLeft = open.offsetLeft - (row.current.clientWidth - open.offsetWidth) / 2;
  }, [shown]);
  return (
    <aside className="console-side">
      <div className="console-brand">
        <Logo />
        <span>
          <b>Candor</b>
          <span className="micro muted">Console</span>
        </span>
      </div>
      <nav aria-label="Pages" ref={row}>
        {pages.map(({ path, title, icon: Icon }) => (
          <NavLink key={path} to={`/${path}`} className={({ isActive }) => classNames(isActive && "on")}>
            <Icon />
            {title}
            <Waiting count={waiting[path] ?? 0} />
          </NavLink>
        ))}
      </nav>
      <p className="note small">
        <LockIcon size="s" />
        <span>Nobody here can write a price, an outcome or, alone, a balance.</span>
      </p>
    </aside>
  );
}

function Waiting({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return (
    <span className="console-waiting n">
      {count}
      <span className="vh"> waiting</span>
    </span>
  );
}

function PageFrame({ page, operator }: { readonly page: ConsolePage; readonly operator: ConsoleOperator }) {
  const { screen: Screen, title } = page;
  return (
    <>
      <header className="console-head">
        <h1>{title}</h1>
        <span className="grow" />
        {operator.isTestRig && <Badge tone="warn">Test rig: anything here can be set</Badge>}
        {operator.mode === "sandbox" && !operator.isTestRig && (
          <Badge tone="warn">
            <span>
              Sandbox<span className="console-wide">, play money</span>
            </span>
          </Badge>
        )}
        <span className="console-who">
          <b className="small">{operator.name}</b>
          <span className="micro muted">{operator.roles.join(", ")}</span>
        </span>
        <ThemeButton />
        <IconButton label="Log out" onClick={() => void signOut()}>
          <LogOutIcon />
        </IconButton>
      </header>
      <main className="console-page">
        <Suspense fallback={<Loading />}>
          <Screen />
        </Suspense>
      </main>
    </>
  );
}

function ThemeButton() {
  const { theme, toggle } = useTheme();
  return (
    <IconButton label={theme === "night" ? "Light colors" : "Night colors"} onClick={toggle}>
      {theme === "night" ? <SunIcon /> : <MoonIcon />}
    </IconButton>
  );
}

async function signOut(): Promise<void> {
  try {
    await callConsole("sign-out");
  } catch (error) {
    showToast(`Not logged out: ${error instanceof Error ? error.message : String(error)}`, { kind: "error" });
    return;
  }
  queryClient.clear();
  window.location.reload();
}
