/** What a verification code is for. */
export type CodeEvent = "register" | "reset" | "bind" | "payment" | "close";
