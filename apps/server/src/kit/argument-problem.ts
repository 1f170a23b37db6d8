/** Code of Node's error for an option whose value begins with a hyphen. */
const VALUE_MISSING = "ERR_PARSE_ARGS_INVALID_OPTION_VALUE";

/**
 * Returns what is wrong with a command line, from an error of `parseArgs`. Node recommends `--btc=-3` for a value that begins
 * with a hyphen; no option here takes one.
 */
export function argumentProblem(error: unknown): string {
  const { code, message } = error as { readonly code?: string; readonly message: string };
  const [, option] = /'(-[^' ]+)/.exec(message) ?? [];
  if (code !== VALUE_MISSING || option === undefined || !message.includes("ambiguous")) return message;
  return `${option} needs a value that does not begin with "-"`;
}
