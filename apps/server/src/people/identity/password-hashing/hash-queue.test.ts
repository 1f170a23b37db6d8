import { expect, test } from "vitest";
import { IDENTITY_LIMITS } from "../identity-limits.ts";
import { HashQueue } from "./hash-queue.ts";
import { HasherBusyError } from "./hasher-busy-error.ts";

const { maxWaitingHashes, maxWaitingHashesOfNetwork } = IDENTITY_LIMITS;

/** Returns addresses in separate networks. */
const addressOf = (network: number): string => `198.51.${network}.7`;

function drained(queue: HashQueue<string>): string[] {
  const jobs: string[] = [];
  for (let job = queue.take(); job !== undefined; job = queue.take()) jobs.push(job);
  return jobs;
}

test("SEC-10 a network and an account have one waiting hash together; others of the network and the account wait as well", () => {
  const queue = new HashQueue<string>();
  queue.add({ address: "198.51.100.1", account: "ada" }, "first");
  expect(() => queue.add({ address: "198.51.100.2", account: "ada" }, "again")).toThrow(HasherBusyError);
  queue.add({ address: "198.51.100.2", account: "bob" }, "bob");
  queue.add({ address: "203.0.113.1", account: "ada" }, "elsewhere");
  expect(drained(queue)).toEqual(["first", "elsewhere", "bob"]);
  queue.add({ address: "198.51.100.2", account: "ada" }, "later");
  expect(queue.refusals).toBe(1);
});

test("SEC-10 networks take turns: many requests of one do not delay another's single request", () => {
  const queue = new HashQueue<string>();
  for (let account = 0; account < 10; account++)
    queue.add({ address: "2001:db8:1::1", account: `flood ${account}` }, "flood");
  queue.add({ address: "203.0.113.1", account: "ada" }, "ada");
  expect([queue.take(), queue.take()]).toEqual(["flood", "ada"]);
});

test.each([
  ["an IPv4 /24", (host: number) => `198.51.100.${host}`],
  ["an IPv6 /48", (host: number) => `2001:db8:1:${host.toString(16)}::1`],
])("SEC-10 %s fills its own part of the queue and no more", (_name, address) => {
  const queue = new HashQueue<string>();
  const add = (host: number): void => queue.add({ address: address(host), account: `user ${host}` }, "");
  for (let host = 1; host <= maxWaitingHashesOfNetwork; host++) add(host);
  expect(() => add(maxWaitingHashesOfNetwork + 1)).toThrow(HasherBusyError);
  queue.add({ address: "203.0.113.1", account: "ada" }, "");
});

test("SEC-10 a full queue rejects with a time to retry, and accepts again once a job has finished", () => {
  const queue = new HashQueue<string>();
  const add = (network: number): void => queue.add({ address: addressOf(network), account: "ada" }, "");
  for (let network = 0; network < maxWaitingHashes; network++) add(network);
  let refusal: unknown;
  try {
    add(200);
  } catch (error) {
    refusal = error;
  }
  expect(refusal).toBeInstanceOf(HasherBusyError);
  expect((refusal as HasherBusyError).retryAfterMs).toBeGreaterThanOrEqual(1_000);
  queue.take();
  add(200);
});
