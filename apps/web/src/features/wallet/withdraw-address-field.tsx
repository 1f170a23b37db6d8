import { MAX_CHAIN_ADDRESS } from "@candor/text/field-limits";
import { IconButton } from "@candor/ui/button.tsx";
import { Input } from "@candor/ui/input.tsx";
import { ListIcon } from "@candor/ui/page-icons.tsx";
import { Link } from "@candor/ui/ui-context.tsx";
import type { WireWithdrawalSite } from "@candor/wire/deposit-calls";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { SERVICE } from "../../shell/routing/routes.ts";
import { AddressPicker } from "./address-picker.tsx";
import { useAddressFault } from "./use-address-fault.ts";
import { siteOf, type WithdrawTerms } from "./withdraw-form.ts";

interface AddressFieldProps {
  readonly terms: WithdrawTerms;
  readonly sites: readonly WireWithdrawalSite[];
  readonly isBookOnly: boolean;
  readonly address: string;
  readonly onAddress: (address: string) => void;
  readonly error: string | undefined;
}

/** Target address: typed or from the address book; a bound address is the only one of its chain. */
export function WithdrawAddressField({
  terms,
  sites,
  isBookOnly,
  address,
  onAddress,
  error,
}: AddressFieldProps) {
  const t = useT();
  const [isPicking, setPicking] = useState(false);
  const { fault, onBlur } = useAddressFault(terms, address);
  const isBound = terms.boundAddress !== null;
  const site = siteOf(sites, terms.chain, address);
  const isTest = terms.testAddress !== null && terms.testAddress === address;
  const unknownHelp = isTest
    ? t("wallet.testAddressHelp")
    : isBookOnly
      ? t("wallet.bookOnlyHelp")
      : undefined;
  const help = isBound
    ? t("wallet.boundHelp")
    : site === undefined
      ? unknownHelp
      : t("wallet.fromBook", { label: site.label || t("wallet.noLabel") });
  return (
    <div className="stack">
      <Input
        label={t("wallet.toAddress")}
        className="mono-field"
        value={address}
        onChange={(event) => onAddress(event.target.value)}
        onBlur={onBlur}
        readOnly={isBound || isBookOnly}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MAX_CHAIN_ADDRESS}
        placeholder={isBookOnly ? "" : "0x…"}
        help={help}
        error={error ?? fault}
        trailing={
          !isBound && (
            <IconButton label={t("wallet.addressBook")} onClick={() => setPicking(true)}>
              <ListIcon />
            </IconButton>
          )
        }
      />
      {isBound && (
        <Link className="link small" to={SERVICE}>
          {t("shell.contactSupport")}
        </Link>
      )}
      {!isBound && !isBookOnly && <TestAddress terms={terms} isUsed={isTest} onAddress={onAddress} />}
      <AddressPicker
        open={isPicking}
        onOpenChange={setPicking}
        sites={sites.filter(({ chain }) => chain === terms.chain)}
        onPick={(picked) => {
          onAddress(picked);
          setPicking(false);
        }}
      />
    </div>
  );
}

interface TestAddressProps {
  readonly terms: WithdrawTerms;
  readonly isUsed: boolean;
  readonly onAddress: (address: string) => void;
}

/** Test address of a sandbox, for newcomers without one; absent on live exchanges. */
function TestAddress({ terms: { testAddress }, isUsed, onAddress }: TestAddressProps) {
  const t = useT();
  if (testAddress === null || isUsed) return null;
  return (
    <button type="button" className="link small test-address" onClick={() => onAddress(testAddress)}>
      {t("wallet.testAddress")}
    </button>
  );
}
