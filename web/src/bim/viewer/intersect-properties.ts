import type { PropertySet } from '@plumbline/bim/model'

/** A property shared by several elements, as a line of the panel. */
interface SharedProperty {
  name: string
  /** null if the elements have different values */
  value: string | null
  unit: string | undefined
  /** number of distinct values */
  different: number
  /** for a quantity: the sum over all elements */
  sum: number | null
}
export interface SharedSet {
  name: string
  of: PropertySet['of']
  properties: SharedProperty[]
}

interface PropertyTally {
  unit: string | undefined
  values: Set<string>
  elements: number
  sum: number
  numbers: number
}

/**
 * Intersects the properties of elements: properties that all of them have, with the value where it is equal, and sums of
 * quantities with the same unit.
 */
export function intersectProperties(elements: readonly (readonly PropertySet[])[]): SharedSet[] {
  const sets = new Map<string, { set: PropertySet; tallies: Map<string, PropertyTally> }>()
  for (const own of elements) {
    const counted = new Set<PropertyTally>()
    for (const set of own) {
      const key = `${set.of} ${set.name}`
      const known = sets.get(key) ?? { set, tallies: new Map<string, PropertyTally>() }
      sets.set(key, known)
      for (const { name, value, number, unit } of set.properties) {
        const tally = known.tallies.get(name) ?? { unit, values: new Set(), elements: 0, sum: 0, numbers: 0 }
        known.tallies.set(name, tally)
        // A set that occurs twice on an element counts once.
        if (counted.has(tally)) continue
        counted.add(tally)
        tally.elements += 1
        tally.values.add(`${value} ${unit ?? ''}`)
        if (number !== undefined && unit === tally.unit) {
          tally.sum += number
          tally.numbers += 1
        }
      }
    }
  }
  return [...sets.values()].flatMap(({ set, tallies }) => {
    const properties = [...tallies].flatMap(([name, tally]) =>
      toSharedProperty(name, tally, set, elements.length),
    )
    return properties.length > 0 ? [{ name: set.name, of: set.of, properties }] : []
  })
}

function toSharedProperty(
  name: string,
  tally: PropertyTally,
  set: PropertySet,
  elements: number,
): SharedProperty[] {
  const { values, unit } = tally
  const quantity = set.of === 'quantities' && tally.numbers === tally.elements && tally.numbers > 0
  if (tally.elements < elements && !quantity) return []
  const [only] = values
  const same = values.size === 1 && tally.elements === elements
  return [
    {
      name,
      unit,
      value: same && only !== undefined ? only.slice(0, only.length - (unit ?? '').length - 1) : null,
      different: values.size,
      sum: quantity ? tally.sum : null,
    },
  ]
}
