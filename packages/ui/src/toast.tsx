import { useEffect, useState, useSyncExternalStore } from "react";
import { AlertIcon, CheckIcon } from "./icons.tsx";
import "./overlay.css";
import type { Toast } from "./toast-store.ts";
import { dismissToast, toastStore } from "./toast-store.ts";
import { Link } from "./ui-context.tsx";

/** Draws the messages of the toast store; stands once in the shell. */
export function ToastViewport() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.get, toastStore.get);
  return (
    <output className="toasts">
      {toasts.map((toast) => (
        <ToastLine key={toast.id} toast={toast} />
      ))}
    </output>
  );
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
