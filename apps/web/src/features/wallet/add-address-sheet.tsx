import { MAX_CHAIN_ADDRESS, MAX_LABEL } from "@candor/text/field-limits";
import { Button } from "@candor/ui/button.tsx";
import { Form } from "@candor/ui/form.tsx";
import { Input } from "@candor/ui/input.tsx";
import { Select } from "@candor/ui/select.tsx";
import { Checkbox } from "@candor/ui/switch.tsx";
import { showToast } from "@candor/ui/toast-store";
import { useState } from "react";
import type { ApiError } from "../../data/api-error.ts";
import { newRequestKey } from "../../data/request-key.ts";
import { useT } from "../../i18n/use-t.ts";
import { FullAddress } from "../../shared/funds/chain-text.tsx";
import { PaymentGuard } from "../../shared/funds/payment-sheet.tsx";
import { PaymentStep } from "../../shared/funds/payment-step.tsx";
import { messageOf, refresh, useAct } from "../../shell/calls/use-call.ts";
import { useAddressFault } from "./use-address-fault.ts";
import type { CashTypes } from "./withdraw-form.ts";
import { addressProblem } from "./withdraw-form.ts";

interface Entry {
  readonly chain: string;
  readonly address: string;
  readonly label: string;
  readonly bound: boolean;
}

/** Errors that return to the form. */
const OF_THE_ADDRESS: readonly string[] = [
  "withdrawal.addressEmpty",
  "withdrawal.addressInvalid",
  "withdrawal.addressBound",
];

interface Props {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly cash: CashTypes;
}

/** Adds an address: first the address, then the payment password. */
export function AddAddressSheet({ open, onOpenChange, cash }: Props) {
  const t = useT();
  const [entry, setEntry] = useState<Entry>({
    chain: cash.list[0]?.chain ?? "",
    address: "",
    label: "",
    bound: false,
  });
  const [error, setError] = useState<string | null>(null);
  /** Idempotency key of the address being confirmed; null if none. */
  const [requestId, setRequestId] = useState<string | null>(null);
  const close = () => {
    setRequestId(null);
    setError(null);
    onOpenChange(false);
  };
  const done = () => {
    setEntry({ ...entry, address: "", label: "", bound: false });
    void refresh("sites", "cashTypeList");
    showToast(t("wallet.addressAdded"), { kind: "success" });
    close();
  };
  const check = () => {
    const address = entry.address.trim();
    const terms = cash.list.find(({ chain }) => chain === entry.chain);
    if (address === "") return setError(t("wallet.addressEmpty"));
    const wrong = terms && addressProblem(terms, address);
    if (terms && wrong) return setError(t(wrong, { chain: terms.chainName }));
    setError(null);
    setRequestId(newRequestKey());
  };
  return (
    <PaymentGuard
      open={open}
      onOpenChange={(next) => {
        if (!next) close();
      }}
      title={t("wallet.addAddress")}
    >
      {requestId === null ? (
        <EntryForm cash={cash} entry={entry} onEntry={setEntry} error={error} onSubmit={check} />
      ) : (
        <Confirm
          cash={cash}
          entry={entry}
          requestId={requestId}
          onRefused={(refusal) => {
            if (!OF_THE_ADDRESS.includes(refusal.error)) return false;
            setError(messageOf(refusal));
            setRequestId(null);
            return true;
          }}
          onDone={done}
        />
      )}
    </PaymentGuard>
  );
}

interface EntryFormProps {
  readonly cash: CashTypes;
  readonly entry: Entry;
  readonly onEntry: (entry: Entry) => void;
  readonly error: string | null;
  readonly onSubmit: () => void;
}

function EntryForm({ cash, entry, onEntry, error, onSubmit }: EntryFormProps) {
  const t = useT();
  const terms = cash.list.find(({ chain }) => chain === entry.chain);
  const { fault, onBlur } = useAddressFault(terms, entry.address.trim());
  const chains = [...new Map(cash.list.map((row) => [row.chain, row.chainName]))];
  return (
    <Form className="stack-4" onSubmit={onSubmit}>
      <Select
        label={t("wallet.network")}
        labelShown
        value={entry.chain}
        onValueChange={(chain) => onEntry({ ...entry, chain })}
        choices={chains.map(([value, label]) => ({ value, label }))}
      />
      <Input
        label={t("wallet.address")}
        className="mono-field"
        value={entry.address}
        onChange={(event) => onEntry({ ...entry, address: event.target.value })}
        onBlur={onBlur}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MAX_CHAIN_ADDRESS}
        placeholder="0x…"
        error={error ?? fault}
      />
      <Input
        label={t("wallet.addressLabel")}
        value={entry.label}
        onChange={(event) => onEntry({ ...entry, label: event.target.value })}
        maxLength={MAX_LABEL}
        help={t("wallet.addressLabelHelp")}
      />
      <div className="stack-1">
        <Checkbox
          label={t("wallet.bindAddress")}
          checked={entry.bound}
          onCheckedChange={(bound) => onEntry({ ...entry, bound })}
        />
        {entry.bound && <p className="small muted">{t("wallet.bindNote")}</p>}
      </div>
      <Button tone="primary" block type="submit">
        {t("wallet.goOn")}
      </Button>
    </Form>
  );
}

interface ConfirmProps {
  readonly cash: CashTypes;
  readonly entry: Entry;
  readonly requestId: string;
  readonly onRefused: (error: ApiError) => boolean;
  readonly onDone: () => void;
}

function Confirm({ cash, entry, requestId, onRefused, onDone }: ConfirmProps) {
  const t = useT();
  const act = useAct("addSite");
  const { chain, bound } = entry;
  const address = entry.address.trim();
  const label = entry.label.trim();
  return (
    <>
      <div className="stack withdraw-to">
        <span className="small muted">{t("wallet.address")}</span>
        <FullAddress address={address} />
      </div>
      <PaymentStep
        lines={[
          {
            key: "network",
            label: t("wallet.network"),
            value: cash.list.find((row) => row.chain === chain)?.chainName ?? chain,
          },
          { key: "label", label: t("wallet.addressLabel"), value: label === "" ? "–" : label },
          ...(bound ? [{ key: "bound", label: t("wallet.bound"), value: t("wallet.onlyThisAddress") }] : []),
        ]}
        act={t("wallet.addAddress")}
        isBusy={act.isBusy}
        methods={cash.secondFactor}
        onSubmit={async (secrets) => {
          const outcome = await act.run({
            chain,
            address,
            bound,
            ...(label !== "" && { label }),
            ...secrets,
            requestId,
          });
          if (outcome === null) return null;
          if (!outcome.ok) return onRefused(outcome.error) ? null : outcome.error;
          onDone();
          return null;
        }}
      />
    </>
  );
}
