import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { AlertIcon, CheckIcon } from "./icons.tsx";
import "./overlay.css";
import type { Toast } from "./toast-store.ts";
import { dismissToast, openToastPlace, toastStore } from "./toast-store.ts";
import { Link } from "./ui-context.tsx";

interface ToastViewportProps {
  /** The sheet it is in; absent for the page. */
  readonly sheet?: string;
  /** Absent on the page, and in a sheet that must not be left, which disables links. */
  readonly onLeave?: (() => void) | undefined;
}

/** Renders the store's messages: once on the page and in each open sheet, around which the page is inert. */
export function ToastViewport({ sheet, onLeave }: ToastViewportProps) {
  const toasts = useSyncExternalStore(toastStore.subscribe, () => toastStore.get(sheet));
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (sheet === undefined ? undefined : openToastPlace(sheet)), [sheet]);
  useLayoutEffect(() => {
    if (box.current !== null && toasts.length > 0) raise(box.current);
  }, [toasts]);
  return (
    // Keep the live region mounted: one that appears together with its text is often not announced.
    <output>
      <div ref={box} className="toasts" popover="manual">
        {toasts.map((toast) => (
          <ToastLine
            key={toast.id}
            toast={toast}
            hasLink={sheet === undefined || onLeave !== undefined}
            onLeave={onLeave}
          />
        ))}
      </div>
    </output>
  );
}

/** Above an open sheet: the last element added to the top layer is on top. */
function raise(box: HTMLElement): void {
  // Browsers without popovers render the messages in place.
  if (typeof box.showPopover !== "function") return;
  if (box.matches(":popover-open")) box.hidePopover();
  box.showPopover();
}

interface ToastLineProps extends Pick<ToastViewportProps, "onLeave"> {
  readonly toast: Toast;
  readonly hasLink: boolean;
}

/** Stays while hovered or focused. */
function ToastLine({ toast, hasLink, onLeave }: ToastLineProps) {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => dismissToast(toast.id), toast.durationMs);
    return () => clearTimeout(timer);
  }, [isHeld, toast]);
  return (
    <div
      className="toast"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {toast.kind === "success" && <CheckIcon size="s" />}
      {toast.kind === "error" && <AlertIcon size="s" />}
      <span>{toast.text}</span>
      {toast.link !== null && hasLink && (
        <Link
          to={toast.link.to}
          onClick={() => {
            dismissToast(toast.id);
            onLeave?.();
          }}
        >
          {toast.link.label}
        </Link>
      )}
    </div>
  );
}
