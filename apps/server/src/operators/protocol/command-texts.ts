export interface CommandText {
  /** Argument after the words, like `SUBMISSION`; "" if there is none. */
  readonly target: string;
  readonly reason: "none" | "optional" | "needed";
  /** Switches such as `--all`. */
  readonly flags: readonly string[];
  readonly summary: string;
  /** Form of the JSON object for `--input`; absent if there is none. */
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

/** Defines an act that sets several values at once. */
const set = (target: string, reason: "optional" | "needed", input: string, summary: string): CommandText => ({
  ...act(target, reason, summary),
  input,
});

/** All commands of the running server, by the words after `npm run operator --`. */
export const COMMAND_TEXTS = {
  "verification list": look("", "pending submissions, oldest first; --all: everyone's latest ones", "all"),
  "verification show": look("SUBMISSION", "its documents; --photos DIR saves the photos there", "photos"),
  "verification pass": act("SUBMISSION", "optional", "gives the user the level"),
  "verification refuse": act("SUBMISSION", "needed", "shows the user the reason; they may submit again"),
  "withdrawal list": look("", "withdrawals waiting for a decision or for their time, oldest first"),
  "withdrawal approve": act("WITHDRAWAL", "optional", "releases it to the chain"),
  "withdrawal refuse": act("WITHDRAWAL", "needed", "returns the money to the user, who sees the reason"),
  "address list": look("USER", "a user's withdrawal address book, by user id"),
  "address unbind": act(
    "SITE",
    "needed",
    "lets the user withdraw to other addresses again; verify their identity first",
  ),
  "user show": look("USER", "an account, by id, e-mail address, phone or username"),
  "user freeze": act("USER", "needed", "blocks login; live sessions end with a message"),
  "user unfreeze": act("USER", "needed", "lets the user log in again"),
  "account freeze": act(
    "USER/ACCOUNT",
    "needed",
    "coin, contract or option: blocks new orders; closing still works",
  ),
  "account unfreeze": act("USER/ACCOUNT", "needed", "makes the account usable again"),
  "chain status": look("", "each chain's height, and its reserves and liabilities"),
  "chain accept-loss": act(
    "DEPOSIT",
    "needed",
    "the platform covers a credited deposit that a reorganization removed; the chain continues",
  ),
  "deposit list": look("", "deposits that arrived but were not credited, those waiting for a decision first"),
  "deposit credit": act("DEPOSIT", "needed", "credits what the chain shows, and no more"),
  "deposit settle": act("DEPOSIT", "needed", "marks it as settled outside; the user sees how"),
  "deposit find": set(
    "CHAIN/TRANSACTION",
    "needed",
    '{"user":10042,"amount":"0.5"}',
    "coins that a contract sent to users; {} if the node supports tracing",
  ),
  "operator list": look("", "who may use the console, and their roles"),
  "operator invite": set(
    "NAME",
    "optional",
    '{"roles":["risk"],"mailbox":"name@host"}',
    "sends a one-time link to the mailbox; without mail it is shown. With two owners: a proposal",
  ),
  "operator roles": set(
    "NAME",
    "needed",
    '{"roles":["risk","finance"]}',
    "sets their roles. With two owners: a proposal",
  ),
  "operator reset": set(
    "NAME",
    "needed",
    '{"mailbox":"name@host"}',
    "ends password and second factor; sends a link for new ones ({}: to the known mailbox). With two owners: a proposal",
  ),
  "operator disable": act("NAME", "needed", "blocks console login; sessions end"),
  "operator enable": act("NAME", "needed", "lets them log in again. With two owners: a proposal"),
  "operator confirm": act(
    "PROPOSAL",
    "optional",
    "carries it out; for an owner who counts as another person",
  ),
  "operator vouch": act(
    "NAME",
    "needed",
    "only on the server's machine: after one day, the operators who gave them access no longer count",
  ),
  "chat list": look("", "users waiting for an answer, longest first; --all: all conversations", "all"),
  "chat show": look("USER", "the conversation; --photos DIR saves the pictures there", "photos"),
  "chat reply": set(
    "USER",
    "optional",
    '{"text":"…"}',
    "sends an answer to the user; a picture in base64 too",
  ),
  "chat close": act("USER", "optional", "marks the conversation as answered until the user writes again"),
  "chat desk": look("", "service hours, as set"),
  "chat hours": set(
    "",
    "optional",
    '{"hours":"Mon-Fri 08:00-18:00"}',
    'when somebody answers, in UTC; "": none',
  ),
  "content list": look("", "articles, bulletins, notices and adverts, newest change first"),
  "content show": look("ID", "its draft in all languages"),
  "content preview": {
    ...look("", "Markdown as the HTML that readers will see"),
    input: '{"body":"**Hello**"}',
  },
  "content save": set(
    "ID",
    "optional",
    '{"kind":"news","texts":{"en":{"title":"…","summary":"…","body":"…"}}}',
    "creates or changes a draft; omitted languages stay, null removes one",
  ),
  "content publish": set("ID", "optional", '{"atMs":1767225600000}', "publishes the draft; {}: now"),
  "content unpublish": act("ID", "needed", "takes it off the site; the draft stays"),
  "content remove": act("ID", "needed", "removes an unpublished item"),
  "content picture": set(
    "",
    "optional",
    '{"base64":"…"}',
    "stores a public JPEG, PNG or WebP picture; shows its path",
  ),
  "proposal list": look("", "proposals that need a second person, newest first, with their outcome"),
  "proposal refuse": act("PROPOSAL", "needed", "rejects it; its proposer may do this too"),
  "correction propose": set(
    "USER",
    "needed",
    '{"wallet":"main","asset":"USDT","amount":"-12.5","account":"fees"}',
    "moves money between a user and the exchange once another person confirms; the user sees the reason",
  ),
  "correction confirm": act(
    "PROPOSAL",
    "optional",
    "carries it out; for an operator who counts as another person",
  ),
  "setting list": look("", "all settings, the command that set each, and by whom"),
  "setting announced": look("", "raised limits that are public but not yet in effect"),
  "setting history": look("SETTING", "the versions of one setting, newest first"),
  "setting set": set(
    "SETTING[@VERSION]",
    "needed",
    '{"makerFeePpm":1000,"takerFeePpm":1000}',
    "takes effect with the next command; a raised limit needs another person and a day's notice",
  ),
  "setting withdraw": act("SETTING", "needed", "cancels an announced change that is not yet in effect"),
  "setting confirm": act(
    "PROPOSAL",
    "optional",
    "announces a raised limit; for an operator who counts as another person",
  ),
  "clock show": look("", "whether the system's clock jumped, by how much, and whether that is held"),
  "clock accept": act(
    "",
    "needed",
    "accepts the clock as right: time continues from there; in the console, a jump of more than a day needs two people",
  ),
  "clock confirm": act(
    "PROPOSAL",
    "optional",
    "accepts a jump of more than a day; for an operator who counts as another person",
  ),
  "site show": look("", "whether the site is open, and the message shown"),
  "site invitation": look("", "who may register, and the platform's invitation for users without an inviter"),
  "site renew-invitation": act(
    "",
    "needed",
    "replaces the platform's invitation; the previous one stops working",
  ),
  "site close": set(
    "",
    "needed",
    '{"message":"Back at noon."}',
    "keeps everyone out; what the exchange does by itself continues",
  ),
  "site open": act("", "optional", "lets people in again"),
} as const satisfies Record<string, CommandText>;

export type CommandWords = keyof typeof COMMAND_TEXTS;
