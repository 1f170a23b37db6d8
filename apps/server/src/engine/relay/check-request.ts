import { CommandReader } from "@candor/codec/command-reader";
import { CommandWriter } from "@candor/codec/command-writer";
import type { Command } from "@candor/domain/commands/commands";
import { QUERIES } from "@candor/domain/engine-port";
import type { EngineRequest } from "../runtime/engine-messages.ts";
import type { RelayedRequest } from "./relay-messages.ts";
import { whyNotRelayed } from "./relayed-commands.ts";

/** Far above what one turn of a gateway's event loop collects. */
const MAX_COMMANDS = 8_192;
const MAX_QUERIES = 65_536;
const MAX_BYTES = 8 * 1024 * 1024;

/** A request that no gateway of this version sends. It must not reach the engine, which would end. */
export class MalformedRequestError extends Error {
  constructor(what: string) {
    super(`malformed engine request: ${what}`);
    this.name = "MalformedRequestError";
  }
}

/**
 * Checks requests of other processes completely, so that the engine can execute them: each command is decoded and encoded
 * again, which must give the same bytes.
 */
export class RequestChecker {
  private readonly reader = new CommandReader();
  private readonly writer = new CommandWriter();
  private readonly whyNot: (command: Command) => string | undefined;

  /** @param whyNot returns why a decoded command is refused; by default all but those of gateways are */
  constructor(whyNot: (command: Command) => string | undefined = whyNotRelayed) {
    this.whyNot = whyNot;
  }

  /** Returns a copy of the request. Throws MalformedRequestError. */
  check(message: unknown): RelayedRequest {
    const { kind, number, request } = recordOf(message, "a message");
    if (kind !== "request") throw new MalformedRequestError(`a message of kind ${String(kind)}`);
    if (!isCount(number, Number.MAX_SAFE_INTEGER) || number === 0)
      throw new MalformedRequestError(`number ${String(number)}`);
    const { bytes, commands, queries } = recordOf(request, "a request");
    if (!(bytes instanceof Uint8Array) || bytes.length > MAX_BYTES)
      throw new MalformedRequestError(`commands must be at most ${MAX_BYTES} bytes`);
    if (!isCount(commands, MAX_COMMANDS)) throw new MalformedRequestError(`${String(commands)} commands`);
    if (!Array.isArray(queries) || queries.length > MAX_QUERIES)
      throw new MalformedRequestError("queries must be a list");
    if (commands + queries.length === 0) throw new MalformedRequestError("it is empty");
    const copy = new Uint8Array(bytes);
    this.checkCommands(copy, commands);
    return {
      kind: "request",
      number,
      request: { bytes: copy, commands, queries: checkedQueries(queries, commands) },
    };
  }

  private checkCommands(bytes: Uint8Array<ArrayBuffer>, commands: number): void {
    const { reader, writer } = this;
    writer.reset();
    try {
      reader.open(bytes);
      for (let command = reader.next(); command !== undefined; command = reader.next()) {
        const problem = this.whyNot(command);
        if (problem !== undefined) throw new MalformedRequestError(problem);
        writer.write(command);
      }
    } catch (error) {
      if (error instanceof MalformedRequestError) throw error;
      throw new MalformedRequestError(error instanceof Error ? error.message : String(error));
    }
    if (writer.count !== commands)
      throw new MalformedRequestError(`it names ${commands} commands and contains ${writer.count}`);
    if (writer.length !== bytes.length || !isEqual(writer.bytes, bytes))
      throw new MalformedRequestError("a command has fields out of range");
  }
}

function checkedQueries(queries: readonly unknown[], commands: number): EngineRequest["queries"] {
  let last = 0;
  return queries.map((each) => {
    const { after, query } = recordOf(each, "a query");
    if (!isCount(after, commands) || after < last)
      throw new MalformedRequestError(`a query after command ${String(after)} of ${commands}`);
    last = after;
    const { name, parameters } = recordOf(query, "a query");
    if (typeof name !== "string" || !Object.hasOwn(QUERIES, name) || !Array.isArray(parameters))
      throw new MalformedRequestError(`unknown query ${String(name)}`);
    return { after, query: { name: name as keyof typeof QUERIES, parameters } };
  });
}

function recordOf(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null)
    throw new MalformedRequestError(`${what} must be an object`);
  return value as Readonly<Record<string, unknown>>;
}

const isCount = (value: unknown, max: number): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0 && value <= max;

function isEqual(written: Uint8Array, bytes: Uint8Array): boolean {
  return Buffer.compare(written.subarray(0, bytes.length), bytes) === 0;
}
