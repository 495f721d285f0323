import type { BuildingLevel, ElementSpec, ModelWriter, TypeRef } from './model-writer.ts'
import type { Point2 } from './shapes.ts'
import type { Ref } from './step-writer.ts'

/** A straight wall between two points in plan, from `base` upwards. */
export interface WallSpec {
  key: string
  name: string
  from: Point2
  to: Point2
  thickness: number
  base: number
  height: number
  style: string
  material: string
  external: boolean
  fire: string
  change?: ElementSpec['change']
}

/** A door or window in an opening, with its distance from the start of the wall. */
export interface Filling {
  key: string
  type: TypeRef
  entity: 'IFCDOOR' | 'IFCWINDOW'
  name: string
  along: number
  sill: number
  width: number
  height: number
  psets: ElementSpec['psets']
  change?: ElementSpec['change']
}

/** Writes a wall with its doors and windows. */
export function writeWall(
  writer: ModelWriter,
  level: BuildingLevel,
  wall: WallSpec,
  fillings: Filling[],
): Ref | null {
  const dx = wall.to[0] - wall.from[0]
  const dy = wall.to[1] - wall.from[1]
  const length = Math.hypot(dx, dy)
  const turn: Point2 = [dx / length, dy / length]
  const { thickness, height } = wall
  const host = writer.element({
    key: wall.key,
    entity: 'IFCWALL',
    name: wall.name,
    level,
    at: [wall.from[0], wall.from[1], wall.base],
    turn,
    solids: [writer.shapes.box(wall.style, [0, -thickness / 2, 0], [length, thickness / 2, height])],
    predefined: wall.external ? 'SOLIDWALL' : 'PARTITIONING',
    psets: {
      Pset_WallCommon: {
        Reference: wall.material,
        IsExternal: wall.external,
        LoadBearing: false,
        FireRating: wall.fire,
        AcousticRating: wall.external ? 'Rw 52 dB' : 'Rw 47 dB',
        ThermalTransmittance: { measure: 'THERMALTRANSMITTANCEMEASURE', value: wall.external ? 0.21 : 0.6 },
      },
    },
    quantities: {
      name: 'Qto_WallBaseQuantities',
      values: {
        Length: ['LENGTH', length],
        Width: ['LENGTH', thickness],
        Height: ['LENGTH', height],
        GrossSideArea: ['AREA', (length * height) / 1e6],
        GrossVolume: ['VOLUME', (length * height * thickness) / 1e9],
      },
    },
    material: wall.material,
    classification: wall.external ? 'Ss_25_10_20' : 'Ss_25_10_30',
    change: wall.change,
  })
  if (host) for (const filling of fillings) fillWall(writer, level, wall, turn, host, filling)
  return host
}

function fillWall(
  writer: ModelWriter,
  level: BuildingLevel,
  wall: WallSpec,
  turn: Point2,
  host: Ref,
  filling: Filling,
): void {
  const at = [
    wall.from[0] + turn[0] * filling.along,
    wall.from[1] + turn[1] * filling.along,
    wall.base + filling.sill,
  ] as const
  const size = [filling.width, wall.thickness + 200, filling.height] as const
  const opening = writer.opening(filling.key, host, level, at, turn, size)
  const element = writer.element({
    key: filling.key,
    entity: filling.entity,
    name: filling.name,
    level,
    at,
    turn,
    type: filling.type,
    extra: `${filling.height}.,${filling.width}.`,
    predefined: filling.entity === 'IFCDOOR' ? 'DOOR' : 'WINDOW',
    tail: '$,$',
    psets: filling.psets,
    classification: filling.entity === 'IFCDOOR' ? 'Ss_25_30_20' : 'Ss_25_30_95',
    change: filling.change,
  })
  if (element) writer.fill(filling.key, opening, element)
}
