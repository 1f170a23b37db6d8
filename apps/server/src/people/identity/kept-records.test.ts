import { expect, test } from "vitest";
import { IdentityState } from "./identity-state.ts";
import { plainUser } from "./testing/plain-user.ts";

test("SEC-11 an account of an older journal has no known places, gets them with its next login, and keeps them when rewritten", () => {
  const { knownDevices: _devices, knownNetworks: _networks, ...older } = plainUser(10_001);
  const state = new IdentityState();
  state.apply({ type: "registered", user: older as ReturnType<typeof plainUser> });
  expect(state.user(10_001)).toMatchObject({ knownDevices: [], knownNetworks: [] });
  for (let login = 0; login < 30; login++)
    state.apply({ type: "place-known", userId: 10_001, atMs: login, device: `d${login}`, network: "home" });
  const rewritten = new IdentityState();
  for (const record of state.dump(0, "")) rewritten.apply(record);
  for (const user of [state.user(10_001), rewritten.user(10_001)]) {
    expect(user?.knownDevices.length).toBe(20);
    expect(user?.knownDevices.at(-1)).toEqual({ hash: "d29", atMs: 29 });
    expect(user?.knownNetworks).toEqual([{ hash: "home", atMs: 29 }]);
  }
});
