import type { ErrorName } from "@candor/domain/errors/errors";
import { ApiError } from "../../data/api-error.ts";

/** Whether the server has no such tree or leaf. */
export const isUnknown = (error: unknown): boolean =>
  error instanceof ApiError && error.error === ("request.unknownId" satisfies ErrorName);
