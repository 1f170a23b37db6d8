import { afterAll, beforeAll, expect, test } from "vitest";
import { type ConsoleClient, ConsoleUnderTest } from "../support/console/console-under-test.ts";
import { picture } from "../support/uploads/pictures.ts";

let console: ConsoleUnderTest;
let eva: ConsoleClient;
beforeAll(async () => {
  console = await ConsoleUnderTest.start();
  eva = await console.operator("eva", "editor");
});
afterAll(() => console.close());

const text = (title: string, body = "Text.") => ({ title, summary: "", body });

test("CONT-06 an editor saves a draft in two languages, publishes it and withdraws it, each logged with old and new content", async () => {
  const texts = { en: text("Maintenance"), de: text("Wartung") };
  const saved = await eva.command("content save", "maintenance", { input: { kind: "notice", texts } });
  expect(saved.body.rows).toEqual([{ id: "maintenance", revision: 1 }]);
  expect(console.exchange.content.visible(["notice"])).toEqual([]);
  const [row] = (await eva.command("content list")).body.rows;
  expect(row).toMatchObject({ id: "maintenance", state: "draft", languages: "en, de", by: "eva" });
  expect((await eva.command("content publish", "maintenance", { input: { revision: 1 } })).status).toBe(200);
  expect(console.exchange.content.visible(["notice"]).map(({ live }) => live.texts)).toEqual([texts]);
  await eva.command("content save", "maintenance", { input: { texts: { de: null } } });
  expect((await eva.command("content list")).body.rows[0]).toMatchObject({
    state: "changed",
    languages: "en",
  });
  const removed = await eva.command("content remove", "maintenance", { reason: "over" });
  expect([removed.status, removed.body.error.message]).toEqual([
    409,
    "Page maintenance is published. Take it off the site first.",
  ]);
  expect((await eva.command("content unpublish", "maintenance", { reason: "over" })).status).toBe(200);
  expect((await eva.command("content remove", "maintenance", { reason: "over" })).status).toBe(200);
  expect(console.exchange.content.item("maintenance")).toBeUndefined();
});

test("CONT-06 concurrent editors cannot overwrite each other, and invalid content is rejected with its position", async () => {
  const save = (input: object) => eva.command("content save", "rules", { input });
  await save({ kind: "news", texts: { en: text("Rules") } });
  const stale = await save({ texts: { en: text("Other rules") }, revision: 0 });
  expect([stale.status, stale.body.error.message]).toEqual([
    409,
    "Changed by someone else meanwhile: it is at revision 1, not 0.",
  ]);
  const wrong = await save({ texts: { en: { title: "", summary: "", body: "" } } });
  expect(wrong.body.error.message).toMatch(/^Check texts\.en\.title: /);
  expect((await eva.command("content save", "no such/id", { input: {} })).status).toBe(409);
  expect((await eva.command("content show", "nothing")).status).toBe(409);
});

test("CONT-06 the preview equals what readers get, and pictures are re-encoded before anybody sees them", async () => {
  const body = "# A\n\n<script>x()</script>\n\n**b**";
  const shown = await eva.command("content preview", "", { input: { body } });
  expect(shown.body.data).toEqual({ html: "<h2>A</h2>\n<p><strong>b</strong></p>" });
  const bytes = await picture("png", 60, 40);
  const kept = await eva.command("content picture", "", { input: { base64: bytes.toString("base64") } });
  const { url } = kept.body.rows[0] as { readonly url: string };
  expect(await console.exchange.pictures.read(url)).toBeDefined();
  const svg = Buffer.from('<svg onload="x()"/>').toString("base64");
  const refused = await eva.command("content picture", "", { input: { base64: svg } });
  expect([refused.status, refused.body.error.message]).toEqual([
    409,
    "This is not a valid JPEG, PNG or WebP picture.",
  ]);
});

test("CONT-06 only editors and owners may write, and their changes are in the audit log", async () => {
  const ria = await console.operator("ria", "risk", "finance", "support");
  for (const command of [
    "content list",
    "content preview",
    "content save",
    "content publish",
    "content picture",
  ])
    expect((await ria.command(command, "rules", { input: {} })).status, command).toBe(403);
  const ozan = await console.operator("ozan", "owner");
  const { body } =
    await ozan.call<readonly { action: string; operator: string; outcome: string }[]>("audit-list");
  expect(
    body.filter(({ action }) => action.startsWith("content unpublish")).map(({ operator }) => operator),
  ).toContain("eva");
});
