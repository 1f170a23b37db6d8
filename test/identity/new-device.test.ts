import { CATALOGUES } from "@candor/wire/translations/messages";
import { afterEach, expect, test } from "vitest";
import { CALLER, given, IdentityUnderTest } from "./support.ts";

const EMAIL = "ada@example.org";
const PASSWORD = "kestrel7";
const HOUR_MS = 3_600_000;
const NAME = "Chrome, Linux";
const HOME = "198.51.100.7";

let people: IdentityUnderTest;
afterEach(() => people.remove());

/** Registers at home with the name that every later browser has, too. */
async function registerAtHome(): Promise<string | undefined> {
  people = new IdentityUnderTest();
  const { identity } = people;
  const caller = { ...CALLER, address: HOME };
  given(await identity.sendCode(caller, undefined, { channel: "ems", to: EMAIL, event: "register" }));
  const code = people.codeOf(EMAIL);
  const registration = { email: EMAIL, password: PASSWORD, code, deviceName: NAME };
  const invitationCode = identity.houseCode;
  return given(await identity.register(caller, { ...registration, invitationCode })).deviceToken;
}

async function logIn(place: { device?: string | undefined; address?: string; name?: string } = {}) {
  const { device, address = HOME, name: deviceName = NAME } = place;
  const caller = { ...CALLER, address, device };
  return given(await people.identity.logIn(caller, { account: EMAIL, password: PASSWORD, deviceName }));
}

const START = CATALOGUES.en.securityMessage.newDevice.split("{")[0] ?? "none";
const reports = () => people.identity.outbox.list(100).filter(({ text }) => text.startsWith(START)).length;

test("AUTH-16 a device that shows its token is known, wherever it is and whatever it is called", async () => {
  const device = await registerAtHome();
  await logIn({ device });
  await logIn({ device, address: "203.0.113.9" });
  await logIn({ device, address: "2001:db8:1::1", name: "Firefox, Windows" });
  expect(reports()).toBe(0);
});

test("AUTH-16 a browser without the token is reported even with the owner's name and network", async () => {
  const device = await registerAtHome();
  await logIn({ device });
  await logIn();
  expect(reports()).toBe(1);
});

test.each([
  ["another name", { name: "Firefox, Linux" }],
  ["another address of the same IPv4 /16", { address: "198.51.100.8" }],
  ["another IPv6 /64 of the same provider", { address: "2001:db8:0:2::1" }],
  ["a token that another exchange issued", { device: "x".repeat(65), name: "Safari, iPhone" }],
])("AUTH-16 %s is reported at once after another new device", async (_what, place) => {
  await registerAtHome();
  await logIn();
  await logIn({ address: "2001:db8:0:1::1" });
  expect(reports()).toBe(2);
  await logIn(place);
  expect(reports()).toBe(3);
});

test("AUTH-16 a browser that deletes its cookies is reported once in six hours, also across a restart", async () => {
  await registerAtHome();
  for (let login = 0; login < 3; login += 1) await logIn();
  expect(reports()).toBe(1);
  people.reopen();
  // The outbox is written later: what it had is found again or not.
  const before = reports();
  people.time.ms += 6 * HOUR_MS - 1;
  await logIn();
  expect(reports()).toBe(before);
  people.time.ms += 1;
  await logIn();
  expect(reports()).toBe(before + 1);
});

test("AUTH-16 a token of another account, or one a year old, does not make a device known", async () => {
  const device = await registerAtHome();
  const other = await people.register("eve@example.org");
  await logIn({ device: other.deviceToken });
  expect(reports()).toBe(1);
  people.time.ms += 366 * 24 * HOUR_MS;
  await logIn({ device });
  expect(reports()).toBe(2);
});

test("AUTH-16 fifty wrong passwords of strangers do not hide a new device", async () => {
  await registerAtHome();
  for (let each = 0; each < 60; each += 1) {
    people.time.ms += HOUR_MS;
    const caller = { ...CALLER, address: `203.0.113.${each}` };
    await people.identity.logIn(caller, { account: EMAIL, password: "wrong-one1", deviceName: NAME });
  }
  await logIn();
  expect(reports()).toBe(1);
});
