import type { StoreyRef } from '@plumbline/viewer/floors'
import type { LoadedModel } from './session-state.ts'

/** Storeys of several models with the same name are merged if they lie this close, metres. */
const SAME_STOREY_M = 0.5
/** A storey this far below zero still counts as above ground, metres. */
const GROUND_TOLERANCE_M = 0.5

/** A storey, merged from several models. */
export interface ProjectStorey {
  /** unique and readable: used in URLs */
  name: string
  elevation_m: number
  refs: StoreyRef[]
}

const plain = (name: string) => name.trim().toLowerCase()

/** The storeys of the open models, highest first. */
export function mergeStoreys(
  models: readonly Pick<LoadedModel, 'id' | 'manifest' | 'setting'>[],
): ProjectStorey[] {
  const found: ProjectStorey[] = []
  for (const { id, manifest, setting } of models) {
    for (const [storey, { name, elevation_m }] of manifest.storeys.entries()) {
      const height = elevation_m + setting.move[2]
      const same = found.find(
        (each) =>
          plain(each.name) === plain(name) &&
          (Math.abs(each.elevation_m - height) < SAME_STOREY_M || !each.refs.some((ref) => ref.model === id)),
      )
      if (same) same.refs.push({ model: id, storey })
      else found.push({ name: uniqueName(name, found), elevation_m: height, refs: [{ model: id, storey }] })
    }
  }
  return found.sort((a, b) => b.elevation_m - a.elevation_m)
}

function uniqueName(name: string, existing: readonly ProjectStorey[]): string {
  const sameNames = existing.filter(
    (each) => plain(each.name).replace(/ \(\d+\)$/, '') === plain(name),
  ).length
  return sameNames > 0 ? `${name} (${sameNames + 1})` : name
}

/** The default storey: the lowest that is not underground, otherwise the lowest. */
export function findGroundStorey(storeys: readonly ProjectStorey[]): ProjectStorey | undefined {
  return storeys.findLast(({ elevation_m }) => elevation_m > -GROUND_TOLERANCE_M) ?? storeys.at(-1)
}
