import type { SessionRecord, UserRecord } from "./identity-records.ts";

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** A user as the records so far make them. */
export type User = Mutable<UserRecord>;

/** A session as the records so far make it. */
export type Session = Mutable<SessionRecord>;
