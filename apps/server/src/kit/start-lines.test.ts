import { expect, test } from "vitest";
import { type StartLink, startLines } from "./start-lines.ts";

const LINKS: readonly StartLink[] = [
  {
    name: "Outbox",
    use: (there) => `open ${there} once`,
    links: ["http://localhost:1/outbox?token=t"],
    file: "/home/outbox-link.txt",
  },
  {
    name: "Founders",
    use: (there) => `two owners sign up with ${there}`,
    links: ["http://localhost:1/console/#/join/a", "http://localhost:1/console/#/join/b"],
    file: "/home/console-links.txt",
  },
];

test("SRV-09 a start in a terminal ends with its address and links, one a line", () => {
  expect(startLines("http://localhost:1", LINKS, true)).toBe(
    [
      "",
      "Ready:    http://localhost:1",
      "Outbox:   open this link once:",
      "          http://localhost:1/outbox?token=t",
      "Founders: two owners sign up with these links:",
      "          http://localhost:1/console/#/join/a",
      "          http://localhost:1/console/#/join/b",
      "",
      "",
    ].join("\n"),
  );
});

test("SRV-09 elsewhere it names the files and no secret", () => {
  const lines = startLines("http://localhost:1", LINKS, false);
  expect(lines).toContain("Outbox:   open the link in /home/outbox-link.txt once\n");
  expect(lines).toContain("Founders: two owners sign up with the links in /home/console-links.txt\n");
  expect(lines).not.toMatch(/token|join/);
});
