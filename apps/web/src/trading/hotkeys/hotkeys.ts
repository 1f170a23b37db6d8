/** What a key does on a trading screen. Nothing here sends an order. */
export const HOTKEYS = [
  { id: "buy", keys: "B" },
  { id: "sell", keys: "S" },
  { id: "amount25", keys: "⇧ 1" },
  { id: "amount50", keys: "⇧ 2" },
  { id: "amount75", keys: "⇧ 3" },
  { id: "amount100", keys: "⇧ 4" },
  { id: "cancelAll", keys: "C" },
  { id: "market", keys: "M" },
  { id: "interval", keys: "1 – 8" },
  { id: "help", keys: "?" },
] as const;
export type HotkeyId = (typeof HOTKEYS)[number]["id"];

export interface Hotkey {
  readonly id: HotkeyId;
  /** Number of the chart interval, from 0; only for `interval`. */
  readonly index: number;
}

type Pressed = Pick<KeyboardEvent, "key" | "code" | "shiftKey" | "altKey" | "ctrlKey" | "metaKey">;

const LETTERS: Readonly<Record<string, HotkeyId>> = { b: "buy", s: "sell", c: "cancelAll", m: "market" };
const AMOUNTS: readonly HotkeyId[] = ["amount25", "amount50", "amount75", "amount100"];
const DIGIT = /^(?:Digit|Numpad)([1-9])$/;

/** Returns what a pressed key means. Digits are read by their place, because layouts write them differently. */
export function hotkeyOf({ key, code, shiftKey, altKey, ctrlKey, metaKey }: Pressed): Hotkey | undefined {
  if (altKey || ctrlKey || metaKey) return undefined;
  if (key === "?") return { id: "help", index: 0 };
  const digit = Number(DIGIT.exec(code)?.[1] ?? 0);
  if (digit > 0) {
    const id = shiftKey ? AMOUNTS[digit - 1] : ("interval" as const);
    return id === undefined ? undefined : { id, index: digit - 1 };
  }
  const id = shiftKey ? undefined : LETTERS[key.toLowerCase()];
  return id === undefined ? undefined : { id, index: 0 };
}

const FIELD = "input:not([type=checkbox], [type=range]), textarea, select, [contenteditable=true]";
const TICKET_FIGURE = ".ticket input[inputmode=decimal]";

/**
 * Whether a shortcut sets a share of what is available without being a digit, so that it may follow Buy or Sell while a
 * figure of the ticket has the focus. French keyboards write digits with Shift.
 */
export const setsShare = ({ id }: Hotkey, { key }: Pick<KeyboardEvent, "key">): boolean =>
  AMOUNTS.includes(id) && !/^\d$/.test(key);

/** Whether a shortcut's key belongs to a field or an open sheet. */
export function isTyped(hotkey: Hotkey, event: KeyboardEvent): boolean {
  if (document.querySelector("dialog[open], [role=menu]") !== null) return true;
  const { target } = event;
  if (!(target instanceof Element) || !target.matches(FIELD)) return false;
  return !(target.matches(TICKET_FIGURE) && setsShare(hotkey, event));
}
