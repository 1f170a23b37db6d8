import type { User } from "./identity-state.ts";

/** Who gets a message about an account. */
export interface NoticeRecipient {
  readonly channel: "ems" | "sms";
  readonly to: string;
}

/** The mailbox first. */
export function contactsOf({ email, phone }: Pick<User, "email" | "phone">): readonly NoticeRecipient[] {
  return [
    ...(email === null ? [] : [{ channel: "ems", to: email } as const]),
    ...(phone === null ? [] : [{ channel: "sms", to: phone } as const]),
  ];
}
