import { SearchIcon } from "@candor/ui/icons.tsx";
import { Input } from "@candor/ui/input.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import type { ComponentType, KeyboardEvent as ReactKeyboardEvent, RefObject } from "react";
import { Suspense, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useT } from "../../i18n/use-t.ts";
import { ErrorBoundary } from "../code-loading/error-boundary.tsx";
import { addressedPath } from "../routing/addressed-path.ts";
import { searchOverlay } from "./open-search.ts";

export interface SearchResultsProps {
  readonly text: string;
  /** Enter was pressed before this component was loaded. */
  readonly isEntered: boolean;
  readonly onText: (text: string) => void;
  /** Called with the id of the active row. */
  readonly onActive: (id: string | undefined) => void;
  /** Handles key events of the field. */
  readonly keyRef: RefObject<((event: ReactKeyboardEvent) => void) | null>;
  readonly onLeave: () => void;
}

export type SearchResultsPart = ComponentType<SearchResultsProps>;

/** Shortcuts: "/" outside fields and open sheets; Ctrl+K or Cmd+K anywhere. */
function opensSearch(event: KeyboardEvent): boolean {
  const { key, altKey, ctrlKey, metaKey } = event;
  if (ctrlKey || metaKey) return key === "k" && !altKey;
  const isTyping = (event.target as HTMLElement).matches("input, textarea, select, [contenteditable=true]");
  return key === "/" && !altKey && !isTyping && document.querySelector("dialog:not(:has(.search))") === null;
}

/** Calls `open` on a shortcut and from `searchOverlay`. */
function useOpening(open: () => void): void {
  const openNow = useEffectEvent(open);
  // With the first page: no key is lost after it is shown.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!opensSearch(event)) return;
      event.preventDefault();
      openNow();
    };
    searchOverlay.open = () => openNow();
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}

interface Props {
  /** Path of the page that is shown. */
  readonly pathname: string;
  readonly Results: SearchResultsPart;
}

/**
 * Search over any page. The field is rendered at once, so that no input is lost; results are loaded later. It closes with its
 * page, but stays if it was opened after the address had changed and before the new page was shown.
 */
export function SearchOverlay({ pathname, Results }: Props) {
  const t = useT();
  /** Path in the address when the search was opened; undefined while it is closed. */
  const [openedFor, setOpenedFor] = useState<string>();
  const [shownPath, setShownPath] = useState(pathname);
  const [text, setText] = useState("");
  const [active, setActive] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  /** Key handler of the list; until it is loaded, Enter is remembered. */
  const keyRef = useRef<((event: ReactKeyboardEvent) => void) | null>(null);
  const [isEntered, setEntered] = useState(false);
  useOpening(() => {
    // Synchronously: the next key must already reach the field.
    flushSync(() => setOpenedFor(addressedPath()));
    field.current?.focus();
  });
  const close = () => {
    setOpenedFor(undefined);
    setText("");
    setEntered(false);
  };
  if (shownPath !== pathname) {
    setShownPath(pathname);
    if (openedFor !== pathname) close();
  }
  return (
    <Sheet open={openedFor !== undefined} onOpenChange={close} title={t("shell.search")}>
      <Input
        label={t("shell.search")}
        labelHidden
        leading={<SearchIcon size="s" className="muted" />}
        inputRef={field}
        className="search"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded
        aria-controls="found"
        aria-activedescendant={active}
        autoComplete="off"
        enterKeyHint="go"
        maxLength={60}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          // Keys during IME composition belong to the IME.
          if (event.nativeEvent.isComposing) return;
          if (keyRef.current !== null) keyRef.current(event);
          else if (event.key === "Enter") setEntered(true);
        }}
      />
      <ErrorBoundary renderFallback={() => <p role="alert">{t("shell.loadFailed")}</p>}>
        <Suspense fallback={<div className="skel" />}>
          <Results
            text={text}
            isEntered={isEntered}
            onText={setText}
            onActive={setActive}
            keyRef={keyRef}
            onLeave={close}
          />
        </Suspense>
      </ErrorBoundary>
    </Sheet>
  );
}
