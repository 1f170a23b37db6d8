import { LAYOUT } from "@candor/codec/event-layouts";
import {
  type AnnounceSetting,
  LIMIT_COMMANDS,
  type WithdrawAnnouncement,
} from "@candor/domain/commands/setting-commands";
import { LIMITS } from "@candor/domain/limits";
import { BY_CONFIGURATION, NOTICE_MS } from "@candor/domain/setting-limits";
import { hasHiddenCharacters } from "@candor/text/visible-text";
import { endAnnouncement } from "../settings-register/register-setting.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import { changeOf, execute, hidesName, paysOutTooMuch } from "./set-limit.ts";

const MAX_NAME_LENGTH = 40;

/**
 * Announces a setting that two people decided, for NOTICE_MS from now. Accepted without effect when it is already in
 * force or announced. Rejection: request.parameterError (not two different people; reason missing, too long or with
 * hidden characters; not a valid setting; or it pays out too much of what is paid in).
 */
export function announceSetting(state: ExchangeState, announce: AnnounceSetting): void {
  const { command, proposalId, reason, proposedBy, confirmedBy } = announce;
  if (!isComplete(announce) || paysOutTooMuch(state, command) || hidesName(state, command))
    return state.reject("request.parameterError");
  const change = changeOf(state, command);
  if (change === undefined) return state.reject("request.parameterError");
  const { setting, before, after } = change;
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  const known = state.announcements.find(setting);
  if (JSON.stringify(known?.command) === JSON.stringify(command)) return;
  endAnnouncement(state, setting, "replaced");
  const fromMs = state.timeMs + NOTICE_MS;
  const announced = { setting, value: after, fromMs, proposalId, reason, proposedBy, confirmedBy };
  state.announcements.put({ ...announced, command });
  LAYOUT.settingAnnounced.write(state.out, announced);
}

/** Withdraws an announcement. Rejection: request.parameterError (nothing is announced). */
export function withdrawAnnouncement(state: ExchangeState, { setting }: WithdrawAnnouncement): void {
  if (state.announcements.find(setting) === undefined) return state.reject("request.parameterError");
  endAnnouncement(state, setting, "withdrawn");
}

/** Applies announced settings whose notice period has passed, before the current command takes effect. */
export function applyDueAnnouncements(state: ExchangeState): void {
  for (const { command, setting } of state.announcements.due(state.timeMs)) {
    // Removed first, because the handler's own change would drop it otherwise.
    state.announcements.remove(setting);
    const rejected = paysOutTooMuch(state, command) ? true : state.runDetached(() => execute(state, command));
    LAYOUT.announcementEnded.write(state.out, {
      setting,
      end: rejected === undefined ? "in-force" : "dropped",
    });
  }
}

/**
 * Whether the command is complete, and comes from two people or from configuration. Checks everything that does not
 * depend on the exchange's state.
 */
function isComplete({ command, proposalId, reason, proposedBy, confirmedBy }: AnnounceSetting): boolean {
  const isByTwo = proposedBy.trim().toLowerCase() !== confirmedBy.trim().toLowerCase();
  const isConfigured = proposedBy === BY_CONFIGURATION && confirmedBy === BY_CONFIGURATION;
  return (
    typeof command === "object" &&
    command !== null &&
    LIMIT_COMMANDS.includes(command.kind) &&
    Number.isSafeInteger(proposalId) &&
    proposalId >= 0 &&
    isText(reason, LIMITS.maxReasonLength) &&
    !hasHiddenCharacters(reason) &&
    isText(proposedBy, MAX_NAME_LENGTH) &&
    isText(confirmedBy, MAX_NAME_LENGTH) &&
    (isByTwo || isConfigured)
  );
}

function isText(text: unknown, maxLength: number): boolean {
  return typeof text === "string" && text.trim() !== "" && text.length <= maxLength;
}
