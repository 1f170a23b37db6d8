export type RegisterKind = "email" | "username" | "phone";

export interface RegisterForm {
  readonly email: string;
  readonly username: string;
  readonly phone: string;
  readonly code: string;
  readonly password: string;
  readonly repeat: string;
  /** null if unchanged from the prefilled value. */
  readonly invitation: string | null;
}

/** Problems by field. */
export type Problems = { readonly [Field in keyof RegisterForm]?: string };

const FIELDS: Readonly<Record<string, keyof RegisterForm>> = {
  "user.emailFormat": "email",
  "user.emailExists": "email",
  "user.accountError": "username",
  "user.usernameExists": "username",
  "user.phoneFormat": "phone",
  "user.phoneExists": "phone",
  "user.codeError": "code",
  "user.codeExpired": "code",
  "user.passwordEmpty": "password",
  "user.passwordFormat": "password",
  "user.passwordFormatLong": "password",
  "user.passwordBreached": "password",
  "user.passwordsDiffer": "repeat",
  "user.invitationMissing": "invitation",
  "user.invitationError": "invitation",
};

/** Returns the field next to which an error is shown; by default the account name field. */
export function fieldOfError(error: string, kind: RegisterKind): keyof RegisterForm {
  return FIELDS[error] ?? kind;
}
