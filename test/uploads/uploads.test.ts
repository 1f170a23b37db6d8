import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { UPLOAD_LIMITS } from "@candor/server/people/uploads/upload-limits";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MULTIPART, multipartBody, sendForm } from "../support/uploads/multipart.ts";
import { animatedWebp, phonePhoto, picture, pngBomb } from "../support/uploads/pictures.ts";
import { accepted, GatewayUnderTest } from "../support/wire/gateway-under-test.ts";
import type { WireClient } from "../support/wire-client.ts";

const MIB = 1024 * 1024;

let exchange: GatewayUnderTest;
let maria: WireClient;
let other: WireClient;
beforeAll(async () => {
  exchange = await GatewayUnderTest.start({ gateway: { rateLimitFactor: 1_000 } });
  maria = await exchange.registered("maria@example.org");
  other = await exchange.registered("other@example.org");
});
afterAll(async () => {
  expect(exchange.errors).toEqual([]);
  await exchange.close();
});

const show = (url: string) => exchange.app.inject({ method: "GET", url });

async function uploaded(bytes: Uint8Array, purpose = "identity") {
  const { fullurl } = accepted(await sendForm(maria, { purpose }, [{ bytes }]));
  const response = await show(fullurl);
  expect(response.statusCode).toBe(200);
  return response.rawPayload;
}

async function errorOf(bytes: Uint8Array, fileName = "picture.jpg", contentType = "image/jpeg") {
  const answer = await sendForm(maria, { purpose: "identity" }, [{ bytes, fileName, contentType }]);
  return [answer.status, answer.code, answer.data.error];
}

const IMAGE_FORMAT = [200, 210, "upload.imageFormat"];

test.each(["jpeg", "png", "webp"] as const)(
  "UPLD-02 a %s is accepted, under any name, and shown by a signed link",
  async (form) => {
    const bytes = await picture(form);
    const file = { bytes, fileName: "report.pdf", contentType: "application/pdf" };
    const { url, fullurl } = accepted(await sendForm(maria, { purpose: "chat" }, [file]));
    expect(url).toMatch(/^\/uploads\/[0-9]+\/chat-[A-Za-z0-9_-]{22}$/);
    expect(fullurl.startsWith(`${url}?`)).toBe(true);
    const shown = await show(fullurl);
    expect([shown.statusCode, shown.headers["content-type"]]).toEqual([200, "image/jpeg"]);
    const { width, height, format } = await sharp(shown.rawPayload).metadata();
    expect([width, height, format]).toEqual([320, 200, "jpeg"]);
  },
);

test("UPLD-02 an avatar is a small WebP, shown in the profile by a link that is created for each request", async () => {
  const bytes = await picture("png", 2_000, 1_000);
  const { url } = accepted(await sendForm(maria, {}, [{ bytes }]));
  const { avatar } = accepted(await maria.call("profile", { avatar: url }));
  const shown = await show(avatar ?? "");
  expect(shown.headers["content-type"]).toBe("image/webp");
  const { width, height } = await sharp(shown.rawPayload).metadata();
  expect([width, height]).toEqual([UPLOAD_LIMITS.avatarSide, UPLOAD_LIMITS.avatarSide / 2]);
  exchange.time.ms += UPLOAD_LIMITS.linkLifetimeMs;
  expect((await show(avatar ?? "")).statusCode).toBe(404);
  const again = accepted(await maria.call("profile")).avatar;
  expect((await show(again ?? "")).statusCode).toBe(200);
  expect(accepted(await maria.call("profile", { avatar: again ?? "" })).avatar).toContain(url);
});

test("UPLD-01 a phone's metadata is removed from the photo, and the photo is upright", async () => {
  const photo = await phonePhoto();
  const before = await sharp(photo).metadata();
  expect(photo.includes(Buffer.from("Maria Klein"))).toBe(true);
  expect(before.exif?.length).toBeGreaterThan(100);
  const made = await uploaded(photo);
  const after = await sharp(made).metadata();
  expect([after.exif, after.xmp, after.iptc, after.icc, after.orientation]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(made.includes(Buffer.from("Maria"))).toBe(false);
  expect(made.includes(Buffer.from("Exif"))).toBe(false);
  expect([after.width, after.height]).toEqual([200, 300]);
});

test("UPLD-01 polyglots: data after a picture or in its comments does not survive", async () => {
  const jpeg = await picture("jpeg");
  const html = Buffer.from("<script>alert(document.cookie)</script>");
  const archive = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), randomBytes(500)]);
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, html.length + 2]), html]);
  for (const [what, bytes] of [
    ["HTML behind a JPEG", Buffer.concat([jpeg, html])],
    ["an archive behind a JPEG", Buffer.concat([jpeg, archive])],
    ["HTML in a JPEG's comment", Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)])],
    ["HTML behind a PNG", Buffer.concat([await picture("png"), html])],
  ] as const) {
    const made = await uploaded(bytes);
    expect(made.includes(Buffer.from("<script")), what).toBe(false);
    expect(made.includes(archive), what).toBe(false);
  }
});

test.each([
  ["an SVG with a script", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
  ["an SVG after an XML line", Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')],
  ["a GIF", Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64")],
  ["a PDF", Buffer.from("%PDF-1.7\n1 0 obj\n")],
  ["HTML that begins as a JPEG", Buffer.concat([Buffer.from("ffd8ff", "hex"), Buffer.from("<html>")])],
  ["a PNG's signature alone", Buffer.from("89504e470d0a1a0a", "hex")],
  ["a text", Buffer.from("hello")],
  ["one byte", Buffer.of(0xff)],
])("UPLD-01 %s is rejected, whatever its name and type say", async (_what, bytes) => {
  for (const [name, type] of [
    ["photo.jpg", "image/jpeg"],
    ["photo.png", "image/png"],
    ["photo.webp", "image/webp"],
  ] as const)
    expect(await errorOf(bytes, name, type)).toEqual(IMAGE_FORMAT);
});

test("UPLD-01 a bomb of 100 megapixels is rejected, one pixel row over 40 megapixels too", async () => {
  const bomb = pngBomb(10_000, 10_000);
  expect(bomb.length).toBeLessThan(20_000);
  expect(await errorOf(bomb)).toEqual(IMAGE_FORMAT);
  expect(await errorOf(pngBomb(8_000, 5_001))).toEqual(IMAGE_FORMAT);
  expect(await errorOf(pngBomb(2_000_000_000, 1))).toEqual(IMAGE_FORMAT);
  const { width, height } = await sharp(await uploaded(pngBomb(8_000, 5_000))).metadata();
  expect([width, height]).toEqual([UPLOAD_LIMITS.photoSide, 2_560]);
});

test.each(["jpeg", "png", "webp"] as const)("UPLD-01 a truncated %s is rejected", async (form) => {
  const whole = await picture(form);
  for (const part of [0.1, 0.5, 0.9])
    expect(await errorOf(whole.subarray(0, Math.floor(whole.length * part)))).toEqual(IMAGE_FORMAT);
});

test("UPLD-01 of an animation the first frame is kept", async () => {
  const animation = await animatedWebp();
  expect((await sharp(animation, { animated: true }).metadata()).pages).toBe(2);
  const made = await uploaded(animation);
  const { dominant } = await sharp(made).stats();
  expect((await sharp(made).metadata()).pages ?? 1).toBe(1);
  expect(dominant.r).toBeGreaterThan(200);
  expect(dominant.b).toBeLessThan(60);
});

test("UPLD-03 211 without a file, 413 over 8 MiB, 210, in this order; 111 for another purpose or a broken form", async () => {
  const good = await picture("jpeg");
  const errors: unknown[] = [];
  const attempt = async (...[fields, files]: [Record<string, string>, Parameters<typeof sendForm>[2]]) => {
    const answer = await sendForm(maria, fields, files);
    errors.push([answer.status, answer.code, answer.data.error]);
    return answer;
  };
  await attempt({ purpose: "passport" }, []);
  await attempt({}, []);
  await attempt({}, [{ bytes: new Uint8Array() }]);
  await attempt({}, [{ name: "photo", bytes: good }]);
  const large = await attempt({}, [{ bytes: Buffer.alloc(8 * MIB + 1) }]);
  expect(large.data.params).toEqual({ max: "8 MiB" });
  await attempt({}, [{ bytes: Buffer.alloc(9 * MIB) }]);
  await attempt({}, [{ bytes: Buffer.alloc(8 * MIB) }]);
  expect(errors).toEqual([
    [200, 111, "request.parameterError"],
    [200, 211, "upload.missing"],
    [200, 211, "upload.missing"],
    [200, 211, "upload.missing"],
    [413, 413, "request.tooLarge"],
    [413, 413, "request.tooLarge"],
    [200, 210, "upload.imageFormat"],
  ]);
  const cut = multipartBody({}, [{ bytes: good }]).subarray(0, 500);
  expect((await maria.postRaw("upload", cut, MULTIPART)).data.error).toBe("request.parameterError");
  expect((await maria.postRaw("upload", "x", "multipart/form-data")).data.error).toBe(
    "request.parameterError",
  );
  expect((await maria.postRaw("upload", "", "application/json")).data.error).toBe("upload.missing");
  expect((await maria.call("upload")).data.error).toBe("upload.missing");
  expect(accepted(await sendForm(maria, { colour: "red" }, [{ bytes: good }])).url).toContain("avatar-");
});

test("UPLD-03 a form is not read for a visitor, a stale token or beyond twenty uploads an hour", async () => {
  const form = [{ bytes: await picture("jpeg", 20, 20) }];
  const strict = await GatewayUnderTest.start();
  try {
    const visitor = await sendForm(strict.client(), {}, form);
    expect(visitor.data.error).toBe("user.notLoggedIn");
    const stale = await sendForm(strict.client("A".repeat(43)), {}, form);
    expect([stale.code, stale.data.error]).toEqual([401, "session.expired"]);
    const client = await strict.registered("many@example.org");
    const codes: number[] = [];
    for (let i = 0; i < 21; i++) codes.push((await sendForm(client, {}, form)).code);
    expect(codes).toEqual([...Array.from({ length: 20 }, () => 1), 212]);
  } finally {
    await strict.close();
  }
});

test("UPLD-04 a link shows its picture for 15 minutes; any change in it leads nowhere", async () => {
  const { url, fullurl } = accepted(
    await sendForm(maria, { purpose: "identity" }, [{ bytes: await picture("jpeg") }]),
  );
  const shown = await show(fullurl);
  expect(shown.statusCode).toBe(200);
  expect(shown.headers["cache-control"]).toBe("private, max-age=900");
  const [, query = ""] = fullurl.split("?");
  const elsewhere = accepted(await sendForm(other, {}, [{ bytes: await picture("jpeg") }])).url;
  for (const wrong of [
    url,
    `${url}?expires=${exchange.time.ms + 1_000_000}&signature=`,
    fullurl.replace(/expires=(\d)/, "expires=2"),
    fullurl.slice(0, -1),
    `${elsewhere}?${query}`,
    fullurl.replace("/identity-", "/chat-"),
    `${url}/..%2f..%2finstance.json?${query}`,
  ])
    expect((await show(wrong)).statusCode, wrong).toBe(404);
  exchange.time.ms += UPLOAD_LIMITS.linkLifetimeMs - 1;
  expect((await show(fullurl)).statusCode).toBe(200);
  exchange.time.ms += 1;
  expect((await show(fullurl)).statusCode).toBe(404);
});

test("UPLD-04 another user's picture, one of another purpose, and a missing one cannot be used", async () => {
  const bytes = await picture("jpeg");
  const avatar = accepted(await sendForm(maria, {}, [{ bytes }])).url;
  const photo = accepted(await sendForm(maria, { purpose: "identity" }, [{ bytes }])).url;
  const refusal = async (client: WireClient, url: string) =>
    (await client.call("profile", { avatar: url })).data.error;
  expect(await refusal(other, avatar)).toBe("upload.imageFormat");
  expect(await refusal(maria, photo)).toBe("upload.imageFormat");
  expect(await refusal(maria, `${avatar.slice(0, -1)}_`)).toBe("upload.imageFormat");
  expect(await refusal(maria, "https://example.org/x.png")).toBe("upload.imageFormat");
});

test("UPLD-05 pictures lie sealed on the disk, and only a bounded number of unused ones is kept", async () => {
  const client = await exchange.registered("hoarder@example.org");
  const bytes = await picture("jpeg", 24, 24);
  const kept = accepted(await sendForm(client, {}, [{ bytes }])).url;
  accepted(await client.call("profile", { avatar: kept }));
  let last = "";
  for (let i = 0; i < UPLOAD_LIMITS.maxUnused + 5; i++)
    last = accepted(await sendForm(client, {}, [{ bytes }])).url;
  const userId = accepted(await client.call("profile")).id;
  const folder = path.join(exchange.home, "uploads", userId);
  const names = readdirSync(folder);
  expect(names.length).toBe(UPLOAD_LIMITS.maxUnused + 1);
  expect(names).toContain(path.basename(kept));
  expect(names).toContain(path.basename(last));
  for (const name of names) {
    const content = readFileSync(path.join(folder, name));
    expect(content.includes(Buffer.from("WEBP"))).toBe(false);
  }
});

test("UPLD-06 the server still answers while pictures are re-encoded; a user's third upload waits", async () => {
  const heavy = [{ bytes: pngBomb(8_000, 5_000) }];
  const state = { busy: true, answered: 0 };
  const asking = (async () => {
    for (; state.busy; state.answered++) accepted(await other.call("profile"));
  })();
  const answers = await Promise.all([1, 2, 3].map(() => sendForm(maria, {}, heavy)));
  state.busy = false;
  await asking;
  expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([1, 1, 503]);
  expect(answers.find(({ code }) => code === 503)?.headers["retry-after"]).toBe("1");
  expect(state.answered).toBeGreaterThan(10);
});
