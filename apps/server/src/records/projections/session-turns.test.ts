import { expect, test } from "vitest";
import { SessionTurns, type Turn } from "./session-turns.ts";

interface Held {
  readonly begun: Promise<void>;
  readonly end: () => void;
  readonly done: Promise<string>;
}

/** A session that logs what it runs, and whose work ends when the test lets it. */
class Session {
  readonly log: string[] = [];
  private readonly turns = new SessionTurns<string>(async () => {
    this.log.push("roll back");
  });

  /** Work that is done at once. */
  run(connection: string, what: string, turn?: Turn): Promise<string> {
    return this.turns.run(connection, turn, () => this.done(connection, what));
  }

  fail(connection: string, what: string, turn?: Turn): Promise<string> {
    return this.turns.run(connection, turn, async () => {
      await this.done(connection, what);
      throw new Error(`${what} failed`);
    });
  }

  /** Work that runs until `end` is called. */
  hold(connection: string, what: string, turn?: Turn): Held {
    const begun = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    const done = this.turns.run(connection, turn, async () => {
      await this.done(connection, what);
      begun.resolve();
      await ended.promise;
      return what;
    });
    return { begun: begun.promise, end: ended.resolve, done };
  }

  refuse(connection: string): Promise<void> {
    return this.turns.refuse((other) => (other === connection ? new Error(`${other} is gone`) : undefined));
  }

  private async done(connection: string, what: string): Promise<string> {
    this.log.push(`${connection} ${what}`);
    await Promise.resolve();
    return what;
  }
}

test("READ-45 work of all connections runs one at a time, in order of arrival", async () => {
  const session = new Session();
  const first = session.hold("a", "1");
  const rest = [session.run("b", "2"), session.run("a", "3"), session.run("b", "4")];
  await first.begun;
  expect(session.log).toEqual(["a 1"]);
  first.end();
  expect(await Promise.all([first.done, ...rest])).toEqual(["1", "2", "3", "4"]);
  expect(session.log).toEqual(["a 1", "b 2", "a 3", "b 4"]);
});

test("READ-45 while a connection is in a transaction, the others wait in order", async () => {
  const session = new Session();
  await session.run("a", "begin", "begin");
  const others = [session.run("b", "begin", "begin"), session.run("c", "read")];
  await session.run("a", "write");
  const end = session.run("a", "commit", "end");
  await others[0];
  await session.run("b", "write");
  const ended = session.run("b", "commit", "end");
  await Promise.all([end, ...others, ended]);
  expect(session.log).toEqual(["a begin", "a write", "a commit", "b begin", "b write", "b commit", "c read"]);
});

test("READ-45 a transaction that does not begin holds nothing", async () => {
  const session = new Session();
  await expect(session.fail("a", "begin", "begin")).rejects.toThrow("begin failed");
  await session.run("b", "read");
  expect(session.log).toEqual(["a begin", "roll back", "b read"]);
});

test("READ-45 a commit that fails ends the transaction, and the rollback after it waits like any other work", async () => {
  const session = new Session();
  await session.run("a", "begin", "begin");
  const read = session.run("b", "begin", "begin");
  await expect(session.fail("a", "commit", "end")).rejects.toThrow("commit failed");
  const rollback = session.run("a", "rollback", "end");
  await read;
  expect(session.log).toEqual(["a begin", "a commit", "roll back", "b begin"]);
  await session.run("b", "commit", "end");
  await rollback;
  expect(session.log.slice(4)).toEqual(["b commit", "a rollback"]);
});

test("READ-45 a failed statement of a transaction leaves it to its connection", async () => {
  const session = new Session();
  await session.run("a", "begin", "begin");
  const read = session.run("b", "read");
  await expect(session.fail("a", "write")).rejects.toThrow("write failed");
  await session.run("a", "rollback", "end");
  await read;
  expect(session.log).toEqual(["a begin", "a write", "a rollback", "b read"]);
});

test("READ-45 a refused connection loses its transaction and its waiting work, and the others go on", async () => {
  const session = new Session();
  await session.run("a", "begin", "begin");
  const write = session.hold("a", "write");
  const late = expect(session.run("a", "late")).rejects.toThrow("a is gone");
  const read = session.run("b", "read");
  await session.refuse("a");
  await late;
  expect(session.log).toEqual(["a begin", "a write"]);
  write.end();
  await Promise.all([write.done, read]);
  expect(session.log).toEqual(["a begin", "a write", "roll back", "b read"]);
  await expect(session.run("a", "later")).rejects.toThrow("a is gone");
});

test("READ-45 a refused connection that is idle in a transaction loses it at once", async () => {
  const session = new Session();
  await session.run("a", "begin", "begin");
  const read = session.run("b", "read");
  await session.refuse("a");
  await read;
  expect(session.log).toEqual(["a begin", "roll back", "b read"]);
});

test("READ-45 a connection that is refused while its transaction begins does not get it", async () => {
  const session = new Session();
  const begin = session.hold("a", "begin", "begin");
  const read = session.run("b", "read");
  await session.refuse("a");
  begin.end();
  await Promise.all([begin.done, read]);
  expect(session.log).toEqual(["a begin", "roll back", "b read"]);
});
