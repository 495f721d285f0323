/**
 * Conditions on properties as written in URLs: `Pset_DoorCommon.FireRating<EI30`. The part before the first point is the
 * property set; without it any set matches. Names with a point or an operator are double-quoted, with inner quotes
 * doubled: `"Abs. Height">2.5 m`.
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

/** Parses a condition; null if the text is not one. */
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

/** Formats a condition so that parseCondition parses it back. */
export function formatCondition({ set, name, op, value }: Condition): string {
  const before = set === null ? '' : `${writeName(set, /^(?! )[^.=<>~!"]+(?<! )$/)}.`
  // without a set, a point in the name would be parsed as its end
  const path = before + writeName(name, set === null ? /^(?! )[^.=<>~!"]+(?<! )$/ : /^(?! )[^=<>~!"]+(?<! )$/)
  return op === 'exists' ? `${path} exists` : `${path}${op}${value}`
}
