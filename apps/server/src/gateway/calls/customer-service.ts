import type { WireCustomerService } from "@candor/protocol/wire/objects";

/** How people reach the operator. There is no live chat yet. */
export function customerService(email: string): WireCustomerService {
  return { chat: false, email, hours: "", url: null };
}
