/** Error of a login name field; the rule is the help text below. */
export const NAME_PROBLEM = "Choose a name that follows the rule below.";
