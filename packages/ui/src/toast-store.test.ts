import { afterEach, expect, test } from "vitest";
import { clearToasts, dismissToast, openToastPlace, showToast, TOAST_MS, toastStore } from "./toast-store.ts";

afterEach(() => {
  for (const toast of toastStore.get()) dismissToast(toast.id);
});

test("WEB-13 a message stays 1,500 ms, longer when it carries a link, and the same words do not pile up", () => {
  showToast("Saved");
  showToast("Saved");
  showToast("Order placed", { kind: "success", link: { to: "/pages/trans/index", label: "See" } });
  expect(toastStore.get().map(({ text }) => text)).toEqual(["Saved", "Order placed"]);
  expect(toastStore.get()[0]?.durationMs).toBe(TOAST_MS);
  expect(TOAST_MS).toBe(1_500);
  expect(toastStore.get()[1]?.durationMs).toBeGreaterThan(TOAST_MS);
});

test("LOCK-01 a locked app drops the messages that are shown, and those that wait", () => {
  const close = openToastPlace("sheet");
  showToast("BTCUSDT is at 60,700");
  clearToasts();
  close();
  expect(toastStore.get()).toEqual([]);
});

test("WEB-13 at most three messages are shown, the newest ones", () => {
  for (const text of ["a", "b", "c", "d"]) showToast(text);
  expect(toastStore.get().map(({ text }) => text)).toEqual(["b", "c", "d"]);
});

test("WEB-87 messages appear in the last opened sheet, and on the page again when all sheets are closed", () => {
  const textsIn = (sheet?: string) => toastStore.get(sheet).map(({ text }) => text);
  showToast("Saved");
  expect(textsIn()).toEqual(["Saved"]);
  const closeFirst = openToastPlace("first");
  const closeSecond = openToastPlace("second");
  expect([textsIn(), textsIn("first"), textsIn("second")]).toEqual([[], [], ["Saved"]]);
  closeSecond();
  expect([textsIn(), textsIn("first"), textsIn("second")]).toEqual([[], ["Saved"], []]);
  closeFirst();
  expect([textsIn(), textsIn("first")]).toEqual([["Saved"], []]);
});
