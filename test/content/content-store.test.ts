import { mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { type ContentInput, contentInput } from "@candor/server/people/content/content-input";
import type { Item } from "@candor/server/people/content/content-item";
import { Content, ContentProblem } from "@candor/server/people/content/content-service";
import { afterEach, beforeEach, expect, test } from "vitest";
import { MEMORY_DISK } from "../support/memory-disk.ts";

const START_MS = Date.UTC(2026, 0, 1);
const SEED: Item = {
  id: "fees",
  kind: "help",
  revision: 0,
  draft: { texts: { en: { title: "Fees", summary: "", body: "As delivered." } }, coverUrl: null, link: null },
  live: {
    texts: { en: { title: "Fees", summary: "", body: "As delivered." } },
    coverUrl: null,
    link: null,
    publishedAtMs: START_MS,
  },
  changedAtMs: START_MS,
  changedBy: "candor",
};

let directory = "";
let nowMs = START_MS;
let content: Content;
const open = () =>
  Content.open({
    directory,
    seeds: [SEED],
    nowMs: () => nowMs,
    onFailure: (error) => {
      throw error;
    },
  });
beforeEach(() => {
  directory = mkdtempSync(path.join(MEMORY_DISK, "candor-content-"));
  nowMs = START_MS;
  content = open();
});
afterEach(() => {
  content.close();
  rmSync(directory, { recursive: true, force: true });
});

function reopen(): void {
  content.close();
  content = open();
}

const english = (title: string, body = "Text.") => ({ en: { title, summary: "", body } });

async function save(id: string, input: Partial<ContentInput>): Promise<Item> {
  const saved = content.withInput(id, contentInput.parse(input));
  if (saved instanceof ContentProblem) throw new Error(saved.problem);
  await content.keep(saved, "anna");
  return saved;
}

async function publish(id: string, atMs?: number): Promise<void> {
  const published = content.published(id, { ...(atMs !== undefined && { atMs }) });
  if (published instanceof ContentProblem) throw new Error(published.problem);
  await content.keep(published, "anna");
}

const problemOf = (outcome: Item | ContentProblem): string =>
  outcome instanceof ContentProblem ? outcome.problem : "none";

test("CONT-02 a draft is visible to editors only; the published version stays while the next draft is written", async () => {
  await save("n-1", { kind: "news", texts: english("First") });
  expect(content.visible(["news"])).toEqual([]);
  await publish("n-1");
  await save("n-1", { texts: { ...english("Second"), de: { title: "Zweite", summary: "", body: "Text." } } });
  reopen();
  expect(content.find(["news"], "n-1")?.live.texts).toEqual(english("First"));
  expect(content.item("n-1")).toMatchObject({ revision: 3, changedBy: "anna" });
  await publish("n-1");
  await save("n-1", { texts: { de: null } });
  reopen();
  expect(Object.keys(content.find(["news"], "n-1")?.live.texts ?? {}).sort()).toEqual(["de", "en"]);
  expect(Object.keys(content.item("n-1")?.draft.texts ?? {})).toEqual(["en"]);
});

test("CONT-02 a scheduled item is visible from its time on, and a withdrawn one disappears", async () => {
  await save("n-1", { kind: "notice", texts: english("Maintenance") });
  await publish("n-1", START_MS + 60_000);
  expect(content.visible(["notice"])).toEqual([]);
  expect(content.find(["notice"], "n-1")).toBeUndefined();
  nowMs += 60_000;
  expect(content.visible(["notice"]).map(({ id }) => id)).toEqual(["n-1"]);
  const taken = content.unpublished("n-1");
  if (taken instanceof ContentProblem) throw new Error(taken.problem);
  await content.keep(taken, "anna");
  reopen();
  expect(content.visible(["notice"])).toEqual([]);
  expect(content.item("n-1")?.draft.texts).toEqual(english("Maintenance"));
  expect(problemOf(content.unpublished("n-1"))).toBe("The page n-1 is not published.");
});

test("CONT-02 editors cannot overwrite a newer version, and publication is atomic", async () => {
  await save("n-1", { kind: "news", texts: english("One") });
  const stale = contentInput.parse({ texts: english("Two"), revision: 0 });
  expect(problemOf(content.withInput("n-1", stale))).toMatch(/at revision 1, not 0/);
  expect(problemOf(content.published("n-1", { revision: 0 }))).toMatch(/at revision 1/);
  expect(problemOf(content.withInput("n-2", contentInput.parse({})))).toMatch(/specify its kind/);
  expect(problemOf(content.withInput("n-1", contentInput.parse({ kind: "help" })))).toMatch(
    /cannot be changed/,
  );
  expect(problemOf(content.withInput("n-1", contentInput.parse({ link: "https://example.org/" })))).toMatch(
    /[Oo]nly adverts/,
  );
  await save("n-3", { kind: "news", texts: { de: { title: "Nur deutsch", summary: "", body: "Text." } } });
  expect(problemOf(content.published("n-3", {}))).toMatch(/n-3 has no English text/);
  await save("a-1", { kind: "advert", texts: english("Advert", "") });
  expect(problemOf(content.published("a-1", {}))).toMatch(/a-1 has no picture/);
  expect(problemOf(content.published("n-1", { atMs: START_MS + 400 * 86_400_000 }))).toMatch(/a year ahead/);
});

test.each([
  { link: "javascript:alert(1)" },
  { link: "http://example.org/" },
  { link: "//example.org/" },
  { link: "#/other" },
  { coverUrl: "https://example.org/a.png" },
  { coverUrl: "/pictures/../secret" },
  { texts: { en: { title: "x", summary: "", body: "> ".repeat(6_000) } } },
  {
    texts: {
      en: { title: "x", summary: "", body: "fine\n\n- > 1. - > 1. - > 1. - > 1. - > 1. - > 1. - > 1. x" },
    },
  },
  { texts: { en: { title: " ", summary: "", body: "" } } },
  { texts: { xx: { title: "x", summary: "", body: "" } } },
  { unknown: 1 },
])("CONT-02 %j is not saved", (input) => {
  expect(contentInput.safeParse({ kind: "advert", ...input }).success).toBe(false);
});

test("CONT-03 built-in items follow the program until an editor changes or removes them, and then stay so", async () => {
  expect(content.find(["help"], "fees")?.live.texts.en?.body).toBe("As delivered.");
  await save("fees", { texts: english("Fees", "As we charge them.") });
  await publish("fees");
  reopen();
  expect(content.visible(["help"]).map(({ live }) => live.texts.en?.body)).toEqual(["As we charge them."]);
  await content.remove("fees");
  reopen();
  expect(content.visible(["help"])).toEqual([]);
  expect(content.item("fees")).toBeUndefined();
});

test("CONT-02 a rewritten store has the same items, removals and read marks", async () => {
  await content.remove("fees");
  await save("n-1", { kind: "bulletin", texts: english("One") });
  await publish("n-1");
  await content.markRead(10_001, "n-1");
  const saves = Array.from({ length: 1_010 }, (_, i) => save("n-1", { texts: english(`One ${i}`) }));
  await Promise.all(saves);
  reopen();
  reopen();
  expect(content.item("fees")).toBeUndefined();
  expect(content.item("n-1")?.draft.texts.en?.title).toBe("One 1009");
  expect([content.hasRead(10_001, "n-1"), content.unread(10_002, ["bulletin"])]).toEqual([true, 1]);
});

test("CONT-05 listeners receive an announcement once, when it is published with immediate effect", async () => {
  const announced: string[] = [];
  content.onAnnouncement(({ id, live }) => announced.push(`${id} ${live.texts.en?.title}`));
  await save("b-1", { kind: "bulletin", texts: english("Now") });
  await publish("b-1");
  await save("b-1", { texts: english("Draft") });
  await save("b-2", { kind: "bulletin", texts: english("Later") });
  await publish("b-2", START_MS + 1);
  await save("n-1", { kind: "news", texts: english("News") });
  await publish("n-1");
  expect(announced).toEqual(["b-1 Now"]);
});
