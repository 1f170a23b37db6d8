import type { MouseEvent, ReactNode } from "react";
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from "react";
import "./button.css";
import { CloseIcon } from "./icons.tsx";
import "./overlay.css";
import { followDrag } from "./sheet-drag.ts";
import { ToastViewport } from "./toast.tsx";
import { useUi } from "./ui-context.tsx";

export interface SheetProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  /** It shows what is shown once: its own button alone closes it, no slip beside it. */
  readonly isKept?: boolean;
  readonly children: ReactNode;
}

/**
 * A bottom sheet on a phone, which its head drags down, a 440-pixel dialog on a desktop. The browser's own modal dialog keeps
 * the focus inside, makes the rest of the page inert, closes on Escape and gives the focus back.
 */
export function Sheet({ open, ...rest }: SheetProps) {
  return open ? <OpenSheet {...rest} /> : null;
}

function OpenSheet(props: Omit<SheetProps, "open">) {
  const { onOpenChange, title, description, isKept = false, children } = props;
  const { labels } = useUi();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const close = () => {
    if (!isKept) onOpenChange(false);
  };
  const closeNow = useEffectEvent(close);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Closing before it leaves the page is what returns the focus.
    return () => element?.close();
  }, []);
  useEffect(() => {
    if (dialog.current === null || head.current === null) return undefined;
    return followDrag(dialog.current, head.current, () => closeNow());
  }, []);
  const closeFromBackdrop = (event: MouseEvent<HTMLDialogElement>) => {
    // The contents cover the whole dialog: only its backdrop is the dialog itself.
    if (event.target === dialog.current) close();
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
        close();
      }}
      // A second Escape closes it whatever the page says.
      onClose={() => isKept && dialog.current?.showModal()}
    >
      <div className="sheet-body">
        <div ref={head} className="sheet-h">
          <h2 id={`${id}-title`}>{title}</h2>
          {!isKept && (
            <button type="button" className="iconbtn" aria-label={labels.close} onClick={close}>
              <CloseIcon />
            </button>
          )}
        </div>
        {description !== undefined && (
          <p id={`${id}-description`} className="muted small sheet-lead">
            {description}
          </p>
        )}
        {children}
      </div>
      <ToastViewport sheet={id} onLeave={isKept ? undefined : close} />
    </dialog>
  );
}
