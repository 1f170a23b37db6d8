import type { Language } from "@candor/domain/enumerations";
import type { CallName, CallReply, CallRequest } from "@candor/wire/calls";
import type { Outcome } from "@candor/wire/rejection";
import type { LiveSession } from "../../people/identity/session-register.ts";
import type { UploadedFile } from "./upload-form.ts";

/** The caller and the time of the call. */
export interface CallContext {
  /** `undefined` for a visitor. */
  readonly session: LiveSession | undefined;
  readonly language: Language;
  readonly address: string;
  /** Device token issued at an earlier login, as sent by the caller. */
  readonly device?: string | undefined;
  /** Host and port from the request. */
  readonly host: string;
  /** Whether the caller may read the sandbox's outbox. */
  readonly readsOutbox: () => boolean;
  readonly nowMs: number;
  /** The uploaded file, if any. */
  readonly file?: UploadedFile;
}

/** Where a call comes from that another API has read. */
export interface CallOrigin {
  readonly address: string;
  readonly language: Language;
  /** Identifies the request in the log; absent for messages of a socket. */
  readonly requestId?: string | undefined;
}

/** Handles a validated request: steps 8 to 11 of the rejection order. */
export type CallHandler<Name extends CallName> = (
  request: CallRequest<Name>,
  context: CallContext,
) => Outcome<CallReply<Name>> | Promise<Outcome<CallReply<Name>>>;

export type CallHandlers = { readonly [Name in CallName]: CallHandler<Name> };

/** Returns the session of a call that requires login; the dispatcher admits no one else. */
export function sessionOf(context: CallContext): LiveSession {
  if (context.session === undefined)
    throw new Error("a call that requires a login was made without a session");
  return context.session;
}

export const userOf = (context: CallContext): number => sessionOf(context).userId;
