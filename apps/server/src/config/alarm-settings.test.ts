import { expect, test } from "vitest";
import { readAlarmSettings } from "./alarm-settings.ts";

const HOOK = "https://hooks.example/a-secret-key";
const SECRET = "sixteen characters";

test("ALARM-02 mailboxes and a webhook are read; without them alarms stay in the console", () => {
  expect(readAlarmSettings({}, "live", false)).toEqual({ mail: [], webhook: undefined });
  expect(
    readAlarmSettings(
      {
        CANDOR_ALARM_MAIL: "desk@exchange.example, night@exchange.example",
        CANDOR_ALARM_WEBHOOK: HOOK,
        CANDOR_ALARM_WEBHOOK_SECRET: SECRET,
      },
      "live",
      true,
    ),
  ).toEqual({
    mail: ["desk@exchange.example", "night@exchange.example"],
    webhook: { url: HOOK, secret: SECRET },
  });
  const local = { CANDOR_ALARM_WEBHOOK: "http://127.0.0.1:9000/hook", CANDOR_ALARM_WEBHOOK_SECRET: SECRET };
  expect(readAlarmSettings(local, "live", false).webhook?.url).toBe("http://127.0.0.1:9000/hook");
});

test.each([
  [{ CANDOR_ALARM_MAIL: "nobody" }, "CANDOR_ALARM_MAIL"],
  [
    { CANDOR_ALARM_MAIL: Array.from({ length: 11 }, (_, at) => `a${at}@x.example`).join() },
    "CANDOR_ALARM_MAIL",
  ],
  [{ CANDOR_ALARM_MAIL: "desk@exchange.example" }, "CANDOR_SMTP_URL"],
  [{ CANDOR_ALARM_WEBHOOK: "hooks.example" }, "CANDOR_ALARM_WEBHOOK"],
  [
    { CANDOR_ALARM_WEBHOOK: "http://hooks.example/a-secret-key", CANDOR_ALARM_WEBHOOK_SECRET: SECRET },
    "https",
  ],
  [{ CANDOR_ALARM_WEBHOOK: HOOK }, "CANDOR_ALARM_WEBHOOK_SECRET"],
  [{ CANDOR_ALARM_WEBHOOK: HOOK, CANDOR_ALARM_WEBHOOK_SECRET: "short" }, "CANDOR_ALARM_WEBHOOK_SECRET"],
])("CONF-02 %o is rejected by name, without the webhook's address", (variables, words) => {
  const read = () => readAlarmSettings(variables, "live", false);
  expect(read).toThrow(words);
  expect(read).not.toThrow("a-secret-key");
});
