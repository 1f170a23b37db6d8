import { announcementPushes } from "@candor/server/people/content/announcement-pushes";
import { type ContentInput, contentInput } from "@candor/server/people/content/content-input";
import { ContentProblem } from "@candor/server/people/content/content-service";
import { byNewest, isAfter } from "@candor/server/people/content/message-order";
import type { PersonalMessage, PersonalMessages } from "@candor/server/people/content/personal-messages";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSockets } from "../../support/socket/exchange-sockets.ts";
import { TestClient } from "../../support/socket/socket-client.ts";
import { picture } from "../../support/uploads/pictures.ts";
import { accepted, GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";
import { START_MS } from "../../support/wire/opened-exchange.ts";
import type { WireClient } from "../../support/wire-client.ts";

/** Personal messages from another part of the server. */
class Letters implements PersonalMessages {
  readonly letters = new Map<number, PersonalMessage[]>();
  list: PersonalMessages["list"] = (userId, _language, { after, limit }) =>
    (this.letters.get(userId) ?? [])
      .filter((letter) => isAfter(letter, after))
      .sort(byNewest)
      .slice(0, limit);
  find: PersonalMessages["find"] = (userId, _language, id) =>
    this.letters.get(userId)?.find((letter) => letter.id === id);
  unread: PersonalMessages["unread"] = (userId) =>
    (this.letters.get(userId) ?? []).filter(({ read }) => !read).length;
  markRead: PersonalMessages["markRead"] = (userId, id) => {
    const letters = (this.letters.get(userId) ?? []).map((each) =>
      each.id === id ? { ...each, read: true } : each,
    );
    this.letters.set(userId, letters);
    return Promise.resolve();
  };
}

let exchange: GatewayUnderTest;
const letters = new Letters();
beforeAll(async () => {
  exchange = await GatewayUnderTest.start({
    gateway: { rateLimitFactor: 1_000 },
    personalMessages: letters,
  });
});
afterAll(() => exchange.close());

async function published(id: string, input: Partial<ContentInput>): Promise<void> {
  exchange.time.ms += 1_000;
  const saved = exchange.content.withInput(id, contentInput.parse(input));
  if (saved instanceof ContentProblem) throw new Error(saved.problem);
  await exchange.content.keep(saved, "anna");
  const live = exchange.content.published(id, {});
  if (live instanceof ContentProblem) throw new Error(live.problem);
  await exchange.content.keep(live, "anna");
}

const text = (title: string, body = "Text.") => ({ title, summary: "", body });

function visitorIn(lang: string): WireClient {
  const client = exchange.client();
  client.headers = { lang };
  return client;
}

async function articles(client: WireClient, request: object) {
  const reply = accepted(await client.call("article", request));
  if (!("list" in reply)) throw new Error("one article came for a list");
  return reply;
}

async function messages(client: WireClient, request: object = {}) {
  const reply = accepted(await client.call("message", request));
  if (!("list" in reply)) throw new Error("one message came for a list");
  return reply;
}

test("CONT-04 help is built in, newest first, in pages, and an article has its text as safe HTML", async () => {
  const visitor = exchange.client();
  const all = await articles(visitor, { category: "help" });
  expect(all.list.map(({ id }) => id).slice(0, 2)).toEqual(["order-types", "profit-and-loss"]);
  expect(all.list[0]?.publishedAtMs).toBe(START_MS);
  const first = await articles(visitor, { category: "help", limit: 2 });
  const second = await articles(visitor, { category: "help", limit: 100, cursor: first.nextCursor ?? "" });
  expect([...first.list, ...second.list]).toEqual(all.list);
  expect(second.nextCursor).toBeNull();
  const foreign = await visitor.call("article", { category: "about", cursor: first.nextCursor ?? "" });
  expect([foreign.code, foreign.data]).toMatchObject([111, { fields: [{ path: "cursor" }] }]);
  const reply = accepted(await visitor.call("article", { id: "second-contracts" }));
  expect("article" in reply && reply.article).toMatchObject({ category: "help", id: "second-contracts" });
  expect("article" in reply && reply.article.contentHtml).toContain("<h2>When nobody wins</h2>");
});

test("CONT-04 articles are searched by words in the reader's language, without regard to case and accents", async () => {
  await published("n-price", {
    kind: "news",
    texts: { en: text("Opening hours"), de: text("Öffnungszeiten", "Über Ostern geschlossen.") },
  });
  const found = async (lang: string, q: string) =>
    (await articles(visitorIn(lang), { q })).list.map(({ title }) => title);
  expect(await found("de", "OFFNUNGSZEITEN ostern")).toEqual(["Öffnungszeiten"]);
  expect(await found("de", "hours")).toEqual([]);
  expect(await found("fr", "HOURS")).toEqual(["Opening hours"]);
  expect(await found("en", "hours nonsense")).toEqual([]);
});

test("CONT-04 a text missing in the reader's language is returned in English and says so", async () => {
  const reply = accepted(await visitorIn("pl").call("article", { id: "n-price" }));
  expect("article" in reply && reply.article.contentHtml).toBe('<div lang="en"><p>Text.</p></div>');
});

test("CONT-04 drafts, announcements and adverts are not articles, nor are withdrawn articles", async () => {
  const draft = exchange.content.withInput(
    "n-draft",
    contentInput.parse({ kind: "news", texts: { en: text("x") } }),
  );
  if (draft instanceof ContentProblem) throw new Error(draft.problem);
  await exchange.content.keep(draft, "anna");
  await published("b-article", { kind: "bulletin", texts: { en: text("Bulletin") } });
  for (const id of ["n-draft", "b-article", "nothing"])
    expect((await exchange.client().call("article", { id })).code).toBe(320);
  expect((await exchange.client().call("message", { id: "n-price" })).code).toBe(320);
});

test("CONT-05 announcements and own messages are one list in pages; viewed items are read, for that user only", async () => {
  const maria = await exchange.registered("maria@example.org");
  const ben = await exchange.registered("ben@example.org");
  const { id: mariaId } = accepted(await maria.call("profile"));
  await published("b-1", { kind: "bulletin", texts: { en: text("Fork"), de: text("Abspaltung") } });
  exchange.time.ms += 1_000;
  const letter = {
    id: "p-1",
    title: "Deposit",
    summary: "1 BTC",
    text: "Has <come>.\nAll of it.",
    read: false,
  };
  letters.letters.set(Number(mariaId), [{ ...letter, timeMs: exchange.time.ms }]);
  await published("n-1", { kind: "notice", texts: { en: text("Rules", "**New** rules.") } });
  const ids = async (client: WireClient, request: object = {}) =>
    (await messages(client, request)).list.map(({ id }) => id);
  expect(await ids(maria)).toEqual(["n-1", "p-1", "b-1", "b-article"]);
  expect(await ids(ben)).toEqual(["n-1", "b-1", "b-article"]);
  expect(await ids(maria, { kind: "personal" })).toEqual(["p-1"]);
  const first = await messages(maria, { limit: 2 });
  expect(first.unread).toBe(4);
  expect(await ids(maria, { limit: 2, cursor: first.nextCursor ?? "" })).toEqual(["b-1", "b-article"]);
  expect((await ben.call("message", { cursor: first.nextCursor ?? "" })).code).toBe(111);

  const own = accepted(await maria.call("message", { id: "p-1" }));
  expect("message" in own && own.message).toMatchObject({
    read: true,
    bodyHtml: "<p>Has &lt;come&gt;.</p><p>All of it.</p>",
  });
  const notice = accepted(await maria.call("message", { id: "n-1" }));
  expect("message" in notice && notice.message.bodyHtml).toBe("<p><strong>New</strong> rules.</p>");
  expect((await ben.call("message", { id: "p-1" })).code).toBe(320);
  expect((await messages(maria)).list.map(({ read }) => read)).toEqual([true, true, false, false]);
  expect([(await messages(maria)).unread, (await messages(ben)).unread]).toEqual([2, 3]);
  expect((await messages(ben, { kind: "notice" })).unread).toBe(1);
});

test("CONT-05 visitors see announcements, nobody's messages, and no read marks", async () => {
  const { list, unread } = await messages(exchange.client());
  expect(list.map(({ id, read }) => [id, read])).toEqual([
    ["n-1", null],
    ["b-1", null],
    ["b-article", null],
  ]);
  expect(unread).toBe(0);
  expect((await exchange.client().call("message", { id: "p-1" })).code).toBe(320);
});

test("CONT-04 the home page has the newest announcement, news and adverts with a public picture", async () => {
  const kept = await exchange.pictures.keep(await picture("png", 60, 40));
  if (typeof kept !== "string") throw new Error("the picture was not kept");
  await published("a-1", {
    kind: "advert",
    texts: { en: text("Zero fees?", ""), de: text("Ohne Gebühr?", "") },
    coverUrl: kept,
    link: "#/pages/notice/article?id=fees",
  });
  const home = accepted(await visitorIn("de").call("home"));
  expect(home.advert).toEqual([
    { id: "a-1", imageUrl: kept, title: "Ohne Gebühr?", link: "#/pages/notice/article?id=fees" },
  ]);
  expect(home.notice).toMatchObject({ id: "n-1", title: "Rules" });
  expect(home.news.map(({ id }) => id)).toEqual(["n-price", "welcome"]);
  const shown = await exchange.app.inject({ method: "GET", url: kept });
  expect([shown.statusCode, shown.headers["content-type"]]).toEqual([200, "image/jpeg"]);
  expect(shown.headers["content-security-policy"]).toContain("default-src 'none'");
  expect((await exchange.app.inject({ method: "GET", url: `${kept.slice(0, -1)}!` })).statusCode).toBe(404);
  expect(await exchange.pictures.keep(Buffer.from("<svg onload='x()'/>"))).not.toBeTypeOf("string");
});

test("CONT-05 a bulletin reaches every open connection at once, visitors' too, each in its language", async () => {
  const { content, mirror, time } = exchange;
  const { url, server: sockets } = await openSockets(exchange, {
    announcements: announcementPushes(content),
  });
  const german = await TestClient.connect(url);
  const french = await TestClient.connect(url);
  for (const [client, lang] of [
    [german, "de"],
    [french, "fr"],
  ] as const) {
    client.send("bind", { uid: "", lang, bare: true });
    await client.first("bildUid");
  }
  await published("b-2", { kind: "bulletin", texts: { en: text("Halted"), de: text("Angehalten") } });
  const common = { id: "b-2", kind: "bulletin", text: "", timeMs: time.ms, asOfSeq: mirror.asOfSeq };
  expect(await german.first("notice")).toEqual({ ...common, title: "Angehalten" });
  expect(await french.first("notice")).toEqual({ ...common, title: "Halted" });
  german.close();
  french.close();
  await sockets.close();
  expect(exchange.errors).toEqual([]);
});
