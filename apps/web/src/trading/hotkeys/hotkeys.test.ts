import { expect, test } from "vitest";
import { hotkeyOf, setsShare } from "./hotkeys.ts";

const pressed = (key: string, code: string, held: object = {}) =>
  hotkeyOf({ key, code, shiftKey: false, altKey: false, ctrlKey: false, metaKey: false, ...held });

test("TICK-24 letters, digits and shifted digits, on every keyboard layout", () => {
  expect(pressed("b", "KeyB")).toEqual({ id: "buy", index: 0 });
  expect(pressed("B", "KeyB")).toEqual({ id: "buy", index: 0 });
  expect(pressed("3", "Digit3")).toEqual({ id: "interval", index: 2 });
  // French keyboards write digits with Shift.
  expect(pressed('"', "Digit3")).toEqual({ id: "interval", index: 2 });
  expect(pressed("§", "Digit3", { shiftKey: true })).toEqual({ id: "amount75", index: 2 });
  expect(pressed("?", "Minus", { shiftKey: true })).toEqual({ id: "help", index: 0 });
});

test("TICK-24 the browser's own shortcuts and other keys are left alone", () => {
  for (const held of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }])
    expect(pressed("c", "KeyC", held)).toBeUndefined();
  expect(pressed("Enter", "Enter")).toBeUndefined();
  expect(pressed("%", "Digit5", { shiftKey: true })).toBeUndefined();
  expect(pressed("B", "KeyB", { shiftKey: true })).toBeUndefined();
});

test("TICK-24 in a figure of the ticket, only keys that write no digit set a share", () => {
  const isShare = (key: string, code: string, shiftKey: boolean) => {
    const hotkey = pressed(key, code, { shiftKey });
    return hotkey !== undefined && setsShare(hotkey, { key });
  };
  expect(isShare("!", "Digit1", true)).toBe(true);
  expect(isShare("$", "Digit4", true)).toBe(true);
  // A digit on French keyboards.
  expect(isShare("1", "Digit1", true)).toBe(false);
  expect(isShare("1", "Digit1", false)).toBe(false);
  expect(isShare("b", "KeyB", false)).toBe(false);
});
