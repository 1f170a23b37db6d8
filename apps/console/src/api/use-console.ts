import { showToast } from "@candor/ui/toast-store";
import type { CommandResult } from "@candor/wire/console/command-result";
import type { ConsoleOperator } from "@candor/wire/console/console-operator";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type CommandRequest, ConsoleError, callConsole, ME_CALL, runCommand } from "./console-api.ts";

export interface ConsoleQueryOptions {
  /** Refetch interval in milliseconds. */
  readonly everyMs?: number;
  /** False to skip the request. */
  readonly enabled?: boolean;
}

/** Result of a read-only call. */
export function useConsoleQuery<Reply>(name: string, input: object = {}, options: ConsoleQueryOptions = {}) {
  return useQuery({
    queryKey: ["call", name, input],
    queryFn: () => callConsole<Reply>(name, input),
    enabled: options.enabled ?? true,
    ...(options.everyMs === undefined ? {} : { refetchInterval: options.everyMs }),
  });
}

interface PagedReply {
  /** Cursor of the next page; null if there is none. */
  readonly next: object | null;
}

/** The first pages of a list, and more on demand; all loaded pages are refetched together. */
export function usePages<Page extends PagedReply>(
  name: string,
  input: object,
  options: ConsoleQueryOptions = {},
) {
  const [pageCount, setPageCount] = useState(1);
  const query = useQuery({
    queryKey: ["pages", name, input, pageCount],
    queryFn: () => firstPages<Page>(name, input, pageCount),
    placeholderData: keepPreviousData,
    ...(options.everyMs === undefined ? {} : { refetchInterval: options.everyMs }),
  });
  const { data, error, refetch, isPlaceholderData } = query;
  return {
    pages: data,
    error,
    refetch,
    hasMore: data !== undefined && data.at(-1)?.next !== null,
    isLoadingMore: isPlaceholderData,
    loadMore: () => setPageCount((pages) => pages + 1),
  };
}

async function firstPages<Page extends PagedReply>(
  name: string,
  input: object,
  count: number,
): Promise<readonly Page[]> {
  const pages: Page[] = [];
  for (
    let after: object | null | undefined;
    pages.length < count && after !== null;
    after = pages.at(-1)?.next
  )
    pages.push(await callConsole<Page>(name, after === undefined ? input : { ...input, after }));
  return pages;
}

/** Result of a read-only operator command. */
export function useReadCommand(request: CommandRequest, options: ConsoleQueryOptions = {}) {
  return useQuery({
    queryKey: ["command", request],
    queryFn: () => runCommand(request),
    enabled: options.enabled ?? true,
    ...(options.everyMs === undefined ? {} : { refetchInterval: options.everyMs }),
  });
}

/** Runs operator commands, reports the result or error, and refetches the data on screen. */
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

const UNAUTHORIZED = 401;

/** The signed-in operator; null if nobody. An error means that the server did not say. */
export function useMe(options: ConsoleQueryOptions = {}) {
  return useQuery({
    queryKey: ["call", ME_CALL, {}],
    queryFn: whoIsThere,
    ...(options.everyMs === undefined ? {} : { refetchInterval: options.everyMs }),
  });
}

async function whoIsThere(): Promise<ConsoleOperator | null> {
  try {
    return await callConsole<ConsoleOperator>(ME_CALL);
  } catch (error) {
    if (error instanceof ConsoleError && error.status === UNAUTHORIZED) return null;
    throw error;
  }
}
