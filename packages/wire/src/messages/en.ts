import { ERRORS, type ErrorName } from "@candor/domain/errors";
import type { MessageCatalogue } from "./catalogue.ts";

export const EN: MessageCatalogue = {
  errors: Object.fromEntries(ERRORS.map((row) => [row.name, row.message])) as Record<ErrorName, string>,
  wordings: {
    amountAboveLargest: "Invalid amount, at most {max}",
    notInMarginAccount: "Insufficient balance, {max} {asset} can be moved out",
  },
  orderStatuses: {
    untriggered: "waiting for its trigger",
    open: "open",
    "partially-filled": "partially filled",
    filled: "filled",
    canceled: "canceled",
    expired: "expired",
  },
  demoReviews: {
    nameWithDigits: "The demo reviewer of this sandbox refuses names with digits.",
    numberOfOneSign: "The demo reviewer of this sandbox refuses a number that is one character repeated.",
    photoOfDocument:
      "The demo reviewer of this sandbox refuses a photo that is also the document’s. Take another one.",
    passed: "Passed by the demo reviewer of this sandbox. Nobody has looked at the documents.",
  },
  codeMessage: {
    subject: "Your Candor code",
    register: "Your code to open an account: {code}",
    reset: "Your code to set a new password: {code}",
    bind: "Your code to link this contact: {code}",
    payment: "Your code to set the payment password: {code}",
    close: "Your code for closing the account: {code}",
    validity: "It is valid for {minutes} minutes.",
    warning: "Nobody at Candor will ever ask you for it.",
    antiPhishing: "Your anti-phishing code: {phrase}",
  },
  holdReasons: {
    password: "the login password was changed",
    "payment-password": "the payment password was changed",
    "second-factor": "a second factor was changed",
    contact: "the e-mail address or phone was changed",
  },
  securityMessage: {
    subject: "Security of your Candor account",
    passwordChanged: "Your login password was changed. All other devices have been logged out.",
    paymentPasswordChanged: "Your payment password was changed.",
    contactReplaced: "Your account is now linked to {target} instead of this contact.",
    totpEnabled: "One-time codes of an authenticator app were switched on.",
    totpDisabled: "One-time codes of an authenticator app were switched off.",
    secondFactorTried:
      "Somebody who knows your password or a code to you showed a wrong second factor, from a device and a network that you never used. They did not get in. Change your password if it was not you.",
    passkeyAdded: "A passkey was added: {name}",
    passkeyRemoved: "A passkey was removed: {name}",
    apiKeyAdded: "An API key was created: {name}",
    apiKeyRemoved: "An API key was removed: {name}",
    newDevice: "Logged in on a new device: {name} ({address})",
    accountClosed:
      "Your account is closed. All devices and API keys are logged out, and your personal data is deleted. Send nothing more to its deposit addresses. If this was not you, write to customer service at once.",
    contactBound: "Your account is now linked to {target}.",
    paymentPasswordSet: "A payment password was set.",
    apiKeysEnded: "API keys that have ended: {name}",
    apiKeyTradeEnds:
      "The API key {name} has no list of addresses, so it stops trading on {until}. Create a key with addresses to go on trading.",
    addressAdded: "A withdrawal address was added: {address} ({chain})",
    withdrawalRequested: "A withdrawal was requested: {amount} {asset} to {address} ({chain})",
    accountFrozen:
      "Your account was frozen, by the link in a security mail or in the security center. All devices are logged out, API keys have ended, and withdrawals that had not left yet are back in your main wallet. To open it again, reset your password with a code, or write to customer service.",
    passkeysRemoved: "Passkeys that were removed: {name}",
    contactsRemoved: "Contacts that were removed: {name}",
    apiKeysKept: "API keys that still work: {name}",
    passkeysKept: "Passkeys that still work: {name}",
    freeze: "To stop everything at once, freeze your account: {link} (valid for 7 days)",
    time: "Time: {time}",
    hold: "Withdrawals are on hold until {until}.",
    notYou: "If this was not you, log out everywhere, change your password and contact customer service.",
  },
  outboxPage: {
    locked:
      "This page shows everyone’s codes, so only the person who started this sandbox may read it. Open the link printed in its terminal; it ends in ?token=…",
    title: "Sandbox outbox",
    note: "In the sandbox no mail and no phone message leaves this machine. Codes arrive here instead.",
    empty: "Nothing has been sent yet",
    emptyNote: "Ask for a code while registering; it shows up here at once.",
    to: "To {address}",
    mail: "E-mail",
    phone: "Phone",
    site: "To the site",
    code: "Code",
    refresh: "This page refreshes itself.",
  },
  transactionNotes: {
    "not-found": "No such transaction has been seen on this chain yet.",
    "wrong-chain": "This transaction is on another chain. Deposits count only on the chain that was chosen.",
    pending: "The transaction waits for its first block.",
    "failed-transaction": "The transaction failed on the chain, so it moved nothing.",
    "not-scanned": "The watcher has not reached this block yet; the deposit appears by itself.",
    "unknown-token": "This token is not offered here, or it only looks like one that is. It is not credited.",
    "internal-transfer":
      "The money was moved inside another contract’s call, which the chain does not report as a transfer. Customer service can help.",
    "other-address": "This transaction does not pay to your deposit address.",
    "below-minimum": "The amount is below the minimum deposit and is not credited.",
    reorganised: "The chain took this transaction back. If it comes again, it counts again.",
    "over-limit": "The amount is more than can be counted here. An operator looks at it.",
    "account-closed": "The account is closed. An operator looks at this deposit.",
    "not-offered":
      "This coin is not offered on this chain at the moment. The deposit is kept and credited when it is offered again, or settled by an operator.",
    unproven: "The node of this chain does not show this transfer a second time. An operator looks at it.",
  },
};
