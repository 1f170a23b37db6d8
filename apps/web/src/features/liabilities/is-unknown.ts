import type { ErrorName } from "@candor/domain/errors";
import { ApiError } from "../../data/api-error.ts";

/** The server answered, and has no such tree, or no such leaf in it. */
export const isUnknown = (error: unknown): boolean =>
  error instanceof ApiError && error.error === ("request.unknownId" satisfies ErrorName);
