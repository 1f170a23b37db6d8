import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { AlertIcon, CheckIcon } from "./icons.tsx";
import "./overlay.css";
import type { Toast } from "./toast-store.ts";
import { dismissToast, toastStore } from "./toast-store.ts";
import { Link } from "./ui-context.tsx";

const useToasts = (): readonly Toast[] =>
  useSyncExternalStore(toastStore.subscribe, toastStore.get, toastStore.get);

/** Says the newest message in an open sheet: all around it is deaf and dumb. */
export function SpokenToast() {
  return <output className="vh">{useToasts().at(-1)?.text}</output>;
}

/** Draws the messages of the toast store; stands once in the shell. */
export function ToastViewport() {
  const toasts = useToasts();
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (box.current !== null && toasts.length > 0) raise(box.current);
  }, [toasts]);
  return (
    // What is said is added to something that was there before: a region that appears with its words often stays unsaid.
    <output>
      <div ref={box} className="toasts" popover="manual">
        {toasts.map((toast) => (
          <ToastLine key={toast.id} toast={toast} />
        ))}
      </div>
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
