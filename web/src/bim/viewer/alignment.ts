import { isSameCoordinateSystem } from '@plumbline/bim/crs'
import type { Box, Georeference, Manifest, Vec3 } from '@plumbline/bim/model'
import type { Correction } from '@plumbline/contract/bim/views'
import {
  combinePlacements,
  IDENTITY_PLACEMENT,
  ModelFrame,
  type ModelPlacement,
} from '@plumbline/viewer/frame'
import { boxCenter } from '@plumbline/viewer/vec'

/**
 * Alignment of a project's models. The project's coordinates are those of its oldest model with a georeference, else of its
 * oldest model; other models with a georeference in the same coordinate reference system are rotated and moved by it, then
 * by their manual correction.
 */

/** Maximum distance from the reference; a georeference beyond it was entered wrongly and is ignored. */
const MAX_PLAUSIBLE_M = 20_000
const NORTH_TOLERANCE_DEG = 0.5
/** Gap between models, in metres, that is reported. */
const REPORTED_GAP_M = 500

const gridDirection = ({ x_axis_abscissa, x_axis_ordinate }: Georeference) =>
  (Math.atan2(x_axis_ordinate, x_axis_abscissa) * 180) / Math.PI

/**
 * Transformation from one model's coordinates to the reference's, via the map. Where the map's scales differ, the model
 * keeps its size and is exact in its centre.
 */
function mapTransformation(own: Georeference, reference: Georeference, center: Vec3): ModelPlacement {
  const turn_deg = gridDirection(own) - gridDirection(reference)
  const offset: Vec3 = [
    (own.eastings - reference.eastings) / reference.scale,
    (own.northings - reference.northings) / reference.scale,
    own.height - reference.height,
  ]
  const turned = (degrees: number, vector: Vec3) =>
    new ModelFrame([0, 0, 0], { turn_deg: degrees, move: [0, 0, 0] }).direction(vector)
  const [x, y, z] = turned(-gridDirection(reference), offset)
  const excess = own.scale / reference.scale - 1
  const [centerX, centerY] = turned(turn_deg, center)
  return { turn_deg, move: [x + centerX * excess, y + centerY * excess, z] }
}

const sameSystem = (a: Georeference, b: Georeference) => isSameCoordinateSystem(a.crs, b.crs)

function placedBox(manifest: Manifest, setting: ModelPlacement): Box | null {
  const { box } = manifest
  return box && new ModelFrame([0, 0, 0], setting).box(box)
}

/** Distance between two boxes in metres, 0 if they touch. */
function computeBoxDistance(a: Box, b: Box): number {
  const axis = (at: 0 | 1 | 2) =>
    Math.max(0, a[at] - b[(at + 3) as 3 | 4 | 5], b[at] - a[(at + 3) as 3 | 4 | 5])
  return Math.hypot(axis(0), axis(1), axis(2))
}

/** Placement of a model in the scene: by its georeference if that is plausible, then by its correction. */
export function computePlacement(
  manifest: Manifest,
  reference: Manifest | null,
  correction: Omit<Correction, 'header_id'> | undefined,
): ModelPlacement {
  const own = manifest.georeference
  const other = reference?.georeference
  let setting = IDENTITY_PLACEMENT
  if (own && other && reference && sameSystem(own, other)) {
    const mapped = mapTransformation(own, other, manifest.box ? boxCenter(manifest.box) : [0, 0, 0])
    const box = placedBox(manifest, mapped)
    const referenceBox = placedBox(reference, IDENTITY_PLACEMENT)
    if (!box || !referenceBox || computeBoxDistance(box, referenceBox) < MAX_PLAUSIBLE_M) setting = mapped
  }
  if (!correction) return setting
  const { turn_deg, east_m, north_m, height_m } = correction
  return combinePlacements({ turn_deg, move: [east_m, north_m, height_m] }, setting)
}

type AlignmentNoticeKind = 'units' | 'system' | 'origin' | 'north' | 'apart'
export interface AlignmentNotice {
  kind: AlignmentNoticeKind
  /** names of the models that differ from the first */
  models: string[]
  /** value of the differing model and of the first */
  values: [own: string, first: string]
}

export interface AlignedModel {
  id: string
  name: string
  manifest: Manifest
  setting: ModelPlacement
}

const unitOf = ({ length_unit }: Manifest) => length_unit.name.toLowerCase()

const hasGeoreference = ({ manifest }: AlignedModel) => manifest.georeference !== null

/** Reports models without a georeference if others have one. */
function ungeoreferenced(models: readonly AlignedModel[]): AlignmentNotice[] {
  const found = models.filter((model) => !hasGeoreference(model))
  if (found.length === 0 || found.length === models.length) return []
  return [{ kind: 'origin', models: found.map(({ name }) => name), values: ['', ''] }]
}

/** The reference model of the comparison: the source of the project's coordinates, if it is open. */
function findReference(models: readonly AlignedModel[]): AlignedModel | undefined {
  const placed = models.filter(hasGeoreference)
  return (
    placed.find(({ setting: { turn_deg, move } }) => turn_deg === 0 && move.every((each) => each === 0)) ??
    placed[0] ??
    models[0]
  )
}

/** The placement that moves two points of a model to two others: rotated about the vertical, moved to the first. */
export function alignByPoints(from: readonly [Vec3, Vec3], to: readonly [Vec3, Vec3]): ModelPlacement {
  const heading = ([a, b]: readonly [Vec3, Vec3]) => (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI
  const turn_deg = heading(to) - heading(from)
  const [x, y, z] = new ModelFrame([0, 0, 0], { turn_deg, move: [0, 0, 0] }).point(from[0])
  return { turn_deg, move: [to[0][0] - x, to[0][1] - y, to[0][2] - z] }
}

/** As precise as the fields of the form show and the correction is stored. */
const round = (value: number) => Math.round(value * 1000) / 1000

/**
 * The correction that moves a model from its saved correction to a placement in the scene. The rounded rotation is about
 * `pivot`, a point of the scene: about the origin it would move a model with map coordinates by metres.
 */
export function computeCorrection(
  placement: ModelPlacement,
  saved: Omit<Correction, 'header_id'>,
  pivot: Vec3,
): Omit<Correction, 'header_id'> {
  const whole = combinePlacements(placement, {
    turn_deg: saved.turn_deg,
    move: [saved.east_m, saved.north_m, saved.height_m],
  })
  const turn_deg = round((((whole.turn_deg % 360) + 540) % 360) - 180)
  const before = new ModelFrame([0, 0, 0], whole).pointInside(pivot)
  const [x, y, z] = new ModelFrame([0, 0, 0], { turn_deg, move: [0, 0, 0] }).point(before)
  return {
    turn_deg,
    east_m: round(pivot[0] - x),
    north_m: round(pivot[1] - y),
    height_m: round(pivot[2] - z),
  }
}

/** Reports how models differ in placement from the first one. Compares them after rotation and correction. */
export function findAlignmentNotices(models: readonly AlignedModel[]): AlignmentNotice[] {
  const first = findReference(models)
  if (!first) return []
  const others = models.filter((model) => model !== first)
  const differing = (
    kind: AlignmentNoticeKind,
    say: (model: AlignedModel) => string,
    differs: (model: AlignedModel) => boolean,
  ) => {
    const found = others.filter(differs)
    const [one] = found
    return one
      ? [{ kind, models: found.map(({ name }) => name), values: [say(one), say(first)] as [string, string] }]
      : []
  }
  const north = ({ manifest }: AlignedModel) => manifest.true_north_deg
  const metres = (own: AlignedModel) => {
    const a = placedBox(first.manifest, first.setting)
    const b = placedBox(own.manifest, own.setting)
    return a && b ? computeBoxDistance(a, b) : 0
  }
  return [
    ...differing(
      'units',
      ({ manifest }) => unitOf(manifest),
      (own) => unitOf(own.manifest) !== unitOf(first.manifest),
    ),
    ...differing(
      'system',
      ({ manifest }) => manifest.georeference?.crs ?? '',
      ({ manifest: { georeference } }) =>
        georeference !== null &&
        first.manifest.georeference !== null &&
        !sameSystem(georeference, first.manifest.georeference),
    ),
    ...ungeoreferenced(models),
    ...differing(
      'north',
      (own) => `${Math.round((north(own) ?? 0) * 10) / 10}°`,
      (own) => {
        const a = north(own)
        const b = north(first)
        // A georeference already defines the direction, so true north adds nothing.
        if (a === null || b === null || (hasGeoreference(own) && hasGeoreference(first))) return false
        const turned = Math.abs(a - b - own.setting.turn_deg + first.setting.turn_deg) % 360
        return Math.min(turned, 360 - turned) > NORTH_TOLERANCE_DEG
      },
    ),
    ...differing(
      'apart',
      (own) => String(Math.round(metres(own))),
      (own) => metres(own) > REPORTED_GAP_M,
    ),
  ]
}
