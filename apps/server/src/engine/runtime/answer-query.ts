import { hash } from "node:crypto";
import { QUERIES } from "@candor/domain/engine-port";
import type { EngineMachine } from "./engine-machine.ts";
import type { Answer, Query, StateHash } from "./engine-messages.ts";
import { askMachine } from "./query-methods.ts";

/** Answers a query from a machine at `seq`. A failed one is an error for the caller only: reading changes nothing. */
export function answerQuery(machine: EngineMachine, seq: number, { name, parameters }: Query): Answer {
  try {
    if (name === "stateHash")
      return { value: { seq, hash: hash("sha256", machine.snapshot(), "hex") } satisfies StateHash };
    return { value: { asOfSeq: seq, ...askMachine(QUERIES, machine, name, parameters) } };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
