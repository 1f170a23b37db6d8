/** Short messages, kept outside React so that anything may raise one. */

/** The default time on screen. */
export const TOAST_MS = 1_500;
/** With a link there is something to reach for. */
export const TOAST_WITH_LINK_MS = 4_000;
const MOST_TOASTS = 3;

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: "success" | "error" | "info";
  /** Where to see the result. */
  readonly link: { readonly to: string; readonly label: string } | null;
  readonly durationMs: number;
}

export interface ToastOptions {
  readonly kind?: Toast["kind"];
  readonly link?: { readonly to: string; readonly label: string };
  readonly durationMs?: number;
}

type Listener = () => void;

const NONE: readonly Toast[] = [];

let toasts: readonly Toast[] = [];
/** The open sheets, the topmost last: around it the page is inert, so messages belong into it. */
let sheets: readonly string[] = [];
let nextId = 1;
const listeners = new Set<Listener>();

function publish(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Raises a message; the same words again replace the earlier ones. */
export function showToast(text: string, options: ToastOptions = {}): void {
  const link = options.link ?? null;
  const toast: Toast = {
    id: nextId++,
    text,
    kind: options.kind ?? "info",
    link,
    durationMs: options.durationMs ?? (link === null ? TOAST_MS : TOAST_WITH_LINK_MS),
  };
  publish([...toasts.filter((other) => other.text !== text), toast].slice(-MOST_TOASTS));
}

export function dismissToast(id: number): void {
  publish(toasts.filter((toast) => toast.id !== id));
}

/** A sheet has opened above all others; returns how to say that it is gone. */
export function openToastPlace(sheet: string): () => void {
  sheets = [...sheets, sheet];
  publish(toasts);
  return () => {
    sheets = sheets.filter((other) => other !== sheet);
    publish(toasts);
  };
}

export const toastStore = {
  subscribe: (listener: Listener): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** What is shown in a sheet, or on the page where no sheet is open. */
  get: (sheet?: string): readonly Toast[] => (sheets.at(-1) === sheet ? toasts : NONE),
};
