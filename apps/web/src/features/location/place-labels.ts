import type { Map as LeafletMap } from "leaflet";
import leaflet from "leaflet";
import { PLACES } from "./places.ts";

/** At lower zooms the names would cover the land. */
const NAMES_FROM_ZOOM = 3;
/** Space reserved for a name. */
const NAME_WIDTH_PX = 92;
const NAME_HEIGHT_PX = 26;

/** Labels the visible places, as many as fit. Returns a function that removes the labels. */
export function labelPlaces(map: LeafletMap): () => void {
  const names = leaflet.layerGroup().addTo(map);
  const draw = () => {
    names.clearLayers();
    if (map.getZoom() < NAMES_FROM_ZOOM) return;
    const view = map.getBounds();
    const middle = map.getSize().divideBy(2);
    const inView = PLACES.filter(({ latitude, longitude }) => view.contains([latitude, longitude]))
      .map((place) => ({ ...place, at: map.latLngToContainerPoint([place.latitude, place.longitude]) }))
      // Places near the center come first.
      .sort((a, b) => a.at.distanceTo(middle) - b.at.distanceTo(middle));
    const taken: { readonly x: number; readonly y: number }[] = [];
    for (const { name, latitude, longitude, at } of inView) {
      const { x, y } = at;
      if (taken.some((one) => Math.abs(one.x - x) < NAME_WIDTH_PX && Math.abs(one.y - y) < NAME_HEIGHT_PX)) {
        continue;
      }
      taken.push({ x, y });
      const label = document.createElement("span");
      label.textContent = name;
      const icon = leaflet.divIcon({ className: "map-place", html: label, iconSize: [0, 0] });
      leaflet.marker([latitude, longitude], { icon, interactive: false, keyboard: false }).addTo(names);
    }
  };
  map.on("zoomend moveend", draw);
  draw();
  return () => {
    map.off("zoomend moveend", draw);
    names.remove();
  };
}
