import type about from "../locales/about/en.json";
import type chart from "../locales/chart/en.json";
import type contract from "../locales/contract/en.json";
import type decisions from "../locales/decisions/en.json";
import type hint from "../locales/hint/en.json";
import type home from "../locales/home/en.json";
import type invite from "../locales/invite/en.json";
import type keys from "../locales/keys/en.json";
import type lever from "../locales/lever/en.json";
import type liabilities from "../locales/liabilities/en.json";
import type lines from "../locales/lines/en.json";
import type location from "../locales/location/en.json";
import type lock from "../locales/lock/en.json";
import type login from "../locales/login/en.json";
import type market from "../locales/market/en.json";
import type me from "../locales/me/en.json";
import type mining from "../locales/mining/en.json";
import type notice from "../locales/notice/en.json";
import type notify from "../locales/notify/en.json";
import type option from "../locales/option/en.json";
import type profile from "../locales/profile/en.json";
import type profit from "../locales/profit/en.json";
import type records from "../locales/records/en.json";
import type search from "../locales/search/en.json";
import type security from "../locales/security/en.json";
import type service from "../locales/service/en.json";
import type shell from "../locales/shell/en.json";
import type team from "../locales/team/en.json";
import type tools from "../locales/tools/en.json";
import type trade from "../locales/trade/en.json";
import type verify from "../locales/verify/en.json";
import type wallet from "../locales/wallet/en.json";

type Keys<Feature extends string, Texts> = `${Feature}.${keyof Texts & string}`;

/** All text keys, as "<feature>.<key>". The English files are the source. */
export type MessageKey =
  | Keys<"about", typeof about>
  | Keys<"chart", typeof chart>
  | Keys<"contract", typeof contract>
  | Keys<"decisions", typeof decisions>
  | Keys<"hint", typeof hint>
  | Keys<"home", typeof home>
  | Keys<"invite", typeof invite>
  | Keys<"keys", typeof keys>
  | Keys<"lever", typeof lever>
  | Keys<"liabilities", typeof liabilities>
  | Keys<"lines", typeof lines>
  | Keys<"location", typeof location>
  | Keys<"lock", typeof lock>
  | Keys<"login", typeof login>
  | Keys<"market", typeof market>
  | Keys<"me", typeof me>
  | Keys<"mining", typeof mining>
  | Keys<"notice", typeof notice>
  | Keys<"notify", typeof notify>
  | Keys<"option", typeof option>
  | Keys<"profile", typeof profile>
  | Keys<"profit", typeof profit>
  | Keys<"records", typeof records>
  | Keys<"search", typeof search>
  | Keys<"security", typeof security>
  | Keys<"service", typeof service>
  | Keys<"shell", typeof shell>
  | Keys<"team", typeof team>
  | Keys<"tools", typeof tools>
  | Keys<"trade", typeof trade>
  | Keys<"verify", typeof verify>
  | Keys<"wallet", typeof wallet>;
