/** A validation issue of one field: those of zod, plus `lacks`, which readForm adds. */
export interface FieldIssue {
  readonly path: readonly PropertyKey[]
  readonly message: string
  readonly code?: string
  readonly origin?: string
  readonly format?: string
  readonly minimum?: number | bigint
  readonly maximum?: number | bigint
  /** the type missing when the control is empty: the schema accepted neither '', null nor undefined */
  readonly lacks?: 'value' | 'tick'
}

/** The part of a zod schema (classic or mini) that a form needs. */
export interface FormSchema<T> {
  safeParse(
    value: unknown,
  ): { success: true; data: T } | { success: false; error: { issues: readonly FieldIssue[] } }
}

export type FormReading<T> = { ok: true; values: T } | { ok: false; issues: Map<string, FieldIssue> }

const isEmpty = (value: unknown) => value === '' || value === null || value === undefined

/**
 * Validates the values of a form's controls. An empty control becomes '' if the schema accepts that, else null, else
 * undefined, so that one contract schema serves blank text, cleared dates and absent keys. Only the first issue of each
 * field is returned; '' holds issues of the whole form.
 */
export function readForm<T>(schema: FormSchema<T>, controls: Record<string, unknown>): FormReading<T> {
  const values = { ...controls }
  let result = schema.safeParse(values)
  for (const substitute of [null, undefined]) {
    if (result.success) break
    const empty = result.error.issues.map(fieldOf).filter((name) => name in values && isEmpty(values[name]))
    if (empty.length === 0) break
    for (const name of empty) {
      if (substitute === undefined) delete values[name]
      else values[name] = substitute
    }
    result = schema.safeParse(values)
  }
  if (result.success) return { ok: true, values: result.data }

  const issues = new Map<string, FieldIssue>()
  for (const issue of result.error.issues) {
    const name = fieldOf(issue)
    if (!issues.has(name)) issues.set(name, { ...issue, lacks: lacking(issue, controls[name]) })
  }
  return { ok: false, issues }
}

function lacking(issue: FieldIssue, control: unknown): FieldIssue['lacks'] {
  if (issue.code === 'custom') return undefined
  if (control === false) return 'tick'
  return isEmpty(control) && fieldOf(issue) !== '' ? 'value' : undefined
}

const fieldOf = (issue: FieldIssue) => String(issue.path[0] ?? '')
