import type { Georeference } from '../model.ts'
import type { ByteSource } from '../source.ts'
import type { Cursor } from '../step/cursor.ts'
import { findStatement, findStatements } from '../step/find-statement.ts'

/** Where the world coordinate system of a context lies in the coordinates of the model, in units of the file. */
interface WorldCoordinateSystem {
  x: number
  y: number
  z: number
  /** direction of its X axis in the plane, of length 1 */
  cos: number
  sin: number
}

/** The world coordinate system of a representation context; null if it equals that of the model. Ignores a tilt. */
function readWorldCoordinateSystem(
  cursor: Cursor,
  source: ByteSource,
  context: number,
): WorldCoordinateSystem | null {
  if (!cursor.openId(context)) return null
  const placement = cursor.skip(4).ref()
  // Placements are too numerous to be kept by the scan, so this one is searched in the source.
  const statement = placement > 0 ? findStatement(source, placement) : null
  if (!statement) return null
  const location = cursor.openBytes(statement).ref()
  const direction = cursor.skip(1).ref()
  const found = findStatements(source, new Set([location, direction].filter((id) => id > 0)))
  const numbersOf = (id: number) => {
    const bytes = found.get(id)
    return bytes ? cursor.openBytes(bytes).numbers() : []
  }
  const [x = 0, y = 0, z = 0] = numbersOf(location)
  const [along = 1, across = 0] = numbersOf(direction)
  const length = Math.hypot(along, across)
  const [cos, sin] = length > 0 ? [along / length, across / length] : [1, 0]
  return x === 0 && y === 0 && z === 0 && cos === 1 ? null : { x, y, z, cos, sin }
}

/**
 * Converts a map conversion so that it starts from the origin of the model. In the file it starts from the world coordinate
 * system of its context (IfcGeometricRepresentationContext.WorldCoordinateSystem), which may be placed elsewhere. A
 * conversion that moves nothing means that the model's coordinates are map coordinates already.
 */
export function startAtOrigin(
  georeference: Georeference | null,
  {
    cursor,
    source,
    context,
    metres,
  }: { cursor: Cursor; source: ByteSource; context: number; metres: number },
): Georeference | null {
  if (!georeference || (georeference.eastings === 0 && georeference.northings === 0)) return georeference
  const world = readWorldCoordinateSystem(cursor, source, context)
  if (!world) return georeference
  const { x_axis_abscissa: east, x_axis_ordinate: north, scale } = georeference
  // the turn of the map less that of the world coordinate system
  const cos = east * world.cos + north * world.sin
  const sin = north * world.cos - east * world.sin
  const size = scale * metres
  return {
    ...georeference,
    eastings: georeference.eastings - size * (cos * world.x - sin * world.y),
    northings: georeference.northings - size * (sin * world.x + cos * world.y),
    height: georeference.height - size * world.z,
    x_axis_abscissa: cos,
    x_axis_ordinate: sin,
  }
}
