import type { Language } from "@candor/domain/enumerations";
import type { CallName, CallReply, CallRequest } from "@candor/wire/calls";
import type { Outcome } from "@candor/wire/rejection";
import type { LiveSession } from "../../people/identity/session-register.ts";
import type { UploadedFile } from "./upload-form.ts";

/** Who calls, and when. */
export interface CallContext {
  /** undefined: a visitor. */
  readonly session: LiveSession | undefined;
  readonly language: Language;
  readonly address: string;
  /** Token that the caller's device got with an earlier login, as it was shown. */
  readonly device?: string | undefined;
  /** The host that the request names, with its port. */
  readonly host: string;
  /** Whether the caller may read the sandbox's outbox. */
  readonly readsOutbox: () => boolean;
  readonly nowMs: number;
  /** What an upload brought. */
  readonly file?: UploadedFile;
}

/** The context of a call that needs a login. */
export interface UserContext extends CallContext {
  readonly session: LiveSession;
}

/** Handles a checked request: steps 8 to 11 of the order of rejections. */
export type CallHandler<Name extends CallName> = (
  request: CallRequest<Name>,
  context: CallContext,
) => Outcome<CallReply<Name>> | Promise<Outcome<CallReply<Name>>>;

export type CallHandlers = { readonly [Name in CallName]: CallHandler<Name> };

/** The session of a call that needs a login; the dispatcher lets nobody else in. */
export function sessionOf(context: CallContext): LiveSession {
  if (context.session === undefined) throw new Error("a call that needs a login was made without one");
  return context.session;
}

export const userOf = (context: CallContext): number => sessionOf(context).userId;
