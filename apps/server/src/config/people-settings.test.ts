import { expect, test } from "vitest";
import { readPeopleSettings } from "./people-settings.ts";
import { SettingError } from "./setting-error.ts";

test("CONF-01 without settings messages stay in the outbox, which only this machine can read", () => {
  expect(readPeopleSettings({})).toEqual({
    publicUrl: undefined,
    inviteOnly: true,
    registrationsPerDay: 100,
    sharedNetworks: [],
    supportEmail: "support@candor.example",
    delivery: { smtp: undefined, sms: undefined },
    passwordRule: "short",
    outboxOpen: false,
    pushes: true,
    trustProxy: false,
  });
});

test("CONF-01 mails by SMTP, phone messages by HTTP, and where the site is reached", () => {
  const settings = readPeopleSettings({
    CANDOR_PUBLIC_URL: "https://trade.candor.example/",
    CANDOR_SMTP_URL: "smtps://user:secret@mail.example:465",
    CANDOR_SMS_URL: "https://sms.example/send",
    CANDOR_SMS_TOKEN: "key",
    CANDOR_INVITE_ONLY: "off",
    CANDOR_OUTBOX: "open",
    CANDOR_PASSWORD_RULE: "long",
    CANDOR_PROXY: "local",
    CANDOR_SHARED_NETWORKS: "192.0.2.0/24, 2001:db8::/32,198.51.100.7",
    CANDOR_REGISTRATIONS_PER_DAY: "500",
    CANDOR_PUSH: "off",
  });
  expect(settings).toEqual({
    publicUrl: "https://trade.candor.example",
    delivery: {
      smtp: { url: "smtps://user:secret@mail.example:465", from: "Candor <no-reply@trade.candor.example>" },
      sms: { url: "https://sms.example/send", token: "key" },
    },
    inviteOnly: false,
    supportEmail: "support@trade.candor.example",
    passwordRule: "long",
    registrationsPerDay: 500,
    sharedNetworks: ["192.0.2.0/24", "2001:db8::/32", "198.51.100.7"],
    outboxOpen: true,
    pushes: false,
    trustProxy: true,
  });
  const from = "Desk <desk@candor.example>";
  const named = readPeopleSettings({ CANDOR_SMTP_URL: "smtp://mail.example", CANDOR_MAIL_FROM: from });
  expect(named.delivery.smtp).toEqual({ url: "smtp://mail.example", from });
  expect(readPeopleSettings({ CANDOR_SUPPORT_EMAIL: "help@candor.example" }).supportEmail).toBe(
    "help@candor.example",
  );
});

test.each([
  { CANDOR_PUBLIC_URL: "candor.example" },
  { CANDOR_SMTP_URL: "https://user:hunter22@mail.example" },
  { CANDOR_SMS_URL: "sms.example" },
  { CANDOR_INVITE_ONLY: "no" },
  { CANDOR_SUPPORT_EMAIL: "the desk" },
  { CANDOR_OUTBOX: "everybody" },
  { CANDOR_PASSWORD_RULE: "none" },
  { CANDOR_PROXY: "yes" },
])("CONF-02 an invalid setting is rejected by name, without its password: %o", (variables) => {
  const name = Object.keys(variables).join();
  expect(() => readPeopleSettings(variables)).toThrow(SettingError);
  expect(() => readPeopleSettings(variables)).toThrow(name);
  expect(() => readPeopleSettings(variables)).not.toThrow("hunter22");
});

test("CONF-02 a sender that is not a mailbox is rejected", () => {
  const variables = { CANDOR_SMTP_URL: "smtp://mail.example", CANDOR_MAIL_FROM: "nobody" };
  expect(() => readPeopleSettings(variables)).toThrow("CANDOR_MAIL_FROM");
});

test("CONF-01 invalid networks, and a day without registrations, are rejected by the variable's name", () => {
  for (const text of [
    "school",
    "192.0.2.0/33",
    "192.0.2.0/24/8",
    "192.0.2",
    "2001:db8::/129",
    "192.0.2.0/-1",
  ])
    expect(() => readPeopleSettings({ CANDOR_SHARED_NETWORKS: text }), text).toThrow(
      "CANDOR_SHARED_NETWORKS",
    );
  for (const text of ["0", "-1", "many", "1000000"])
    expect(() => readPeopleSettings({ CANDOR_REGISTRATIONS_PER_DAY: text }), text).toThrow(
      "CANDOR_REGISTRATIONS_PER_DAY",
    );
});
