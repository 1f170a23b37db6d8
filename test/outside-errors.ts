import { writeFileSync } from "node:fs";
import type { Reporter } from "vitest/node";

/** Writes what failed outside of any test, a line each, to a file: no other report has it. */
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

/** The first line of the project's own code. */
const placeIn = (stack: string): string =>
  stack
    .split("\n")
    .find((line) => line.includes("    at ") && !line.includes("node_modules"))
    ?.trim() ?? "";
