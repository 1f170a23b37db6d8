import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { awaitListening } from "../../config/listening-place.ts";
import { isSocketPath, listenPrivately } from "../../kit/private-socket.ts";
import type { FaultRules } from "../binance-api/faults/fault-rules.ts";
import { answerDoor, type DoorAnswering, type DoorLog } from "./answer-door.ts";
import { removeDoorToken, writeDoorToken } from "./door-token.ts";
import type { FundedAccounts } from "./funded-accounts.ts";
import type { DoorTime } from "./manual-time.ts";
import type { Scenario } from "./scenario.ts";

/** Only programs on this machine can connect. */
const LOOPBACK = "127.0.0.1";
const REQUEST_TIMEOUT_MS = 10_000;

export interface DoorOptions {
  readonly home: string;
  readonly keyFile: string;
  /** Undefined for no admin port; 0 takes a free one. */
  readonly adminPort: number | undefined;
  readonly accounts: FundedAccounts;
  /** Undefined if other threads answer the calls. */
  readonly faults: FaultRules | undefined;
  /** Undefined if the clock is the system's. */
  readonly time: DoorTime | undefined;
  /** Undefined unless the exchange is a test rig. */
  readonly scenario: Scenario | undefined;
  readonly log: DoorLog & { info(message: string): void; warn(message: string): void };
}

export interface SandboxDoor {
  /** Port of the admin API, if there is one. */
  readonly adminPort: number | undefined;
  close(): Promise<void>;
}

/** The socket of `npm run sandbox`. */
export const sandboxSocketPath = (home: string): string => path.join(home, "sandbox.sock");

/**
 * Listens for `npm run sandbox` on a socket in the home that only its owner can open, and for programs on the admin port.
 * Throws SettingError for a port that cannot be used.
 */
export async function openSandboxDoor(options: DoorOptions): Promise<SandboxDoor> {
  const closings: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(closings.splice(0).map((each) => each()));
  };
  try {
    await openSocket(options, closings);
    return { adminPort: await openPort(options, closings), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openSocket(
  { home, log, ...answering }: DoorOptions,
  closings: (() => Promise<void>)[],
): Promise<void> {
  const file = sandboxSocketPath(home);
  if (!isSocketPath(file)) {
    log.warn(`npm run sandbox disabled: ${file} is too long for a socket; choose a shorter CANDOR_HOME`);
    return;
  }
  const server = serverOf({ ...answering, token: undefined, log });
  const removeFile = await listenPrivately(server, file);
  closings.push(() => closeServer(server, removeFile));
}

async function openPort(
  { home, keyFile, adminPort, log, ...answering }: DoorOptions,
  closings: (() => Promise<void>)[],
): Promise<number | undefined> {
  removeDoorToken(home);
  if (adminPort === undefined) return undefined;
  const server = serverOf({ ...answering, token: writeDoorToken(home, keyFile), log });
  closings.push(() => closeServer(server, () => removeDoorToken(home)));
  const place = { prefix: "CANDOR_ADMIN_", port: adminPort, host: LOOPBACK } as const;
  const port = await awaitListening(place, listen(server, adminPort));
  log.info(`sandbox: programs on this machine open accounts at http://${LOOPBACK}:${port}`);
  return port;
}

function serverOf(answering: DoorAnswering): Server {
  const options = { requestTimeout: REQUEST_TIMEOUT_MS, connectionsCheckingInterval: REQUEST_TIMEOUT_MS };
  return createServer(options, (request, response) => void answerDoor(answering, request, response));
}

/** @returns the port */
function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, LOOPBACK, () => resolve((server.address() as AddressInfo).port));
  });
}

function closeServer(server: Server, after: () => void): Promise<void> {
  after();
  return new Promise((resolve) => {
    // A server that does not listen has nothing to close.
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
