import type { Language } from "@candor/domain/enumerations";
import { type ErrorName, errorNumber } from "@candor/domain/errors/errors";
import type { FieldProblem, Rejected, RejectionParams } from "@candor/wire/rejection";
import { messageOf } from "@candor/wire/translations/messages";
import { replyParams } from "./reply-params.ts";

/** A rejection in wire format. */
export interface DescribedRejection {
  readonly code: number;
  readonly message: string;
  readonly data: {
    readonly error: ErrorName;
    readonly params?: RejectionParams;
    readonly fields?: readonly FieldProblem[];
  };
}

export function describeRejection(rejected: Rejected, language: Language): DescribedRejection {
  const { error, fields, wording } = rejected;
  const params = replyParams(rejected.params);
  return {
    code: errorNumber(error),
    message: messageOf(error, language, params, wording),
    data: {
      error,
      ...(params === undefined ? {} : { params }),
      ...(fields === undefined ? {} : { fields }),
    },
  };
}
