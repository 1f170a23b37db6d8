import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { AlertIcon, CheckIcon } from "./icons.tsx";
import "./overlay.css";
import type { Toast } from "./toast-store.ts";
import { dismissToast, toastStore } from "./toast-store.ts";
import { Link } from "./ui-context.tsx";

/** Draws the messages of the toast store; stands once in the shell. */
export function ToastViewport() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.get, toastStore.get);
  const box = useRef<HTMLOutputElement>(null);
  useLayoutEffect(() => {
    if (box.current !== null && toasts.length > 0) raise(box.current);
  }, [toasts]);
  return (
    <output ref={box} className="toasts" popover="manual">
      {toasts.map((toast) => (
        <ToastLine key={toast.id} toast={toast} />
      ))}
    </output>
  );
}

/** Above an open sheet: what was put into the browser's top layer last lies on top. */
function raise(box: HTMLElement): void {
  // Browsers without popovers draw the messages where they are.
  if (typeof box.showPopover !== "function") return;
  if (box.matches(":popover-open")) box.hidePopover();
  box.showPopover();
}

/** Stays while the pointer or the focus is on it. */
function ToastLine({ toast }: { readonly toast: Toast }) {
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
      {toast.link !== null && (
        <Link to={toast.link.to} onClick={() => dismissToast(toast.id)}>
          {toast.link.label}
        </Link>
      )}
    </div>
  );
}
