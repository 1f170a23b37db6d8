import { maskContact } from "@candor/text/mask-contact";
import type { InboxConversation } from "@candor/wire/console/chat";
import type { User } from "../../people/identity/user-and-session.ts";
import type { InboxRow } from "../../people/support-chat/chat-service.ts";

/** Formats a conversation for the operators' inbox. */
export function inboxConversation(row: InboxRow, user: User | undefined): InboxConversation {
  const { userId, last, messages, waitingSinceMs } = row;
  return {
    userId,
    name: displayNameOf(user),
    lastText: last.text,
    lastFrom: last.from,
    lastAtMs: last.timeMs,
    messages,
    waitingSinceMs,
  };
}

/** Returns a name to address the user by; contacts are masked. */
export function displayNameOf(user: User | undefined): string {
  if (user === undefined) return "";
  const { username, email, phone } = user;
  if (username !== null) return username;
  const contact = email ?? phone;
  return contact === null ? String(user.userId) : maskContact(contact);
}
