import type { Marker } from '@plumbline/contract/markers/markers'
import { formatIfcClass } from '../bim/viewer/format-ifc-class.ts'
import type { SheetPlace } from '../bim/viewer/session-sheets.ts'

/** Whether a person set the place of a sheet: automatic markers start at the origin of their storey. */
export const hasPlace = ({ anchor, automatic }: Pick<Marker, 'anchor' | 'automatic'>) =>
  anchor !== null || !automatic

/** The proposed label of a new sheet: its room and axes, or else the element that it hangs on. */
export function suggestLabel({ room, axes, element }: Pick<SheetPlace, 'room' | 'axes' | 'element'>): string {
  const place = [room, axes].filter(Boolean).join(', ')
  return (place || element.name || formatIfcClass(element.class)).slice(0, 120)
}

/** The location of a marker at a clicked face, in the level of the same name as its storey. */
export function buildPlacement(place: SheetPlace, levels: readonly { id: string; name: string }[]) {
  const { element, axes, heading_deg } = place
  const [x, y, z] = place.point
  const [nx, ny, nz] = place.normal
  return {
    level_id: levels.find(({ name }) => name === place.storey)?.id ?? null,
    position: { x, y, z },
    normal: { x: nx, y: ny, z: nz },
    heading_deg,
    anchor: {
      bim_file_header_id: element.header_id,
      variant_version_at_creation: element.version,
      ifc_guid: element.guid,
      ifc_class: element.class,
      element_name: element.name || null,
      axes,
    },
  }
}

/** The normal of an upright sheet from the direction in which its reader looks, degrees clockwise from north. */
export function computeNormalOfHeading(heading_deg: number): Marker['normal'] {
  const radians = (heading_deg * Math.PI) / 180
  return { x: -Math.sin(radians), y: -Math.cos(radians), z: 0 }
}
