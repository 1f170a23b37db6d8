/** Short messages, stored outside React so that any code can show one. */

/** Default duration on screen. */
export const TOAST_MS = 1_500;
/** Longer with a link, so that it can be reached. */
const TOAST_WITH_LINK_MS = 4_000;
const MAX_TOASTS = 3;

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: "success" | "error" | "info";
  /** Link to the result. */
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
/** Open sheets, topmost last: the page around is inert, so messages must be rendered inside. */
let sheets: readonly string[] = [];
let nextId = 1;
const listeners = new Set<Listener>();

function publish(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows a message; the same text replaces an earlier one. */
export function showToast(text: string, options: ToastOptions = {}): void {
  const link = options.link ?? null;
  const toast: Toast = {
    id: nextId++,
    text,
    kind: options.kind ?? "info",
    link,
    durationMs: options.durationMs ?? (link === null ? TOAST_MS : TOAST_WITH_LINK_MS),
  };
  publish([...toasts.filter((other) => other.text !== text), toast].slice(-MAX_TOASTS));
}

export function dismissToast(id: number): void {
  publish(toasts.filter((toast) => toast.id !== id));
}

/** Drops all messages, also those that wait to be shown. */
export function clearToasts(): void {
  if (toasts.length > 0) publish(NONE);
}

/** Registers a sheet opened on top; returns a function that unregisters it. */
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
  /** Messages for a sheet, or for the page if no sheet is open. */
  get: (sheet?: string): readonly Toast[] => (sheets.at(-1) === sheet ? toasts : NONE),
};
