import { Button } from "@candor/ui/button.tsx";
import { KeyValue } from "@candor/ui/card.tsx";
import { Empty } from "@candor/ui/feedback.tsx";
import { GlobeIcon } from "@candor/ui/icons.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useMemo } from "react";
import { useT } from "../../i18n/use-t.ts";
import type { Coordinates } from "../../shared/location/coordinates.ts";
import { parseCoordinates, writeCoordinates } from "../../shared/location/coordinates.ts";
import { useCopy } from "../../shell/hooks/use-copy.ts";
import { Page } from "../../shell/page/page.tsx";
import { useSearchParams } from "../../shell/routing/use-search-params.ts";
import { LocationMap } from "./location-map.tsx";
import "./location.css";
import { countryNames, nearestPlace } from "./place-search.ts";

/** Shows one place on the map: `?latitude=…&longitude=…`, optionally with `name` and `address`. */
export function Screen() {
  const t = useT();
  const [params] = useSearchParams();
  const latitude = params.get("latitude") ?? "";
  const longitude = params.get("longitude") ?? "";
  const at = useMemo(() => parseCoordinates(`${latitude}, ${longitude}`), [latitude, longitude]);
  const name = params.get("name") ?? "";
  const address = params.get("address") ?? "";
  return (
    <Page title={t("location.openTitle")} hasBack isForm>
      {at === null ? (
        <section className="group">
          <Empty icon={GlobeIcon} title={t("location.noPlace")}>
            {t("location.noPlaceNote")}
          </Empty>
        </section>
      ) : (
        <OpenLocation at={at} name={name} address={address} />
      )}
    </Page>
  );
}

interface Props {
  readonly at: Coordinates;
  readonly name: string;
  readonly address: string;
}

function OpenLocation({ at, name, address }: Props) {
  const t = useT();
  const copy = useCopy();
  const formats = useFormats();
  const nameOf = useMemo(() => countryNames(formats.tag), [formats.tag]);
  const { place } = nearestPlace(at);
  const figures = writeCoordinates(at);
  const lines = [
    ...(name === "" ? [] : [{ key: "name", label: t("location.name"), value: name }]),
    ...(address === "" ? [] : [{ key: "address", label: t("location.address"), value: address }]),
    { key: "near", label: t("location.nearest"), value: `${place.name}, ${nameOf(place.country)}` },
    { key: "coordinates", label: t("location.coordinates"), value: figures },
  ];
  return (
    <div className="location">
      <LocationMap label={t("location.mapLabel")} at={at} />
      <section className="panel stack-4 location-facts">
        <KeyValue lines={lines} />
        <div className="g2">
          <Button tone="line" block onClick={() => copy(figures)}>
            {t("location.copyCoordinates")}
          </Button>
          <a className="btn line block" href={`geo:${figures.replace(" ", "")}`}>
            {t("location.openInMaps")}
          </a>
        </div>
      </section>
    </div>
  );
}
