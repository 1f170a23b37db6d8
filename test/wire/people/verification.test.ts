import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendForm } from "../../support/uploads/multipart.ts";
import { picture } from "../../support/uploads/pictures.ts";
import { accepted, GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";
import type { WireClient } from "../../support/wire-client.ts";

let exchange: GatewayUnderTest;
let photo: Buffer;
beforeAll(async () => {
  exchange = await GatewayUnderTest.start({ gateway: { rateLimitFactor: 1_000 } });
  photo = await picture("jpeg", 60, 40);
});
afterAll(async () => {
  expect(exchange.errors).toEqual([]);
  await exchange.close();
});

const PERSON = {
  level: 1,
  country: "de",
  fullName: "Maria  Klein-Huber",
  idNumber: "L01X00T4742",
  address: "Am Graben 1\n10115 Berlin",
};
const NOTHING = {
  level: 0,
  status: "none",
  reason: null,
  fullName: null,
  idNumber: null,
  country: null,
  submittedAtMs: null,
  reviewedAtMs: null,
};

async function uploadPhoto(client: WireClient, purpose = "identity"): Promise<string> {
  return accepted(await sendForm(client, { purpose }, [{ bytes: photo }])).url;
}

async function documents(client: WireClient) {
  return { ...PERSON, photoFront: await uploadPhoto(client), photoBack: await uploadPhoto(client) };
}

async function userId(client: WireClient): Promise<number> {
  return Number(accepted(await client.call("profile")).id);
}

const review = (submissionId: string, outcome: "passed" | "refused", reason = "") =>
  exchange.documents.verification.review(submissionId, { outcome, reason, reviewer: "anna" });

test("VERIF-01 none → pending → passed, level by level; data read back is masked", async () => {
  const client = await exchange.registered("maria@example.org");
  const id = await userId(client);
  expect(accepted(await client.call("verification"))).toEqual({
    verification: 0,
    veriInfo: NOTHING,
    reviewedBy: "people",
  });
  const submittedAtMs = exchange.time.ms;
  const pending = {
    level: 1,
    status: "pending",
    reason: null,
    fullName: "M*** K***",
    idNumber: "***42",
    country: "DE",
    submittedAtMs,
    reviewedAtMs: null,
  };
  expect(accepted(await client.call("verification", await documents(client)))).toEqual({
    verification: 0,
    veriInfo: pending,
    reviewedBy: "people",
  });
  exchange.time.ms += 60_000;
  await review(`${id}-1-1`, "passed");
  const passed = { ...pending, status: "passed", reviewedAtMs: exchange.time.ms };
  expect(accepted(await client.call("verification"))).toEqual({
    verification: 1,
    veriInfo: passed,
    reviewedBy: "people",
  });
  const { verification, verifiinfo } = accepted(await client.call("profile"));
  expect([verification, verifiinfo]).toEqual([1, passed]);
  const wallet = accepted(await client.call("walletIndex"));
  expect([wallet.verification, wallet.veriInfo]).toEqual([1, passed]);
  const session = accepted(
    await client.call("login", { account: "maria@example.org", password: "kestrel7" }),
  );
  expect([session.verification, session.verifiinfo]).toEqual([1, passed]);

  const photoLive = await uploadPhoto(client);
  const advanced = accepted(await client.call("verification", { level: 2, photoLive }));
  expect([advanced.verification, advanced.veriInfo.level, advanced.veriInfo.status]).toEqual([
    1,
    2,
    "pending",
  ]);
  expect(advanced.veriInfo.fullName).toBe("M*** K***");
  await review(`${id}-2-1`, "passed");
  expect(accepted(await client.call("verification")).verification).toBe(2);
});

test("VERIF-01 a refusal gives its reason, and the user may submit again", async () => {
  const client = await exchange.registered("second@example.org");
  const id = await userId(client);
  accepted(await client.call("verification", await documents(client)));
  await review(`${id}-1-1`, "refused", "The photo of the back cannot be read.");
  const refused = accepted(await client.call("verification"));
  expect(refused.verification).toBe(0);
  expect(refused.veriInfo).toMatchObject({
    level: 1,
    status: "refused",
    reason: "The photo of the back cannot be read.",
  });
  const again = accepted(await client.call("verification", await documents(client)));
  expect(again.veriInfo).toMatchObject({ status: "pending", reason: null });
  expect(await review(`${id}-1-1`, "passed")).toBe(undefined);
  await review(`${id}-1-2`, "passed");
  expect(await review(`${id}-1-2`, "refused", "too late")).toBe(undefined);
  expect(accepted(await client.call("verification")).verification).toBe(1);
});

test("VERIF-02 111, 221, 211, 210, 380 in this order, with the fields", async () => {
  const client = await exchange.registered("order@example.org");
  const stranger = await exchange.registered("stranger@example.org");
  const id = await userId(client);
  const request: Record<string, unknown> = { level: 1, colour: "red" };
  const attempt = async () => {
    const answer = await client.call("verification", request);
    return [answer.code, answer.data.error, answer.data.fields];
  };
  const field = (name: string, reason: string) => [{ path: name, reason }];
  expect(await attempt()).toEqual([111, "request.parameterError", field("colour", "unknown")]);
  delete request.colour;
  request.level = 3;
  expect((await attempt())[0]).toBe(111);
  request.level = 1;
  request.country = "XX";
  expect(await attempt()).toEqual([111, "request.parameterError", field("country", "range")]);
  request.country = "at";
  request.idNumber = "a/b";
  expect(await attempt()).toEqual([111, "request.parameterError", field("idNumber", "format")]);
  delete request.idNumber;
  request.photoLive = "/uploads/x";
  expect(await attempt()).toEqual([111, "request.parameterError", field("photoLive", "conflict")]);
  delete request.photoLive;
  request.fullName = "   ";
  expect(await attempt()).toEqual([
    221,
    "verification.fieldsRequired",
    ["fullName", "idNumber", "address"].map((name) => ({ path: name, reason: "missing" })),
  ]);
  Object.assign(request, PERSON);
  expect(await attempt()).toEqual([
    211,
    "upload.missing",
    ["photoFront", "photoBack"].map((name) => ({ path: name, reason: "missing" })),
  ]);
  request.photoFront = await uploadPhoto(client);
  for (const wrong of [
    await uploadPhoto(stranger),
    await uploadPhoto(client, "avatar"),
    "/uploads/1/identity-AAAAAAAAAAAAAAAAAAAAAA",
    "https://example.org/passport.jpg",
  ]) {
    request.photoBack = wrong;
    expect((await attempt()).slice(0, 2), wrong).toEqual([210, "upload.imageFormat"]);
  }
  request.photoBack = await uploadPhoto(client);
  const early = await client.call("verification", { level: 2, photoLive: request.photoFront });
  expect([early.code, early.data.params]).toEqual([380, { status: "none" }]);
  accepted(await client.call("verification", request));
  const twice = await client.call("verification", request);
  expect([twice.code, twice.data.error, twice.data.params]).toEqual([
    380,
    "verification.state",
    { status: "pending" },
  ]);
  await review(`${id}-1-1`, "passed");
  expect((await client.call("verification", request)).data.params).toEqual({ status: "passed" });
  const live = { level: 2, photoLive: await uploadPhoto(client) };
  expect((await client.call("verification", { level: 2 })).code).toBe(211);
  expect((await client.call("verification", { ...live, fullName: "X" })).code).toBe(111);
  accepted(await client.call("verification", live));
  expect((await client.call("verification", live)).data.params).toEqual({ status: "pending" });
});

test("VERIF-02 fields without a level are rejected, not dropped; two concurrent submissions are one", async () => {
  const client = await exchange.registered("careless@example.org");
  const { level: _, ...fields } = await documents(client);
  const answer = await client.call("verification", fields);
  expect([answer.code, answer.data.fields]).toEqual([111, [{ path: "level", reason: "missing" }]]);
  const request = await documents(client);
  const answers = await Promise.all([1, 2, 3].map(() => client.call("verification", request)));
  expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([1, 380, 380]);
});

test("VERIF-03 names, numbers, addresses and photos lie on the disk sealed only", async () => {
  const client = await exchange.registered("private@example.org");
  accepted(await client.call("verification", await documents(client)));
  const id = await userId(client);
  const files = readdirSync(exchange.home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes("read-models"))
    .map((entry) => path.join(entry.parentPath, entry.name));
  expect(files.some((file) => file.includes(`${path.sep}verification${path.sep}`))).toBe(true);
  for (const file of files) {
    const content = readFileSync(file);
    for (const secret of ["Klein", "L01X00T4742", "Graben", "\xff\xd8\xff\xe0"])
      expect(content.includes(Buffer.from(secret, "latin1")), `${secret} in ${file}`).toBe(false);
  }
  const details = exchange.documents.verification.details(
    exchange.documents.verification.submission(`${id}-1-1`) ?? expect.fail("it is there"),
  );
  expect(details.document).toMatchObject({ fullName: "Maria Klein-Huber", idNumber: "L01X00T4742" });
});

test("VERIF-03 a deleted user leaves no document, no picture and no key", async () => {
  const client = await exchange.registered("leaving@example.org");
  const id = await userId(client);
  const request = await documents(client);
  accepted(await client.call("verification", request));
  await exchange.documents.forget(id);
  expect(accepted(await client.call("verification")).veriInfo).toEqual(NOTHING);
  expect(existsSync(path.join(exchange.home, "keys", "users", `${id}.key`))).toBe(false);
  expect(existsSync(path.join(exchange.home, "uploads", String(id)))).toBe(false);
  expect((await client.call("verification", request)).code).toBe(210);
});
