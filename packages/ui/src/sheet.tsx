import type { ReactNode, SyntheticEvent } from "react";
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
  /** For content shown only once: only its own button closes the sheet, so that a slip cannot. */
  readonly closesByButtonOnly?: boolean;
  readonly children: ReactNode;
}

/**
 * A bottom sheet on phones with a drag handle, a 440-pixel dialog on desktops. The native modal dialog traps the focus,
 * makes the page inert, closes on Escape and restores the focus.
 */
export function Sheet({ open, ...rest }: SheetProps) {
  return open ? <OpenSheet {...rest} /> : null;
}

function OpenSheet(props: Omit<SheetProps, "open">) {
  const { onOpenChange, title, description, closesByButtonOnly: isKept = false, children } = props;
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
    // Closing before removal is what restores the focus.
    return () => element?.close();
  }, []);
  useEffect(() => {
    if (dialog.current === null || head.current === null) return undefined;
    return followDrag(dialog.current, head.current, () => closeNow());
  }, []);
  const closeOwn = ({ target }: SyntheticEvent) => {
    // The content covers the dialog, so only backdrop clicks target the dialog itself. React also passes on the events of
    // a sheet that was opened from this one.
    if (target === dialog.current) close();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape does the same
    <dialog
      ref={dialog}
      className="sheet"
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      aria-describedby={description === undefined ? undefined : `${id}-description`}
      onClick={closeOwn}
      onCancel={(event) => {
        event.preventDefault();
        closeOwn(event);
      }}
      onClose={(event) => {
        // Browsers close the dialog on a second Escape in any case.
        if (isKept && dialog.current?.open === false) dialog.current.showModal();
        closeOwn(event);
      }}
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
