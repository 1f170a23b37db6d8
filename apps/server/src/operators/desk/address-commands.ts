import { Refusal, type Row } from "../protocol/operator-messages.ts";
import type { OperatorCommand } from "./operator-command.ts";
import type { OperatorPorts } from "./operator-ports.ts";
import { timeOf } from "./time-of.ts";

const USER_ID = /^[0-9]{1,10}$/;

/** Withdrawal address books: operators can list them and remove a binding for a user with proven identity. */
export function addressCommands({ addresses, identity }: Pick<OperatorPorts, "addresses" | "identity">) {
  return {
    "address list": {
      kind: "read",
      read: ({ target }) => {
        const user = USER_ID.test(target) ? identity.user(Number(target)) : undefined;
        if (user === undefined) return new Refusal("There is no such user.");
        const rows = addresses.sites(user.userId).map(
          (site): Row => ({
            site: site.siteId,
            chain: site.chain,
            address: site.address,
            label: site.label,
            bound: site.bound,
            usableFrom: timeOf(site.usableAtMs),
            added: timeOf(site.createdAtMs),
          }),
        );
        return { note: "", rows };
      },
    },
    "address unbind": {
      kind: "act",
      plan: ({ target }) => {
        const site = addresses.site(target);
        if (site?.bound !== true) return new Refusal(`There is no bound address ${target}.`);
        const { userId, chain, address } = site;
        return {
          target,
          before: { user: userId, chain, address, bound: true },
          act: async () =>
            (await addresses.unbind(target))
              ? { after: { bound: false }, note: `Address ${target} is no longer bound.` }
              : new Refusal(`Address ${target} is no longer bound.`),
        };
      },
    },
  } as const satisfies Record<string, OperatorCommand>;
}
