/** What a schema says about one value. The fields are those of a zod issue; `lacks` is added by readForm. */
export interface FieldIssue {
  readonly path: readonly PropertyKey[]
  readonly message: string
  readonly code?: string
  readonly origin?: string
  readonly format?: string
  readonly minimum?: number | bigint
  readonly maximum?: number | bigint
  /** what is lacking when the control is empty: the schema took neither '', null nor absence */
  readonly lacks?: 'value' | 'tick'
}

/** The part of a zod schema (either flavour) that a form needs. */
export interface Schema<T> {
  safeParse(
    value: unknown,
  ): { success: true; data: T } | { success: false; error: { issues: readonly FieldIssue[] } }
}

export type FormReading<T> = { ok: true; values: T } | { ok: false; issues: Map<string, FieldIssue> }

const isEmpty = (value: unknown) => value === '' || value === null || value === undefined

/**
 * Checks what a form's controls hold. An empty control is '' when the schema takes that, else null, else absent:
 * so one contract schema serves text that may be blank, dates that may be cleared and keys that may be left out.
 * Of several issues for one field the first is kept; the name '' holds what concerns no single field.
 */
export function readForm<T>(schema: Schema<T>, controls: Record<string, unknown>): FormReading<T> {
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
