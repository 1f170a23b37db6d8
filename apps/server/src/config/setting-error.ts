/** A setting that cannot be used; says which, and what it may be. Never what it is: it may be a password. */
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
