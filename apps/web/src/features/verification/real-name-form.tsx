import { COUNTRIES } from "@candor/text/countries";
import { ID_NUMBER, MAX_FULL_NAME, MAX_ID_NUMBER, MAX_POSTAL_ADDRESS } from "@candor/text/field-limits";
import { Button } from "@candor/ui/button.tsx";
import { Form } from "@candor/ui/form.tsx";
import { Input } from "@candor/ui/input.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { Select } from "@candor/ui/select.tsx";
import { Link, useFormats } from "@candor/ui/ui-context.tsx";
import { useEffect, useMemo, useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import type { ChosenLocation } from "../../shared/location/chosen-location.ts";
import { useChosenLocation } from "../../shared/location/chosen-location.ts";
import { messageOf, refresh, useAct } from "../../shell/calls/use-call.ts";
import { useProblems } from "../../shell/hooks/use-problems.ts";
import { CHOOSE_LOCATION, OPEN_LOCATION } from "../../shell/routing/routes.ts";
import { PhotoField } from "./photo-field.tsx";
import type { Draft, OwnDraft } from "./verification-draft.ts";

type Field = "country" | "fullName" | "idNumber" | "address" | "photoFront" | "photoBack";
type Problems = Partial<Record<Field | "form", string>>;
const FIELDS: readonly string[] = ["country", "fullName", "idNumber", "address", "photoFront", "photoBack"];

interface CountryChoice {
  readonly value: string;
  readonly label: string;
}

/** All countries by localized name and order; none is preselected. */
function useCountries(unchosen: string): readonly CountryChoice[] {
  const { tag } = useFormats();
  return useMemo(() => {
    const names = new Intl.DisplayNames([tag, "en"], { type: "region" });
    const order = new Intl.Collator(tag);
    const all = COUNTRIES.map((code) => ({ value: code, label: names.of(code) ?? code }));
    return [{ value: "", label: unchosen }, ...all.sort((a, b) => order.compare(a.label, b.label))];
  }, [tag, unchosen]);
}

function useRealName(own: OwnDraft) {
  const t = useT();
  const { draft, change, forget } = own;
  const { problems, setProblems, clearingProblems } = useProblems<Problems>({});
  const act = useAct("verification");
  const fill = (part: Partial<Draft>) => clearingProblems(change, ...(Object.keys(part) as Field[]))(part);
  const check = (): Problems => {
    const missing = t("verify.fieldMissing");
    return {
      ...(draft.country === "" && { country: t("verify.chooseCountry") }),
      ...(draft.fullName.trim() === "" && { fullName: missing }),
      ...(!ID_NUMBER.test(draft.idNumber.trim()) && {
        idNumber: draft.idNumber.trim() === "" ? missing : t("verify.idNumberFormat"),
      }),
      ...(draft.address.trim() === "" && { address: missing }),
      ...(draft.photoFront === null && { photoFront: t("verify.photoMissing") }),
      ...(draft.photoBack === null && { photoBack: t("verify.photoMissing") }),
    };
  };
  const submit = async () => {
    const found = check();
    setProblems(found);
    if (Object.keys(found).length > 0 || draft.photoFront === null || draft.photoBack === null) return;
    const outcome = await act.run({
      level: 1,
      country: draft.country,
      fullName: draft.fullName.trim(),
      idNumber: draft.idNumber.trim(),
      address: draft.address.trim(),
      photoFront: draft.photoFront.reference,
      photoBack: draft.photoBack.reference,
    });
    if (outcome === null) return;
    if (!outcome.ok) {
      const words = messageOf(outcome.error);
      const named = outcome.error.fields.map(({ path }) => path).filter((path) => FIELDS.includes(path));
      return setProblems(
        Object.fromEntries((named.length === 0 ? ["form"] : named).map((at) => [at, words])),
      );
    }
    forget();
    await refresh("verification", "profile");
  };
  return { draft, problems, fill, submit, isBusy: act.isBusy };
}

/** Level 1: identity and both sides of the document. */
export function RealNameForm({ own }: { readonly own: OwnDraft }) {
  const t = useT();
  const countries = useCountries(t("verify.chooseCountry"));
  const { draft, problems, fill, submit, isBusy } = useRealName(own);
  return (
    <Form className="panel stack-4" onSubmit={submit}>
      <Select
        label={t("verify.country")}
        labelShown
        value={draft.country}
        choices={countries}
        onValueChange={(country) => fill({ country })}
        error={problems.country}
      />
      <Input
        label={t("verify.fullName")}
        autoComplete="name"
        maxLength={MAX_FULL_NAME}
        value={draft.fullName}
        help={t("verify.fullNameHelp")}
        error={problems.fullName}
        onChange={(event) => fill({ fullName: event.target.value })}
      />
      <Input
        label={t("verify.idNumber")}
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_ID_NUMBER}
        value={draft.idNumber}
        error={problems.idNumber}
        onChange={(event) => fill({ idNumber: event.target.value })}
      />
      <AddressField
        address={draft.address}
        error={problems.address ?? null}
        onAddress={(address) => fill({ address })}
      />
      <div className="photos">
        <PhotoField
          label={t("verify.photoFront")}
          photo={draft.photoFront}
          error={problems.photoFront ?? null}
          onPhoto={(photoFront) => fill({ photoFront })}
        />
        <PhotoField
          label={t("verify.photoBack")}
          photo={draft.photoBack}
          error={problems.photoBack ?? null}
          onPhoto={(photoBack) => fill({ photoBack })}
        />
      </div>
      <Notice>{t("verify.privacy")}</Notice>
      {problems.form !== undefined && (
        <Notice tone="down" announce>
          {problems.form}
        </Notice>
      )}
      <Button tone="primary" block type="submit" busy={isBusy}>
        {t("verify.submit")}
      </Button>
    </Form>
  );
}

interface AddressFieldProps {
  readonly address: string;
  readonly error: string | null;
  readonly onAddress: (address: string) => void;
}

/** Contact address: typed, or picked on the map. */
function AddressField({ address, error, onAddress }: AddressFieldProps) {
  const t = useT();
  const { chosen, ask, choose } = useChosenLocation();
  /** Keeps the map's coordinates while the address is unchanged. */
  const [onMap, setOnMap] = useState<ChosenLocation | null>(null);
  useEffect(() => {
    if (chosen === null) return;
    setOnMap(chosen);
    onAddress(chosen.address);
    choose(null);
    // oxlint-disable-next-line react/exhaustive-deps -- taken over once, when it arrives
  }, [chosen]);
  const at = onMap !== null && onMap.address === address ? onMap.at : null;
  return (
    <div className="stack">
      <Input
        label={t("verify.address")}
        autoComplete="street-address"
        maxLength={MAX_POSTAL_ADDRESS}
        value={address}
        error={error}
        onChange={(event) => onAddress(event.target.value)}
      />
      <div className="row wrap between address-ways">
        <Link
          className="link small"
          to={CHOOSE_LOCATION}
          onClick={() => ask(address.trim() === "" ? null : { address, at })}
        >
          {t("verify.onMap")}
        </Link>
        {at !== null && (
          <Link
            className="link small"
            to={`${OPEN_LOCATION}?latitude=${at.latitude}&longitude=${at.longitude}&address=${encodeURIComponent(address)}`}
          >
            {t("verify.lookAtMap")}
          </Link>
        )}
      </div>
    </div>
  );
}
