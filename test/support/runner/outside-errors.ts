import { writeFileSync } from "node:fs";
import type { Reporter } from "vitest/node";

/** Writes errors outside of tests to a file, one per line, because no other report contains them. */
export class OutsideErrors implements Reporter {
  private readonly file: string;

  constructor(file: string) {
    this.file = file;
  }

  onTestRunEnd(
    _modules: unknown,
    errors: readonly { readonly message: string; readonly stack?: string }[],
  ): void {
    if (errors.length === 0) return;
    const lines = errors.map(({ message, stack }) => `${firstLine(message)} ${placeIn(stack ?? "")}`.trim());
    writeFileSync(this.file, lines.join("\n"));
  }
}

const firstLine = (text: string): string => text.split("\n", 1)[0] ?? "";

/** Returns the first stack line in the project's own code. */
const placeIn = (stack: string): string =>
  stack
    .split("\n")
    .find((line) => line.includes("    at ") && !line.includes("node_modules"))
    ?.trim() ?? "";
