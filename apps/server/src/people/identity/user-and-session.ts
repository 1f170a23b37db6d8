import type { SessionRecord, UserRecord } from "./identity-records.ts";

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** A user, built from the records so far. */
export type User = Mutable<UserRecord>;

/** A session, built from the records so far. */
export type Session = Mutable<SessionRecord>;
