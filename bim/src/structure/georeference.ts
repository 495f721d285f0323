import type { Georeference, GeoreferenceSource, Manifest } from '../model.ts'
import type { ByteSource } from '../source.ts'
import type { Cursor } from '../step/cursor.ts'
import { findStatement } from '../step/find-statement.ts'
import type { FileUnits } from './units.ts'
import { startAtOrigin } from './world-coordinate-system.ts'

/**
 * Reads the map location from IfcMapConversion with its IfcProjectedCRS, or from the property sets
 * ePSet_MapConversion and ePSet_ProjectedCRS that IFC2X3 files use instead (buildingSMART's guide to
 * georeferencing). Metres; null when the file contains none, or only zeros.
 */
export function readGeoreference(cursor: Cursor, source: ByteSource, units: FileUnits): Georeference | null {
  return (
    readConversion(cursor, source, units) ??
    readRigidOperation(cursor, source, units) ??
    readPropertySets(cursor, source, units.metres)
  )
}

/** The operations of an entity, that of the context of the model first: plans and their like may have their own. */
function listOperations(cursor: Cursor, entity: string): number[] {
  const isOfModel = (slot: number) => {
    const context = cursor.open(slot).ref()
    return cursor.openId(context) && cursor.skip(1).string().toLowerCase() === 'model'
  }
  const slots = [...cursor.file.slotsOf(entity)]
  const ofModel = slots.filter(isOfModel)
  return [...ofModel, ...slots.filter((slot) => !ofModel.includes(slot))]
}

/** Latitude and longitude, which are not lengths. */
const isGeographic = (cursor: Cursor, target: number) => cursor.file.entityOf(target) === 'IFCGEOGRAPHICCRS'

/** IfcRigidOperation of IFC4X3: a shift without rotation. */
function readRigidOperation(cursor: Cursor, source: ByteSource, units: FileUnits): Georeference | null {
  const [slot = -1] = listOperations(cursor, 'IFCRIGIDOPERATION')
  if (slot < 0) return null
  const context = cursor.open(slot).ref()
  const target = cursor.ref()
  const values = [cursor.value(), cursor.value(), cursor.value()]
  if (isGeographic(cursor, target) || values.some((value) => value?.type.includes('ANGLE'))) return null
  const crs = cursor.openId(target) ? cursor.string() : ''
  const [first, second, height] = values.map((value) => value?.number ?? 0)
  const numbers = [first ?? 0, second ?? 0, height ?? 0, 1, 0, 1]
  const found = georeference('RIGID_OPERATION', crs, numbers, readMapMetres(cursor, target, units))
  return startAtOrigin(found, { cursor, source, context, metres: units.metres })
}

/** Latitude and longitude of the first site that states them; null where they are missing or zero. */
export function readSiteLocation(cursor: Cursor, metres: number): Manifest['site'] {
  for (const slot of cursor.file.slotsOf('IFCSITE')) {
    const angles = [cursor.open(slot).skip(9).numbers(), cursor.numbers()]
    const elevation = cursor.number()
    if (angles.some((parts) => parts.length < 3)) continue
    const [latitude = 0, longitude = 0] = angles.map(toDegrees)
    if ((latitude === 0 && longitude === 0) || Math.abs(latitude) > 90 || Math.abs(longitude) > 180) continue
    return { latitude, longitude, elevation_m: elevation === null ? null : elevation * metres }
  }
  return null
}

/**
 * Degrees, minutes, seconds and millionths (IfcCompoundPlaneAngleMeasure) in decimal degrees. All have the sign of the angle;
 * some programs write it at the degrees only.
 */
export function toDegrees(parts: readonly number[]): number {
  const [degrees = 0, minutes = 0, seconds = 0, millionths = 0] = parts.map(Math.abs)
  const size = degrees + minutes / 60 + (seconds + millionths / 1e6) / 3600
  return parts.some((part) => part < 0) ? -size : size
}

/** Plausible metres per unit of a map, for files that state only the scale of their map conversion. */
const PLAUSIBLE_UNIT_M = { least: 0.2, most: 2 }

function readConversion(cursor: Cursor, source: ByteSource, units: FileUnits): Georeference | null {
  const [slot = -1] = ['IFCMAPCONVERSION', 'IFCMAPCONVERSIONSCALED'].flatMap((entity) =>
    listOperations(cursor, entity),
  )
  if (slot < 0 || isGeographic(cursor, cursor.open(slot).skip(1).ref())) return null
  const context = cursor.open(slot).ref()
  const target = cursor.ref()
  const numbers = [0, 0, 0, 1, 0].map((otherwise) => cursor.number() ?? otherwise)
  const scale = cursor.number()
  const crs = cursor.openId(target) ? cursor.string() : ''
  const mapMetres = readMapMetres(cursor, target, units, scale)
  const all = [...numbers, removeUnits(scale, mapMetres, units.metres)]
  const found = georeference('MAP_CONVERSION', crs, all, mapMetres)
  return startAtOrigin(found, { cursor, source, context, metres: units.metres })
}

/**
 * The scale between metres of the model and metres of the map: the file's scale without the conversion of units. An
 * implausible result is an authoring error.
 */
function removeUnits(scale: number | null, mapMetres: number, metres: number): number {
  const metric = scale === null ? 1 : (scale * mapMetres) / metres
  return metric > 0.5 && metric < 2 ? metric : 1
}

/**
 * Metres per unit of the map: of the unit that the CRS names, such as the US survey foot. Without one it is that of the model,
 * unless the scale of the conversion is that of another unit.
 */
function readMapMetres(
  cursor: Cursor,
  target: number,
  units: FileUnits,
  scale: number | null = null,
): number {
  const unit = cursor.openId(target) ? cursor.skip(6).ref() : 0
  const stated = unit > 0 ? units.readMetres(unit) : null
  return stated ?? guessMapMetres(scale, units.metres)
}

function guessMapMetres(scale: number | null, metres: number): number {
  const scaled = scale !== null && (scale <= 0.5 || scale >= 2) ? metres / scale : 0
  return scaled > PLAUSIBLE_UNIT_M.least && scaled < PLAUSIBLE_UNIT_M.most ? scaled : metres
}

function georeference(
  source: GeoreferenceSource,
  crs: string,
  numbers: number[],
  metres: number,
): Georeference | null {
  const [eastings = 0, northings = 0, height = 0, abscissa = 1, ordinate = 0, scale = 1] = numbers
  const length = Math.hypot(abscissa, ordinate)
  if (crs === '' && eastings === 0 && northings === 0) return null
  return {
    source,
    crs,
    eastings: eastings * metres,
    northings: northings * metres,
    height: height * metres,
    x_axis_abscissa: length > 0 ? abscissa / length : 1,
    x_axis_ordinate: length > 0 ? ordinate / length : 0,
    scale: scale > 0 ? scale : 1,
  }
}

/** Metres per unit of a map, by the names that programs give in ePSet_ProjectedCRS. */
const MAP_UNITS: [name: RegExp, metres: number][] = [
  [/^(MILLI ?MET(RE|ER)|MM$)/, 0.001],
  [/^(CENTI ?MET(RE|ER)|CM$)/, 0.01],
  [/^(MET(RE|ER)|M$)/, 1],
  [/^(US|U\.S\.) ?SURVEY|SURVEY F(OO|EE)T/, 1200 / 3937],
  [/^(INTERNATIONAL )?(F(OO|EE)T|FT$)/, 0.3048],
]
/** No map has larger coordinates, in metres. */
const FARTHEST_ON_MAPS = 4e7

/** The context of the model, whose coordinates the property sets convert; 0 when there is none. */
function findModelContext(cursor: Cursor): number {
  const { file } = cursor
  const isOfModel = (slot: number) => cursor.open(slot).skip(1).string().toLowerCase() === 'model'
  const slot = file.slotsOf('IFCGEOMETRICREPRESENTATIONCONTEXT').find(isOfModel)
  return slot === undefined ? 0 : file.id.at(slot)
}

function readPropertySets(cursor: Cursor, source: ByteSource, metres: number): Georeference | null {
  const found = findMapProperties(cursor)
  const number = (name: string) => {
    const value = found.get(`epset_mapconversion.${name}`)
    return typeof value === 'number' ? value : null
  }
  const text = (name: string) => String(found.get(`epset_projectedcrs.${name}`) ?? '')
  const [eastings, northings] = [number('eastings'), number('northings') ?? 0]
  if (eastings === null) return null
  const scale = number('scale')
  const unit = text('mapunit').trim().toUpperCase().replaceAll('_', ' ')
  const stated = MAP_UNITS.find(([name]) => name.test(unit))?.[1]
  // Some programs state the map's unit but write lengths in the model's.
  const isOfMap =
    stated !== undefined && Math.max(Math.abs(eastings), Math.abs(northings)) * stated < FARTHEST_ON_MAPS
  const mapMetres = isOfMap ? stated : guessMapMetres(scale, metres)
  const values = [
    ...[eastings, northings, number('orthogonalheight') ?? 0],
    ...[number('xaxisabscissa') ?? 1, number('xaxisordinate') ?? 0, removeUnits(scale, mapMetres, metres)],
  ]
  const location = georeference('PROPERTY_SETS', text('name'), values, mapMetres)
  return startAtOrigin(location, { cursor, source, context: findModelContext(cursor), metres })
}

/** Values of the two sets by set and property in lower case. */
function findMapProperties(cursor: Cursor): Map<string, number | string> {
  const found = new Map<string, number | string>()
  for (const slot of cursor.file.slotsOf('IFCPROPERTYSET')) {
    // Checked by prefix before decoding: there are many sets, and hardly any match.
    if (!cursor.open(slot).skip(2).startsWith('ePSet')) continue
    const name = cursor.string().toLowerCase()
    if (name !== 'epset_mapconversion' && name !== 'epset_projectedcrs') continue
    for (const id of cursor.skip(1).refs().slice(0, 32)) {
      if (!cursor.openId(id)) continue
      const property = `${name}.${cursor.string().toLowerCase()}`
      const value = cursor.skip(1).value()
      if (value) found.set(property, value.number ?? value.text)
    }
  }
  return found
}

/**
 * Degrees clockwise from the model's Y axis to true north (IfcGeometricRepresentationContext.TrueNorth); null
 * when the file does not state it.
 */
export function readTrueNorth(cursor: Cursor, source: ByteSource): number | null {
  for (const slot of cursor.file.slotsOf('IFCGEOMETRICREPRESENTATIONCONTEXT')) {
    const direction = cursor.open(slot).skip(5).ref()
    // Directions are too numerous to be kept by the scan, so this one is searched in the source.
    const statement = direction > 0 ? findStatement(source, direction) : null
    if (!statement) continue
    const [x = 0, y = 0] = cursor.openBytes(statement).numbers()
    if (x === 0 && y === 0) continue
    const degrees = (Math.atan2(x, y) * 180) / Math.PI
    return Math.round(degrees * 1e6) / 1e6 + 0
  }
  return null
}
