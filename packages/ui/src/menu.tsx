import type { KeyboardEvent, ReactNode } from "react";
import { useId, useLayoutEffect, useRef, useState } from "react";
import "./choice.css";
import { CheckIcon } from "./icons.tsx";
import { moveFocus } from "./roving-focus.ts";

/** Entries that can be chosen. */
const ENTRY = "[role^=menuitem]:not(:disabled)";

interface MenuEntry {
  readonly key: string;
  readonly label: ReactNode;
  /** Whether an entry that is switched on and off is on. The menu stays open for more of them. */
  readonly isChecked?: boolean;
  readonly isDisabled?: boolean;
  readonly onSelect: () => void;
}

export interface MenuProps {
  /** Accessible name of the button. */
  readonly label: string;
  readonly title?: string | undefined;
  readonly buttonClass: string;
  /** Visual content of the button, hidden from screen readers. */
  readonly children: ReactNode;
  readonly entries: readonly MenuEntry[];
}

/** A short list of actions below a button. */
export function Menu({ label, title, buttonClass, children, entries }: MenuProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <span className="menu-root">
      <button
        ref={button}
        type="button"
        className={buttonClass}
        title={title}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <span aria-hidden="true">{children}</span>
        <span className="vh">{label}</span>
      </button>
      {isOpen && (
        <MenuList id={id} label={label} entries={entries} onClose={close} onLeave={() => setOpen(false)} />
      )}
    </span>
  );
}

interface MenuListProps {
  readonly id: string;
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  /** Closed by keyboard or choice: the focus returns to the button. */
  readonly onClose: () => void;
  /** The focus has moved elsewhere. */
  readonly onLeave: () => void;
}

function MenuList({ id, label, entries, onClose, onLeave }: MenuListProps) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    list.current?.querySelector<HTMLElement>(ENTRY)?.focus();
  }, []);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === "Escape" || event.key === "Tab") {
      event.preventDefault();
      onClose();
      return;
    }
    moveFocus(event, ENTRY, false);
  };
  return (
    <div
      ref={list}
      id={id}
      className="menu"
      role="menu"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onLeave();
      }}
    >
      {entries.map((entry) => (
        <button
          key={entry.key}
          type="button"
          role={entry.isChecked === undefined ? "menuitem" : "menuitemcheckbox"}
          aria-checked={entry.isChecked}
          disabled={entry.isDisabled}
          tabIndex={-1}
          onClick={() => {
            if (entry.isChecked === undefined) onClose();
            entry.onSelect();
          }}
        >
          {entry.label}
          {entry.isChecked === true && <CheckIcon size="s" />}
        </button>
      ))}
    </div>
  );
}
