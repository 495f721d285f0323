import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/** Attributes of one entity in the order of the EXPRESS schema, with the type of each. */
interface ExpressEntity {
  name: string
  supertype: string
  attributes: { name: string; type: string }[]
}
/** Entities of one schema by their name in capitals. */
export type ExpressSchema = Map<string, ExpressEntity>
export type SchemaName = 'IFC2X3' | 'IFC4' | 'IFC4X3'

/**
 * The three EXPRESS schemas as web-ifc declares them for TypeScript. Its constructors list the explicit attributes of
 * each entity in order, which makes them a source that is independent of our reader.
 */
export function loadExpressSchemas(): Map<SchemaName, ExpressSchema> {
  const folder = path.dirname(createRequire(import.meta.url).resolve('web-ifc'))
  const text = readFileSync(path.join(folder, 'ifc-schema.d.ts'), 'utf8')
  const schemas = new Map<SchemaName, ExpressSchema>()
  for (const part of text.split(/^export declare namespace /m).slice(1)) {
    const entities: ExpressSchema = new Map()
    for (const [, name = '', supertype = '', body = ''] of part.matchAll(
      /class (\w+) extends (\w+) \{\n([\s\S]*?)\n {4}\}/g,
    )) {
      const written = /constructor\((.*)\);/.exec(body)?.[1]
      if (written === undefined) continue
      const attributes = [...written.matchAll(/(?:^|, )(\w+): ((?:[^,(]|\([^)]*\))*)/g)].map(
        ([, attribute = '', type = '']) => ({ name: attribute, type }),
      )
      entities.set(name.toUpperCase(), { name, supertype: supertype.toUpperCase(), attributes })
    }
    schemas.set(part.slice(0, part.indexOf(' ')) as SchemaName, entities)
  }
  return schemas
}

export function isKindOf(schema: ExpressSchema, entity: string, ancestor: string): boolean {
  for (let name = entity; schema.has(name); name = schema.get(name)?.supertype ?? '')
    if (name === ancestor) return true
  return false
}

/** The schema of a file by its FILE_SCHEMA name; IFC4X1 and IFC4X2 extend IFC4. */
export function schemaNameOf(fileSchema: string): SchemaName {
  if (fileSchema.startsWith('IFC2')) return 'IFC2X3'
  return fileSchema.startsWith('IFC4X3') ? 'IFC4X3' : 'IFC4'
}
