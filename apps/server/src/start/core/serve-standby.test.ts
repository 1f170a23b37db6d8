import { expect, test } from "vitest";
import { freePort } from "../../../../../test/support/server/free-port.ts";
import type { Environment } from "../../config/environment.ts";
import type { CoreStatus } from "../../edge/gateway/core-status.ts";
import { serveStandby } from "./serve-standby.ts";

test("CLUS-68 a core answers 200 while it stands by, and 503 with the phase while it opens as the leader", async () => {
  const metricsPort = await freePort();
  const environment = { metricsPort, metricsHost: "127.0.0.1" } as Environment;
  let role: CoreStatus["role"] = "standby";
  const status = (): CoreStatus => ({
    role,
    node: "core-1",
    term: 3,
    leader: "core-2",
    durableSeq: 7,
    lag: 0,
    replication: { confirming: 1, standbys: [] },
    writing: undefined,
  });
  const end = await serveStandby(environment, status);
  const health = async (): Promise<readonly [number, unknown]> => {
    const reply = await fetch(`http://127.0.0.1:${metricsPort}/healthz`);
    return [reply.status, await reply.json()];
  };
  try {
    expect(await health()).toEqual([200, { status: "ok", phase: "standing by", ...status() }]);
    role = "leader";
    const reason = "it leads and opens its stores";
    expect(await health()).toEqual([503, { status: "unavailable", reason, phase: "opening", ...status() }]);
  } finally {
    await end();
  }
});
