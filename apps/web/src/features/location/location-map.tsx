import { IconButton } from "@candor/ui/button.tsx";
import { MinusIcon, PlusIcon } from "@candor/ui/icons.tsx";
import type { Map as LeafletMap } from "leaflet";
import leaflet from "leaflet";
import { useEffect, useRef } from "react";
import { useT } from "../../i18n/use-t.ts";
import type { Coordinates } from "../../shared/location/coordinates.ts";
import { wrapLongitude } from "../../shared/location/coordinates.ts";
import { BASE_MAP } from "./base-map.ts";
import "./location.css";
import { labelPlaces } from "./place-labels.ts";

const MIN_ZOOM = 1;
/** Maximum zoom: the coarse outline has no more detail. */
const MAX_ZOOM = 9;
const WORLD_ZOOM = 2;
/** Zoom that shows a place with its surroundings. */
const PLACE_ZOOM = 6;
const MIDDLE: Coordinates = { latitude: 30, longitude: 12 };
/** Extends beyond 180° because land that crosses the meridian is drawn to its end. */
const BOUNDS = leaflet.latLngBounds([-85, -180], [85, 192]);

function createMap(box: HTMLElement): LeafletMap {
  const map = leaflet.map(box, {
    attributionControl: false,
    zoomControl: false,
    minZoom: MIN_ZOOM,
    maxZoom: MAX_ZOOM,
    maxBounds: BOUNDS,
    maxBoundsViscosity: 1,
    // A shared renderer draws all lines into one SVG.
    renderer: leaflet.svg({ padding: 0.5 }),
    fadeAnimation: false,
    zoomAnimation: !window.matchMedia("(prefers-reduced-motion: reduce)").matches,
  });
  const shape = { interactive: false, weight: 1, smoothFactor: 1 };
  leaflet
    .polygon(
      BASE_MAP.land.map((rings) =>
        rings.map((ring) => ring.map(([north, east]) => leaflet.latLng(north, east))),
      ),
      { ...shape, className: "map-land" },
    )
    .addTo(map);
  leaflet
    .polyline(
      BASE_MAP.borders.map((line) => line.map(([north, east]) => leaflet.latLng(north, east))),
      { ...shape, className: "map-border" },
    )
    .addTo(map);
  return map;
}

export interface LocationMapProps {
  readonly label: string;
  /** The map's center; a new object moves the map. */
  readonly at: Coordinates | null;
  /** If set, the pin stays in the center and the map moves under it. If absent, the pin stays at `at`. */
  readonly onPick?: (picked: Coordinates) => void;
}

/**
 * World map from a bundled outline: nothing is fetched. Moves by finger, mouse, wheel and arrow keys. The center is the
 * picked point, so every way of moving also picks.
 */
export function LocationMap({ label, at, onPick }: LocationMapProps) {
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  const map = useRef<LeafletMap | null>(null);
  const pick = useRef(onPick);
  const isChoosing = onPick !== undefined;
  /** Ignore moves made by the app: only the user's moves pick. */
  const isMovedByApp = useRef(true);
  useEffect(() => {
    pick.current = onPick;
  }, [onPick]);
  useEffect(() => {
    if (box.current === null) return undefined;
    const created = createMap(box.current);
    map.current = created;
    created.setView([MIDDLE.latitude, MIDDLE.longitude], WORLD_ZOOM, { animate: false });
    const stopLabels = labelPlaces(created);
    created.on("click", (event) => created.panTo(event.latlng));
    created.on("moveend", () => {
      if (isMovedByApp.current) return;
      const { lat, lng } = created.getCenter();
      pick.current?.({ latitude: lat, longitude: wrapLongitude(lng) });
    });
    const follow = new ResizeObserver(() => created.invalidateSize({ animate: false, pan: false }));
    follow.observe(box.current);
    isMovedByApp.current = false;
    return () => {
      follow.disconnect();
      stopLabels();
      // After a window resize Leaflet still fires `moveend` on a map that was removed meanwhile.
      created.off("click moveend");
      created.remove();
      map.current = null;
    };
  }, []);
  useEffect(() => {
    const current = map.current;
    if (current === null || at === null) return undefined;
    isMovedByApp.current = true;
    const zoom = Math.max(current.getZoom(), PLACE_ZOOM);
    current.setView([at.latitude, at.longitude], zoom, { animate: false });
    isMovedByApp.current = false;
    if (isChoosing) return undefined;
    const icon = leaflet.divIcon({ className: "map-pin-mark", iconSize: [0, 0] });
    const mark = leaflet.marker([at.latitude, at.longitude], { icon, interactive: false, keyboard: false });
    mark.addTo(current);
    return () => {
      mark.remove();
    };
  }, [at, isChoosing]);
  return (
    <div className="map-frame">
      <div ref={box} className="map" role="application" aria-label={label} />
      {isChoosing && <span className="map-pin" aria-hidden="true" />}
      <div className="map-zoom">
        <IconButton label={t("location.zoomIn")} onClick={() => map.current?.zoomIn()}>
          <PlusIcon size="s" />
        </IconButton>
        <IconButton label={t("location.zoomOut")} onClick={() => map.current?.zoomOut()}>
          <MinusIcon size="s" />
        </IconButton>
      </div>
    </div>
  );
}
