/**
 * Conditions on properties, as they stand in addresses: `Pset_DoorCommon.FireRating<EI30`. What is before the first point
 * is the set; without one, the property may be in any. A name with a point or an operator in it stands in double quotes,
 * a double quote in it is doubled: `"Abs. Height">2.5 m`.
 */

export const conditionOperators = ['=', '!=', '<', '<=', '>', '>=', '~', 'exists'] as const
export type ConditionOperator = (typeof conditionOperators)[number]

export interface Condition {
  /** null: in any set */
  set: string | null
  name: string
  op: ConditionOperator
  /** '' with `exists` */
  value: string
}

const QUOTED = /^"((?:[^"]|"")*)"/
const PLAIN_SET = /^[^.=<>~!"]*/
const PLAIN_NAME = /^[^=<>~!"]*?(?=\s+exists\s*$|\s*(?:[=<>~]|!=)|\s*$)/
const COMPARISON = /^\s*(!=|<=|>=|=|<|>|~)([\s\S]*)$/

function readName(text: string, plain: RegExp): { name: string; rest: string } | null {
  const quoted = QUOTED.exec(text)
  if (quoted) return { name: (quoted[1] ?? '').replaceAll('""', '"'), rest: text.slice(quoted[0].length) }
  const found = plain.exec(text)
  return found ? { name: found[0].trim(), rest: text.slice(found[0].length) } : null
}

/** The condition that a text states, null when it states none. */
export function parseCondition(text: string): Condition | null {
  const first = readName(text.trimStart(), PLAIN_SET)
  const inSet = first?.rest.startsWith('.') ? readName(first.rest.slice(1), PLAIN_NAME) : null
  const path = inSet ?? readName(text.trimStart(), PLAIN_NAME)
  if (!path || path.name === '') return null
  const set = inSet ? (first?.name ?? '') : null
  if (/^\s*exists\s*$/.test(path.rest)) return { set, name: path.name, op: 'exists', value: '' }
  const comparison = COMPARISON.exec(path.rest)
  const value = comparison?.[2]?.trim() ?? ''
  if (!comparison || value === '') return null
  return { set, name: path.name, op: comparison[1] as ConditionOperator, value }
}

const writeName = (name: string, plain: RegExp) =>
  plain.test(name) ? name : `"${name.replaceAll('"', '""')}"`

/** The text that parseCondition reads as this condition. */
export function formatCondition({ set, name, op, value }: Condition): string {
  const before = set === null ? '' : `${writeName(set, /^(?! )[^.=<>~!"]+(?<! )$/)}.`
  // without a set a point would be read as the end of one
  const path = before + writeName(name, set === null ? /^(?! )[^.=<>~!"]+(?<! )$/ : /^(?! )[^=<>~!"]+(?<! )$/)
  return op === 'exists' ? `${path} exists` : `${path}${op}${value}`
}
