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
  const byName = new Map<string, NamedStoreys>()
  const taken = new Set<string>()
  for (const { id, manifest, setting } of models) {
    for (const [storey, { name, elevation_m }] of manifest.storeys.entries()) {
      const height = elevation_m + setting.move[2]
      const named = byName.get(plain(name)) ?? new NamedStoreys()
      byName.set(plain(name), named)
      const same = named.findAt(height) ?? named.findWithout(id)
      if (same) same.refs.push({ model: id, storey })
      else
        named.add({ name: named.nameNext(name, taken), elevation_m: height, refs: [{ model: id, storey }] })
    }
  }
  const storeys = [...byName.values()].flatMap(({ all }) => all)
  return storeys.sort((a, b) => b.elevation_m - a.elevation_m)
}

/** The storeys with one name, at different elevations. A damaged file may have a hundred thousand. */
class NamedStoreys {
  readonly all: ProjectStorey[] = []
  /** index into `all` by height, in steps that hold one storey each */
  readonly #byStep = new Map<number, number>()
  #number = 0
  /** the first storeys, which the model that is being merged is part of */
  #passed = { model: '', count: 0 }

  findAt(height: number): ProjectStorey | undefined {
    const step = Math.floor(height / SAME_STOREY_M)
    const beside = [step - 1, step, step + 1].flatMap((each) => this.#byStep.get(each) ?? [])
    const near = beside.sort((a, b) => a - b).map((at) => this.all[at])
    return near.find((each) => each && Math.abs(each.elevation_m - height) < SAME_STOREY_M)
  }

  /** The first storey without a given model; models are merged one at a time. */
  findWithout(model: string): ProjectStorey | undefined {
    if (this.#passed.model !== model) this.#passed = { model, count: 0 }
    while (this.all[this.#passed.count]?.refs.at(-1)?.model === model) this.#passed.count++
    return this.all[this.#passed.count]
  }

  add(storey: ProjectStorey): void {
    this.#byStep.set(Math.floor(storey.elevation_m / SAME_STOREY_M), this.all.push(storey) - 1)
  }

  /** The name, with a number from the second storey of the name on; a file may have such names itself. */
  nameNext(name: string, taken: Set<string>): string {
    let own: string
    do own = ++this.#number > 1 ? `${name} (${this.#number})` : name
    while (taken.has(plain(own)))
    taken.add(plain(own))
    return own
  }
}

/** The default storey: the lowest that is not underground, otherwise the lowest. */
export function findGroundStorey(storeys: readonly ProjectStorey[]): ProjectStorey | undefined {
  return storeys.findLast(({ elevation_m }) => elevation_m > -GROUND_TOLERANCE_M) ?? storeys.at(-1)
}
