import { afterEach, expect, test, vi } from "vitest";
import { loadPart, reloadPage } from "./load-part.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

test("WEB-30 where the browser keeps nothing a part that does not come says so, and the page is loaded anew by hand", async () => {
  const reload = vi.fn();
  vi.stubGlobal("sessionStorage", null);
  vi.stubGlobal("window", { location: { hash: "#/pages/home/index", reload } });
  vi.stubGlobal("fetch", () => Promise.resolve(new Response()));
  await expect(loadPart(() => Promise.reject(new Error("this part is of another build")))).rejects.toThrow();
  expect(reload).not.toHaveBeenCalled();
  await reloadPage();
  expect(reload).toHaveBeenCalledOnce();
});
