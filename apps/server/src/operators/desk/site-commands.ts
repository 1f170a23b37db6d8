import { LIMITS } from "@candor/domain/limits";
import { text } from "@candor/wire/primitives";
import { z } from "zod";
import { invitationUrl } from "../../people/identity/invitation-url.ts";
import { Refusal, type Row } from "../protocol/operator-messages.ts";
import { refusedByExchange } from "../protocol/sentences.ts";
import { siteOf } from "../settings/site-setting.ts";
import type { OperatorCommand, PlannedAction } from "./operator-command.ts";
import type { OperatorPorts } from "./operator-ports.ts";

type Ports = Pick<OperatorPorts, "engine" | "settings" | "identity" | "site">;

const closeInput = z.strictObject({
  message: z.string().max(LIMITS.maxReasonLength).pipe(text(LIMITS.maxReasonLength)),
});

/** Commands for opening and closing the site. See docs/site-states.md for what a closed site stops. */
export function siteCommands(ports: Ports) {
  const { live } = ports.settings;
  return {
    "site show": {
      kind: "read",
      read: () => {
        const { isOpen, message } = siteOf(live);
        return { note: "", rows: [{ open: isOpen, message }] };
      },
    },
    "site invitation": { kind: "read", read: () => ({ note: "", rows: [invitationOf(ports)] }) },
    "site renew-invitation": { kind: "act", plan: () => renewal(ports) },
    "site close": {
      kind: "act",
      plan: ({ input }) => {
        const read = closeInput.safeParse(input ?? { message: "" });
        return read.success
          ? set(ports, false, read.data.message.trim())
          : new Refusal(
              `The input must be {"message":"…"}, with at most ${LIMITS.maxReasonLength} characters.`,
            );
      },
    },
    "site open": { kind: "act", plan: () => set(ports, true, "") },
  } as const satisfies Record<string, OperatorCommand>;
}

/** The first users of an exchange have no one else to invite them. */
function invitationOf({ identity, site }: Ports): Row {
  const { houseCode, settings } = identity;
  return { inviteOnly: settings.inviteOnly, code: houseCode, link: `${site}${invitationUrl(houseCode)}` };
}

/** Neither code is in the audit log, because more people may read it than may invite. */
function renewal({ identity }: Ports): PlannedAction {
  return {
    target: "",
    before: {},
    act: async () => {
      await identity.renewHouseCode();
      return { after: {}, note: "There is a new platform invitation. The old code no longer works." };
    },
  };
}

function set({ engine, settings }: Ports, isOpen: boolean, message: string): PlannedAction | Refusal {
  const before = siteOf(settings.live);
  if (before.isOpen === isOpen && before.message === message)
    return new Refusal(
      isOpen ? "The site is already open." : "The site is already closed with this message.",
    );
  return {
    target: "",
    before: { open: before.isOpen, message: before.message },
    act: async () => {
      const { executed } = await engine.execute({ kind: "set-site", isOpen, message });
      if (executed.error !== undefined) return refusedByExchange(executed.error);
      const { seq } = executed;
      return {
        after: { open: isOpen, message, seq },
        note: `The site is ${isOpen ? "open" : "closed"}, starting with command ${seq}.`,
      };
    },
  };
}
