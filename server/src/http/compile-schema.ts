import * as z from 'zod/mini'

type AnySchema = z.core.$ZodType
interface SchemaDefinition {
  type: string
  element: AnySchema
  innerType: AnySchema
  valueType: AnySchema
  options: AnySchema[]
  shape: Record<string, AnySchema>
}

const compiled = new WeakMap<AnySchema, AnySchema>()

/** The parts of a definition with compiled schemas; null if it has none, or none that are visited. */
function compileParts(def: SchemaDefinition): Partial<SchemaDefinition> | null {
  switch (def.type) {
    case 'array':
      return { element: compileSchema(def.element) }
    case 'optional':
    case 'nullable':
      return { innerType: compileSchema(def.innerType) }
    case 'record':
      return { valueType: compileSchema(def.valueType) }
    case 'union':
      return { options: def.options.map(compileSchema) }
    case 'object':
      return {
        shape: Object.fromEntries(
          Object.entries(def.shape).map(([name, inner]) => [name, compileSchema(inner)]),
        ),
      }
    default:
      return null
  }
}

/**
 * A schema with the same results whose objects are parsed by functions that Zod generates: `zod/mini` interprets them, which
 * takes up to three times as long for objects with many optional fields. Made once for each schema.
 */
export function compileSchema(schema: AnySchema): AnySchema {
  const known = compiled.get(schema)
  if (known) return known
  // where a schema contains itself, it stays as it is
  compiled.set(schema, schema)
  const def = schema._zod.def as unknown as SchemaDefinition
  const parts = compileParts(def)
  if (!parts) return schema
  const changed = { ...def, ...parts } as never
  const made = def.type === 'object' ? new z.core.$ZodObjectJIT(changed) : z.core.clone(schema, changed)
  compiled.set(schema, made)
  return made
}
