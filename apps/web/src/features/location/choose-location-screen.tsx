import { MAX_POSTAL_ADDRESS } from "@candor/text/field-limits";
import { Button } from "@candor/ui/button.tsx";
import { Form } from "@candor/ui/form.tsx";
import { SearchIcon } from "@candor/ui/icons.tsx";
import { Input } from "@candor/ui/input.tsx";
import { PenIcon } from "@candor/ui/page-icons.tsx";
import "@candor/ui/list.css";
import { Notice } from "@candor/ui/notice.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useEffect, useMemo, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { useT } from "../../i18n/use-t.ts";
import { useChosenLocation } from "../../shared/location/chosen-location.ts";
import type { Coordinates } from "../../shared/location/coordinates.ts";
import { parseCoordinates, writeCoordinates } from "../../shared/location/coordinates.ts";
import { Page } from "../../shell/page/page.tsx";
import { useGoBack } from "../../shell/routing/page-title.ts";
import { VERIFICATION } from "../../shell/routing/routes.ts";
import { LocationMap } from "./location-map.tsx";
import "./location.css";
import { countryNames, nearestPlace, searchPlaces } from "./place-search.ts";
import type { Place } from "./places.ts";
import { usePosition } from "./use-position.ts";

/** Maximum address length on the wire. */

/** The point on the map and its address. */
function usePlaceChoice() {
  const t = useT();
  const navigate = useNavigate();
  const { key } = useLocation();
  const goBack = useGoBack();
  const formats = useFormats();
  const { asked, ask, choose } = useChosenLocation();
  // The initial location of the calling page is valid for this visit only.
  useEffect(() => () => ask(null), [ask]);
  const nameOf = useMemo(() => countryNames(formats.tag), [formats.tag]);
  /** Requested position of the map; `at` is its position after the user moved it. */
  const [shown, setShown] = useState<Coordinates | null>(asked?.at ?? null);
  const [at, setAt] = useState<Coordinates | null>(asked?.at ?? null);
  const [address, setAddress] = useState(asked?.address ?? "");
  const [problem, setProblem] = useState<string | null>(null);
  /** The last address suggested by the page: it may be overwritten. */
  const [suggested, setSuggested] = useState("");

  const suggest = (place: Place) => {
    const text = `${place.name}, ${nameOf(place.country)}`;
    if (address !== "" && address !== suggested) return;
    setAddress(text);
    setSuggested(text);
    setProblem(null);
  };
  const goTo = (point: Coordinates) => {
    setShown({ ...point });
    setAt(point);
  };
  const save = () => {
    if (address.trim() === "") return setProblem(t("location.addressEmpty"));
    choose({ address: address.trim(), at });
    // Opened directly, so there is no page to go back to: continue with the page that uses addresses.
    if (key === "default") void navigate(VERIFICATION, { replace: true });
    else goBack();
  };
  return { nameOf, shown, at, setAt, address, setAddress, problem, suggest, goTo, save };
}

/** Picks a place on the bundled map and edits its address. Makes no external requests. */
export function Screen() {
  const t = useT();
  const place = usePlaceChoice();
  const { at, nameOf, goTo, suggest } = place;
  return (
    <Page title={t("location.chooseTitle")} hasBack isForm>
      <div className="location">
        <div className="panel stack-4">
          <PlaceSearch
            nameOf={nameOf}
            onChoose={(found) => {
              goTo(found);
              suggest(found);
            }}
          />
          <LocateButton
            onFound={(point) => {
              goTo(point);
              suggest(nearestPlace(point).place);
            }}
          />
        </div>
        <LocationMap
          label={t("location.mapLabel")}
          at={place.shown}
          onPick={(point) => {
            place.setAt(point);
          }}
        />
        <Form className="panel stack-4" onSubmit={place.save}>
          <p className="small muted" aria-live="polite">
            {at === null ? t("location.nothingPicked") : <NearestPlace point={at} nameOf={nameOf} />}
          </p>
          <Input
            label={t("location.address")}
            name="address"
            autoComplete="street-address"
            maxLength={MAX_POSTAL_ADDRESS}
            value={place.address}
            leading={<PenIcon size="s" className="muted" />}
            help={t("location.addressHelp")}
            error={place.problem}
            onChange={(event) => place.setAddress(event.target.value)}
          />
          <CoordinatesField key={at === null ? "" : writeCoordinates(at)} at={at} onEnter={goTo} />
          <Button tone="primary" block type="submit">
            {t("location.use")}
          </Button>
        </Form>
      </div>
    </Page>
  );
}

interface NearestPlaceProps {
  readonly point: Coordinates;
  readonly nameOf: (country: string) => string;
}

/** The picked point in words: the nearest listed place and its distance. */
function NearestPlace({ point, nameOf }: NearestPlaceProps) {
  const t = useT();
  const formats = useFormats();
  const { place, km } = nearestPlace(point);
  const words = { place: `${place.name}, ${nameOf(place.country)}`, km: formats.integer(Math.round(km)) };
  return <>{Math.round(km) === 0 ? t("location.at", words) : t("location.near", words)}</>;
}

interface PlaceSearchProps {
  readonly nameOf: (country: string) => string;
  readonly onChoose: (place: Place) => void;
}

function PlaceSearch({ nameOf, onChoose }: PlaceSearchProps) {
  const t = useT();
  const [text, setText] = useState("");
  const places = searchPlaces(text, nameOf);
  return (
    <div className="place-search">
      <Input
        label={t("location.search")}
        type="search"
        autoComplete="off"
        value={text}
        leading={<SearchIcon size="s" className="muted" />}
        help={t("location.searchHelp")}
        onChange={(event) => setText(event.target.value)}
      />
      <p className="vh" role="status">
        {text.trim() !== "" && t("location.results", { count: places.length })}
      </p>
      {text.trim() !== "" && places.length === 0 && <p className="muted small">{t("location.noResults")}</p>}
      {places.length > 0 && (
        <ul className="menu-list">
          {places.map((place) => (
            <li key={`${place.name} ${place.country}`}>
              <button
                type="button"
                className="menu-row"
                onClick={() => {
                  onChoose(place);
                  setText("");
                }}
              >
                <span className="grow med">{place.name}</span>
                <span className="small muted">{nameOf(place.country)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Locates the device on request, with instructions if the browser denies it. */
function LocateButton({ onFound }: { readonly onFound: (point: Coordinates) => void }) {
  const t = useT();
  const { state, ask } = usePosition(onFound);
  if (state === "unsupported") return <Notice>{t("location.unsupported")}</Notice>;
  return (
    <>
      <Button tone="line" block busy={state === "asking"} disabled={state === "denied"} onClick={ask}>
        {t("location.useMyPosition")}
      </Button>
      {state === "denied" && <Notice tone="warn">{t("location.denied")}</Notice>}
      {state === "unavailable" && (
        <Notice tone="warn" announce>
          {t("location.unavailable")}
        </Notice>
      )}
    </>
  );
}

interface CoordinatesFieldProps {
  readonly at: Coordinates | null;
  readonly onEnter: (point: Coordinates) => void;
}

/** Coordinates of the picked point; editing them moves the map. */
function CoordinatesField({ at, onEnter }: CoordinatesFieldProps) {
  const t = useT();
  const written = at === null ? "" : writeCoordinates(at);
  const [text, setText] = useState(written);
  const [problem, setProblem] = useState<string | null>(null);
  const take = () => {
    if (text.trim() === "" || text === written) return setProblem(null);
    const point = parseCoordinates(text);
    if (point === null) return setProblem(t("location.coordinatesFormat"));
    setProblem(null);
    onEnter(point);
  };
  return (
    <Input
      label={t("location.coordinates")}
      inputMode="text"
      autoComplete="off"
      spellCheck={false}
      className="n"
      value={text}
      error={problem}
      onChange={(event) => setText(event.target.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        take();
      }}
    />
  );
}
