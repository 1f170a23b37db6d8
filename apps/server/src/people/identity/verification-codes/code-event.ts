/** Purpose of a verification code. */
export type CodeEvent = "register" | "reset" | "bind" | "payment" | "close";
