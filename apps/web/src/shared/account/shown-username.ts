import { isUsername } from "@candor/text/account-rules";
import { maskContact } from "@candor/text/mask-contact";

/** Masks the mail address or phone number that accounts without a username have in its place. */
export const shownUsername = (username: string): string =>
  username === "" || isUsername(username) ? username : maskContact(username);
