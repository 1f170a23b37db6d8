/**
 * Source of one function with the values that it uses, which are its parameters. Decoders and writers that are compiled
 * from a layout are as fast as ones written by hand, and five times as fast as a loop over names.
 */
export class CompiledSource {
  private readonly helpers: unknown[] = [];

  /** @returns the name that the source has for the value */
  use(helper: unknown): string {
    const known = this.helpers.indexOf(helper);
    return `h${known < 0 ? this.helpers.push(helper) - 1 : known}`;
  }

  compile(body: string): unknown {
    const names = this.helpers.map((_, index) => `h${index}`);
    // The source is made of the layouts in this package, never of anything that was read.
    // oxlint-disable-next-line typescript/no-implied-eval
    return new Function(...names, `"use strict"; return ${body};`)(...this.helpers);
  }
}
