import type { CommandResult } from "@candor/protocol/console/command-result";
import type { ConsoleOperator } from "@candor/protocol/console/console-operator";
import { showToast } from "@candor/ui/toast-store";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type CommandRequest, callConsole, runCommand } from "./console-api.ts";

export interface AskOptions {
  /** Asked again after so many milliseconds. */
  readonly everyMs?: number;
  /** False: not asked. */
  readonly enabled?: boolean;
}

/** What a call shows. */
export function useAsk<Reply>(name: string, input: object = {}, options: AskOptions = {}) {
  return useQuery({
    queryKey: ["call", name, input],
    queryFn: () => callConsole<Reply>(name, input),
    enabled: options.enabled ?? true,
    ...(options.everyMs === undefined ? {} : { refetchInterval: options.everyMs }),
  });
}

/** What a looking command of the desk shows. */
export function useLook(request: CommandRequest, options: AskOptions = {}) {
  return useQuery({
    queryKey: ["command", request],
    queryFn: () => runCommand(request),
    enabled: options.enabled ?? true,
    ...(options.everyMs === undefined ? {} : { refetchInterval: options.everyMs }),
  });
}

/** Acts of the desk: says what was done, or why not, and asks anew for what is shown. */
export function useAct() {
  const client = useQueryClient();
  return useMutation<CommandResult, Error, CommandRequest>({
    mutationFn: runCommand,
    onSuccess: ({ note }) => {
      if (note !== "") showToast(note, { kind: "success" });
    },
    onError: (error) => showToast(error.message, { kind: "error" }),
    onSettled: () => client.invalidateQueries(),
  });
}

/** Who is signed in; an error with status 401: nobody. */
export function useMe() {
  return useAsk<ConsoleOperator>("me");
}
