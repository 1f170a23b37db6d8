import type { CallReply } from "@candor/wire/calls";
import type { CallHandler } from "../call-context.ts";
import type { Ports } from "../dependencies.ts";

/** Returns operators' decisions approved by two people, including those not yet in effect. */
export function decisions({ decisions: published }: Ports<"decisions">): CallHandler<"decisions"> {
  return ({ before = Number.MAX_SAFE_INTEGER, limit }): CallReply<"decisions"> => {
    const list = published.decided(before, limit + 1);
    const shown = list.slice(0, limit);
    return {
      announced: published.announced(),
      skipped: published.skipped(),
      list: shown,
      next: list.length > limit ? (shown.at(-1)?.decision ?? null) : null,
    };
  };
}
