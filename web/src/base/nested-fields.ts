/**
 * Values by field, where a value may be a map of further fields: `custom_fields.<id>` names the field `<id>` of the map
 * `custom_fields`, so that each is changed, merged and decided separately.
 */

type Values = object

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const split = (name: string): [map: string, field: string] | null => {
  const dot = name.indexOf('.')
  return dot < 0 ? null : [name.slice(0, dot), name.slice(dot + 1)]
}

/** The names of fields with a value, including those inside maps. */
export const listFields = (values: Values): string[] =>
  Object.entries(values).flatMap(([name, value]) =>
    isMap(value) ? Object.keys(value).map((field) => `${name}.${field}`) : value === undefined ? [] : [name],
  )

export function readField(values: Values, name: string): unknown {
  if (Object.hasOwn(values, name)) return values[name as keyof Values]
  const [map, field] = split(name) ?? []
  const nested: unknown = map === undefined ? undefined : values[map as keyof Values]
  return isMap(nested) && field !== undefined && Object.hasOwn(nested, field) ? nested[field] : undefined
}

/** An object of these fields, nested in their maps. */
export function buildFields(
  entries: readonly (readonly [name: string, value: unknown])[],
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [name, value] of entries) {
    const [map, field] = split(name) ?? []
    if (map === undefined || field === undefined) values[name] = value
    else values[map] = { ...(values[map] as object), [field]: value }
  }
  return values
}

/** Merges objects field by field; later values win. */
export function mergeFields<T extends Values>(first: T, ...others: readonly Values[]): T {
  let merged = { ...first } as Record<string, unknown>
  for (const other of others) {
    const maps = Object.entries(other).filter(([name, value]) => isMap(value) && isMap(merged[name]))
    const nested = maps.map(([name, value]) => [name, { ...(merged[name] as object), ...value }])
    merged = { ...merged, ...other, ...Object.fromEntries(nested) }
  }
  return merged as T
}

/** The values without these fields; a map that loses all its fields goes too. */
export const omitFields = <T extends Values>(values: T, names: readonly string[]): T =>
  buildFields(
    listFields(values)
      .filter((name) => !names.includes(name))
      .map((name) => [name, readField(values, name)]),
  ) as T
