import { findCoordinateSystem } from '@plumbline/bim/crs'
import type { Georeference, Manifest } from '@plumbline/bim/model'
import { useUiText } from '../../ui/text.tsx'
import { useViewerText } from './text.ts'

/** Scales of a map closer to one than this are rounding. */
const NO_SCALE = 1e-7

/** One line with a model's location and its source. */
export function ModelLocation({ manifest }: { manifest: Manifest }) {
  const text = useViewerText()
  const { locale } = useUiText()
  const { georeference, site } = manifest
  const format = (value: number, digits: number) =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
      value,
    )
  const onMap = ({ crs, eastings, northings, height, scale, source, ...axis }: Georeference) => {
    const known = findCoordinateSystem(crs)
    const name = known ? [known.title, `EPSG:${known.code}`].filter(Boolean).join(', ') : crs
    const turned = (Math.atan2(axis.x_axis_ordinate, axis.x_axis_abscissa) * 180) / Math.PI
    const parts = [
      name || text.unnamedSystem,
      `E\u00a0${format(eastings, 2)} N\u00a0${format(northings, 2)} H\u00a0${format(height, 2)}`,
      Math.abs(turned) > 0.005 ? text.turnedBy(format(turned, 2)) : '',
      Math.abs(scale - 1) > NO_SCALE ? text.scaledBy(format(scale, 6)) : '',
    ]
    return `${parts.filter(Boolean).join('; ')} (${text.statedBy[source ?? 'MAP_CONVERSION']})`
  }
  const onEarth = ({ latitude, longitude }: NonNullable<Manifest['site']>) =>
    text.statedBySite(`${format(latitude, 5)}°, ${format(longitude, 5)}°`)
  return (
    <p className="mt-0.5 break-words text-12 text-text-muted tabular-nums">
      {georeference ? onMap(georeference) : site ? onEarth(site) : text.noLocation}
    </p>
  )
}
