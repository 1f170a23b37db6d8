/** An unusable setting, with its name and what is allowed. Never contains the value, which may be a password. */
export class SettingError extends Error {
  readonly variable: string;
  readonly problem: string;

  constructor(variable: string, problem: string) {
    super(`${variable} ${problem}`);
    this.name = "SettingError";
    this.variable = variable;
    this.problem = problem;
  }
}
