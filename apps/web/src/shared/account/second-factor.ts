import type { PasskeyOutcome } from "@candor/ui/passkeys";
import { answerWithPasskey } from "@candor/ui/passkeys";
import type { ApiError } from "../../data/api-error.ts";
import type { ApiCallName } from "../../data/call-routes.ts";
import type { ApiRequest } from "../../data/legacy-api.ts";
import type { SecondFactorMethod } from "../../shell/session/second-factor.tsx";

/** What the server requires in addition to the password. */
export interface FactorDemand {
  readonly methods: readonly SecondFactorMethod[];
  /** Passkey challenge, valid for one answer. */
  readonly question: PasskeyQuestion | null;
}

interface PasskeyQuestion {
  readonly challenge: string;
  readonly rpId: string | undefined;
  readonly credentialIds: readonly string[];
}

/** Calls that may require a second factor. */
export type GuardedCall = {
  [Name in ApiCallName]: "secondFactor" extends keyof ApiRequest<Name> ? Name : never;
}[ApiCallName];

const isMethod = (method: string): method is SecondFactorMethod => method === "totp" || method === "passkey";
const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((text): text is string => typeof text === "string") : [];

const FACTOR_ERRORS: readonly string[] = [
  "user.secondFactorError",
  "user.secondFactorUsed",
  "request.expired",
];

/** Whether the given second factor was rejected, so that another may be tried. */
export const isFactorRefused = ({ error }: ApiError): boolean => FACTOR_ERRORS.includes(error);

/** Returns what a rejection with code 310 requires; null for other errors. */
export function demandOf(error: ApiError): FactorDemand | null {
  if (error.error !== "user.secondFactorRequired") return null;
  const { methods, challenge, rpId, credentialIds } = error.params;
  return {
    methods: textsIn(methods).filter(isMethod),
    question:
      typeof challenge === "string"
        ? {
            challenge,
            rpId: typeof rpId === "string" ? rpId : undefined,
            credentialIds: textsIn(credentialIds),
          }
        : null,
  };
}

/** Answers the challenge with one of the account's passkeys. */
export function answerQuestion({ challenge, rpId, credentialIds }: PasskeyQuestion): Promise<PasskeyOutcome> {
  return answerWithPasskey({
    challenge,
    ...(rpId !== undefined && { rpId }),
    allowCredentials: credentialIds.map((id) => ({ id, type: "public-key" })),
    userVerification: "preferred",
  });
}
