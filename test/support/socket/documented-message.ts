import { SERVER_MESSAGES } from "@candor/wire/socket/server-messages";
import { orderReply } from "@candor/wire/socket-orders";
import { z } from "zod";

const FORMS: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  ["order.reply", orderReply],
  ...Object.entries(SERVER_MESSAGES).map(([type, { data }]): [string, z.ZodType] => [
    type,
    z.strictObject({ type: z.literal(type), data }),
  ]),
]);

/** Returns how a message of the server differs from its documented form, in which no further fields are allowed. */
export function undocumentedIn(message: { readonly type: string }): string | undefined {
  const form = FORMS.get(message.type);
  if (form === undefined) return `the message ${message.type} is not documented`;
  const { error } = form.safeParse(message);
  return error === undefined ? undefined : `${z.prettifyError(error)} in ${JSON.stringify(message)}`;
}
