import { expect, test } from "vitest";
import { type StartLink, startLines } from "./start-lines.ts";

const LINKS: readonly StartLink[] = [
  {
    name: "Outbox",
    what: "open it once to read codes",
    links: ["http://localhost:1/outbox?token=t"],
    file: "/home/outbox-link.txt",
  },
  {
    name: "Founders",
    what: "one for each of the first two owners",
    links: ["http://localhost:1/console/#/join/a", "http://localhost:1/console/#/join/b"],
    file: "/home/console-links.txt",
  },
];

test("SRV-09 a start in a terminal ends with its address and links, one a line", () => {
  expect(startLines("http://localhost:1", LINKS, true)).toBe(
    [
      "",
      "Ready:    http://localhost:1",
      "Outbox:   open it once to read codes:",
      "          http://localhost:1/outbox?token=t",
      "Founders: one for each of the first two owners:",
      "          http://localhost:1/console/#/join/a",
      "          http://localhost:1/console/#/join/b",
      "",
      "",
    ].join("\n"),
  );
});

test("SRV-09 elsewhere it names the files and no secret", () => {
  const lines = startLines("http://localhost:1", LINKS, false);
  expect(lines).toContain("Outbox:   open it once to read codes: the link is in /home/outbox-link.txt\n");
  expect(lines).toContain("links are in /home/console-links.txt\n");
  expect(lines).not.toMatch(/token|join/);
});
