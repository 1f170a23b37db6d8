import { readFileSync } from "node:fs";
import path from "node:path";
import { CONSOLE_CALLS } from "@candor/server/edge/console-api/console-calls";
import { commandRows, roleTable } from "@candor/server/operators/desk/role-table";
import { COMMAND_TEXTS } from "@candor/server/operators/protocol/command-texts";
import { ROLES, type Role } from "@candor/server/operators/protocol/roles";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ConsoleClient, ConsoleUnderTest } from "../support/console/console-under-test.ts";

const PAGE = path.resolve(import.meta.dirname, "../../docs/operator-roles.md");
const FORBIDDEN = 403;

let office: ConsoleUnderTest;
const clients = new Map<Role, ConsoleClient>();
beforeAll(async () => {
  office = await ConsoleUnderTest.start();
  for (const role of ROLES) clients.set(role, await office.operator(`one-${role}`, role));
});
afterAll(() => office.close());

const calls = Object.entries(CONSOLE_CALLS).map(([name, { roles }]) => [name, roles] as const);

test("OPS-02 the documented role matrix is the one that the server has", () => {
  const page = readFileSync(PAGE, "utf8");
  expect(page).toContain(roleTable(commandRows()));
  expect(page).toContain(roleTable(calls));
});

test("OPS-02 every call of the console × every role: allowed or rejected as documented, and never without a session", async () => {
  const found: string[] = [];
  const wanted: string[] = [];
  for (const [name, allowed] of calls) {
    expect((await office.client().call(name)).status, name).toBe(401);
    for (const role of ROLES) {
      const { status } = (await clients.get(role)?.call(name)) ?? { status: 0 };
      found.push(`${name} ${role} ${status === FORBIDDEN ? "refused" : "allowed"}`);
      wanted.push(`${name} ${role} ${allowed.includes(role) ? "allowed" : "refused"}`);
      expect([200, 400, FORBIDDEN, 409], `${name} ${role}`).toContain(status);
    }
  }
  expect(found).toEqual(wanted);
});

test("OPS-02 every command of the desk × every role: unauthorized roles are rejected before the desk receives it", async () => {
  const found: string[] = [];
  const wanted: string[] = [];
  for (const [command, allowed] of commandRows()) {
    for (const role of ROLES) {
      // Without target, reason and input, so no state-changing command gets far enough to change anything.
      const { status } = (await clients.get(role)?.command(command)) ?? { status: 0 };
      found.push(`${command} ${role} ${status === FORBIDDEN ? "refused" : "allowed"}`);
      wanted.push(`${command} ${role} ${allowed.includes(role) ? "allowed" : "refused"}`);
    }
  }
  expect(found).toEqual(wanted);
  expect(Object.keys(COMMAND_TEXTS)).toEqual(commandRows().map(([word]) => word));
});

test("OPS-02 removed roles end at once, also in an open session", async () => {
  const owner = clients.get("owner");
  const moved = await office.operator("moved", "risk");
  expect((await moved.call("withdrawal-queue")).status).toBe(200);
  await owner?.command("operator roles", "moved", { reason: "other work", input: { roles: ["editor"] } });
  expect((await moved.call("withdrawal-queue")).status).toBe(401);
  const unknown = await clients.get("editor")?.command("price write", "BTCUSDT");
  expect(unknown?.body.error.message).toBe('Unknown command "price write".');
});
