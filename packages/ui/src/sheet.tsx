import type { MouseEvent, ReactNode } from "react";
import { useId, useLayoutEffect, useRef } from "react";
import "./button.css";
import { CloseIcon } from "./icons.tsx";
import "./overlay.css";
import { useUi } from "./ui-context.tsx";

export interface SheetProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly children: ReactNode;
}

/**
 * A bottom sheet on a phone, a 440-pixel dialog on a desktop. The browser's own modal dialog keeps the focus inside,
 * makes the rest of the page inert, closes on Escape and gives the focus back.
 */
export function Sheet({ open, ...rest }: SheetProps) {
  return open ? <OpenSheet {...rest} /> : null;
}

function OpenSheet({ onOpenChange, title, description, children }: Omit<SheetProps, "open">) {
  const { labels } = useUi();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Closing before it leaves the page is what returns the focus.
    return () => element?.close();
  }, []);
  const closeFromBackdrop = (event: MouseEvent<HTMLDialogElement>) => {
    // The contents cover the whole dialog: only its backdrop is the dialog itself.
    if (event.target === dialog.current) onOpenChange(false);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape does the same
    <dialog
      ref={dialog}
      className="sheet"
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      aria-describedby={description === undefined ? undefined : `${id}-description`}
      onClick={closeFromBackdrop}
      onCancel={(event) => {
        event.preventDefault();
        onOpenChange(false);
      }}
    >
      <div className="sheet-body">
        <div className="sheet-h">
          <h2 id={`${id}-title`}>{title}</h2>
          <button
            type="button"
            className="iconbtn"
            aria-label={labels.close}
            onClick={() => onOpenChange(false)}
          >
            <CloseIcon />
          </button>
        </div>
        {description !== undefined && (
          <p id={`${id}-description`} className="muted small sheet-lead">
            {description}
          </p>
        )}
        {children}
      </div>
    </dialog>
  );
}
