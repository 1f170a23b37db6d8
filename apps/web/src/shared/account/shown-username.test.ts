import { expect, test } from "vitest";
import { shownUsername } from "./shown-username.ts";

test("usernames are shown in full, mail addresses and phone numbers masked", () => {
  expect(shownUsername("bernd27")).toBe("bernd27");
  expect(shownUsername("bernd.new27@example.com")).toBe("b***7@example.com");
  expect(shownUsername("+4915112345667")).toBe("+49***67");
  expect(shownUsername("")).toBe("");
});
