import type { Language } from "@candor/domain/enumerations";
import type { WireCustomerService } from "@candor/wire/objects";
import { deskHoursInWords } from "../../../people/support-chat/desk-hours.ts";
import type { Ports } from "../dependencies.ts";

/** Returns the ways to contact the operator. */
export function customerService(
  { chat }: Ports<"chat">,
  email: string,
  language: Language,
): WireCustomerService {
  const { hours } = chat;
  return { chat: true, email, hours: hours === null ? "" : deskHoursInWords(hours, language), url: null };
}
