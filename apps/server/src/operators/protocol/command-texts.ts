export interface CommandText {
  /** What follows the words: `SUBMISSION`; "" for nothing. */
  readonly target: string;
  readonly reason: "none" | "optional" | "needed";
  /** Switches: `--all`. */
  readonly flags: readonly string[];
  readonly summary: string;
  /** What the JSON object of `--input` looks like; absent: there is none. */
  readonly input?: string;
}

const look = (target: string, summary: string, ...flags: string[]): CommandText => ({
  target,
  reason: "none",
  flags,
  summary,
});
const act = (target: string, reason: "optional" | "needed", summary: string): CommandText => ({
  target,
  reason,
  flags: [],
  summary,
});

/** An act that sets several things at once. */
const set = (target: string, reason: "optional" | "needed", input: string, summary: string): CommandText => ({
  ...act(target, reason, summary),
  input,
});

/** Every command of the running server, by the words after `npm run operator --`. */
export const COMMAND_TEXTS = {
  "verification list": look("", "submissions that wait, oldest first; --all: everyone's last ones", "all"),
  "verification show": look("SUBMISSION", "its documents; --photos DIR puts the photos there", "photos"),
  "verification pass": act("SUBMISSION", "optional", "the user has the level from now on"),
  "verification refuse": act("SUBMISSION", "needed", "the user sees the reason and may submit again"),
  "withdrawal list": look("", "withdrawals that wait for a decision or for the clock, oldest first"),
  "withdrawal approve": act("WITHDRAWAL", "optional", "lets it go to the chain"),
  "withdrawal refuse": act("WITHDRAWAL", "needed", "gives it back to the user, who sees the reason"),
  "address list": look("USER", "a user's book of withdrawal addresses, by the user's id"),
  "address unbind": act("SITE", "needed", "the user may withdraw elsewhere again; check first who asks"),
  "user show": look("USER", "an account, by id, e-mail address, phone or username"),
  "user freeze": act("USER", "needed", "no login; live sessions end with a word about it"),
  "user unfreeze": act("USER", "needed", "the user can log in again"),
  "account freeze": act(
    "USER/ACCOUNT",
    "needed",
    "coin, contract or option opens nothing more; closing goes on",
  ),
  "account unfreeze": act("USER/ACCOUNT", "needed", "the account can be used again"),
  "chain status": look("", "each chain's height, and what is held on it against what is owed"),
  "chain accept-loss": act(
    "DEPOSIT",
    "needed",
    "the platform bears a credited deposit that a reorganization took away; the chain goes on",
  ),
  "deposit list": look("", "what arrived and was not credited: what waits for a decision first"),
  "deposit credit": act("DEPOSIT", "needed", "has it credited with what the chain shows, and no more"),
  "deposit settle": act("DEPOSIT", "needed", "it was settled outside; the user reads how"),
  "deposit find": set(
    "CHAIN/TRANSACTION",
    "needed",
    '{"user":10042,"amount":"0.5"}',
    "coins that a contract sent to users; {} where the node traces",
  ),
  "operator list": look("", "who may use the console, with which roles"),
  "operator invite": set(
    "NAME",
    "optional",
    '{"roles":["risk"],"mailbox":"name@host"}',
    "a link, good once, goes to the mailbox; without mail it is shown. With two owners: a proposal",
  ),
  "operator roles": set(
    "NAME",
    "needed",
    '{"roles":["risk","finance"]}',
    "what they may do from then on. With two owners: a proposal",
  ),
  "operator reset": set(
    "NAME",
    "needed",
    '{"mailbox":"name@host"}',
    "password and second factor end; a link for new ones ({}: to the mailbox known). With two owners: a proposal",
  ),
  "operator disable": act("NAME", "needed", "no login to the console; sessions end"),
  "operator enable": act("NAME", "needed", "they can log in again. With two owners: a proposal"),
  "operator confirm": act("PROPOSAL", "optional", "does it; for an owner who counts as another person"),
  "operator vouch": act(
    "NAME",
    "needed",
    "on the server's machine only: the operators who gave them access no longer count, a day from now",
  ),
  "chat list": look("", "users who wait for an answer, the longest first; --all: all talks", "all"),
  "chat show": look("USER", "what was said; --photos DIR puts the pictures there", "photos"),
  "chat reply": set("USER", "optional", '{"text":"…"}', "the user reads it at once; a picture in base64 too"),
  "chat close": act("USER", "optional", "nothing waits any more, until the user says something"),
  "chat desk": look("", "when somebody answers, as it is set"),
  "chat hours": set(
    "",
    "optional",
    '{"hours":"Mon-Fri 08:00-18:00"}',
    'when somebody answers, in UTC; "": none',
  ),
  "content list": look("", "articles, bulletins, notices and adverts, newest change first"),
  "content show": look("ID", "its draft in all languages"),
  "content preview": {
    ...look("", "Markdown as the HTML that readers would get"),
    input: '{"body":"**Hello**"}',
  },
  "content save": set(
    "ID",
    "optional",
    '{"kind":"news","texts":{"en":{"title":"…","summary":"…","body":"…"}}}',
    "a draft, new or changed; languages that are not named stay, null removes one",
  ),
  "content publish": set(
    "ID",
    "optional",
    '{"atMs":1767225600000}',
    "the draft is public from then on; {}: now",
  ),
  "content unpublish": act("ID", "needed", "takes it off the site; the draft stays"),
  "content remove": act("ID", "needed", "removes what is not published"),
  "content picture": set(
    "",
    "optional",
    '{"base64":"…"}',
    "keeps a public JPEG, PNG or WebP picture; shows its path",
  ),
  "proposal list": look("", "what needs a second person, newest first, and what became of it"),
  "proposal refuse": act("PROPOSAL", "needed", "it is not done; also for whoever proposed it"),
  "correction propose": set(
    "USER",
    "needed",
    '{"wallet":"main","asset":"USDT","amount":"-12.5","account":"fees"}',
    "moves money between a user and the exchange when another confirms it; the user reads the reason",
  ),
  "correction confirm": act("PROPOSAL", "optional", "does it; for an operator who counts as another person"),
  "setting list": look("", "what is set, since which command, and by whom"),
  "setting announced": look("", "raised limits that everybody can see and that do not count yet"),
  "setting history": look("SETTING", "the versions of one setting, newest first"),
  "setting set": set(
    "SETTING[@VERSION]",
    "needed",
    '{"makerFeePpm":1000,"takerFeePpm":1000}',
    "counts from the next command on; a raised limit needs another person and a day's notice",
  ),
  "setting withdraw": act("SETTING", "needed", "takes back what is announced of it and does not count yet"),
  "setting confirm": act(
    "PROPOSAL",
    "optional",
    "announces a raised limit; for an operator who counts as another person",
  ),
  "clock show": look("", "whether the system's clock jumped, by how much, and whether that is held"),
  "clock accept": act(
    "",
    "needed",
    "the clock is right as it is: time goes on from there; in the console two people say so above a day",
  ),
  "clock confirm": act(
    "PROPOSAL",
    "optional",
    "accepts a jump of more than a day; for an operator who counts as another person",
  ),
  "site show": look("", "whether people are let in, and what they are told"),
  "site invitation": look("", "who may register, and the house's invitation for those whom no user invites"),
  "site renew-invitation": act(
    "",
    "needed",
    "the house gets another invitation; the one before lets nobody in",
  ),
  "site close": set(
    "",
    "needed",
    '{"message":"Back at noon."}',
    "nobody is let in; what the exchange does by itself goes on",
  ),
  "site open": act("", "optional", "people are let in again"),
} as const satisfies Record<string, CommandText>;

export type CommandWords = keyof typeof COMMAND_TEXTS;
