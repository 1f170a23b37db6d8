import type { CallReply } from "@candor/wire/calls";
import type { UploadPurpose } from "@candor/wire/verification-calls";
import { useCallback, useRef, useState } from "react";
import { ApiError } from "../../data/api-error.ts";
import type { Outcome } from "../../shell/calls/use-call.ts";
import { api } from "../../shell/services/services.ts";

export interface Upload {
  readonly isBusy: boolean;
  /** Never throws: a rejection is a value. Resolves to `null` if an upload is already in progress. */
  readonly run: (picture: Blob) => Promise<Outcome<CallReply<"upload">> | null>;
}

/** Uploads one picture at a time. */
export function useUpload(purpose: UploadPurpose): Upload {
  const [isBusy, setBusy] = useState(false);
  const isRunning = useRef(false);
  const run = useCallback(
    async (picture: Blob): Promise<Outcome<CallReply<"upload">> | null> => {
      if (isRunning.current) return null;
      isRunning.current = true;
      setBusy(true);
      try {
        return { ok: true, reply: await api.upload(picture, purpose) };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return { ok: false, error };
      } finally {
        isRunning.current = false;
        setBusy(false);
      }
    },
    [purpose],
  );
  return { isBusy, run };
}
