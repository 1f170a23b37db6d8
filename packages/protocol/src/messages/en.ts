import { ERRORS, type ErrorName } from "../errors.ts";
import type { MessageCatalogue } from "./catalogue.ts";

export const EN: MessageCatalogue = {
  errors: Object.fromEntries(ERRORS.map((row) => [row.name, row.message])) as Record<ErrorName, string>,
  orderStatuses: {
    untriggered: "waiting for its trigger",
    open: "open",
    "partially-filled": "partly filled",
    filled: "filled",
    canceled: "canceled",
    expired: "expired",
  },
  codeMessage: {
    subject: "Your Candor code",
    register: "Your code to open an account: {code}",
    reset: "Your code to set a new password: {code}",
    bind: "Your code to bind this contact: {code}",
    payment: "Your code to set the payment password: {code}",
    validity: "It is valid for {minutes} minutes.",
    warning: "Nobody at Candor will ever ask you for it.",
    antiPhishing: "Your anti-phishing phrase: {phrase}",
  },
};
