import { createRequire } from 'node:module'
import type { Inverse } from './ifc4-schema.ts'

/** IFC4 in web-ifc's numbering of schemas. */
const IFC4 = 2

interface EngineSchemas {
  InversePropertyDef: Record<number, Record<number, [name: string, relation: number, at: number][]>>
}

/** The inverse attributes of an entity (in capitals) in IFC4, by name, from web-ifc's own table. */
export function loadInverses(): (entity: string) => Map<string, Inverse> {
  // loaded by `require` for the same reason as in geometry/engine.ts
  const engine = createRequire(import.meta.url)('web-ifc') as EngineSchemas & Record<string, number>
  const names = new Map<number, string>()
  for (const [name, code] of Object.entries(engine))
    if (name.startsWith('IFC') && typeof code === 'number') names.set(code, name)
  const known = new Map<string, Map<string, Inverse>>()
  return (entity) => {
    let found = known.get(entity)
    if (!found) {
      const rows = engine.InversePropertyDef[IFC4]?.[engine[entity] ?? -1] ?? []
      found = new Map(rows.map(([name, relation, at]) => [name, { entity: names.get(relation) ?? '', at }]))
      known.set(entity, found)
    }
    return found
  }
}
