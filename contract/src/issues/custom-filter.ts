import * as z from 'zod/mini'

/**
 * The filter parameter of the project's custom fields: conditions separated by `;`, all of which must match. A condition is
 * `<field>:<test>:<values>`, its values separated by commas and each percent-encoded.
 */

/**
 * `any`: one of the values; `not`: none of them; both know `none` for issues without a value and, of people, `me`. `from`
 * and `to`: bounds of numbers and days; `contains`: text in any case.
 */
const customTests = ['any', 'not', 'from', 'to', 'contains'] as const
export type CustomTest = (typeof customTests)[number]
export interface CustomCondition {
  field: string
  test: CustomTest
  values: string[]
}

/** each may read the values of all issues of a project */
const MAX_CONDITIONS = 20
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const condition = `${uuid}:(?:${customTests.join('|')}):[^;]+`
export const CustomFilter = z
  .string()
  .check(z.maxLength(4000), z.regex(new RegExp(`^${condition}(?:;${condition}){0,${MAX_CONDITIONS - 1}}$`)))

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export const parseCustomFilter = (text: string): CustomCondition[] =>
  text
    .split(';')
    .filter(Boolean)
    .map((part) => {
      const [field = '', test = '', values = ''] = part.split(':')
      return { field, test: test as CustomTest, values: values.split(',').map(decode) }
    })

export const formatCustomFilter = (conditions: readonly CustomCondition[]): string =>
  conditions
    .filter(({ values }) => values.some((value) => value !== ''))
    .map(({ field, test, values }) => `${field}:${test}:${values.map(encodeURIComponent).join(',')}`)
    .join(';')

const DAY = /^\d{4}-\d\d-\d\d$/

const isWithin = (value: unknown, bound: string, isFrom: boolean): boolean => {
  if (DAY.test(bound)) return typeof value === 'string' && (isFrom ? value >= bound : value <= bound)
  const number = Number(bound)
  return typeof value === 'number' && (isFrom ? value >= number : value <= number)
}

/** Whether an issue with these values is kept by a condition; the server's lists do the same in SQL. */
export function matchesCondition(
  stored: Readonly<Record<string, unknown>>,
  { field, test, values }: CustomCondition,
  me: string,
): boolean {
  const value = stored[field] ?? null
  const [first = ''] = values
  if (test === 'from' || test === 'to') return isWithin(value, first, test === 'from')
  if (test === 'contains') return value !== null && String(value).toLowerCase().includes(first.toLowerCase())
  const isOne = values.some((wanted) =>
    wanted === 'none' ? value === null : value !== null && String(value) === (wanted === 'me' ? me : wanted),
  )
  return isOne === (test === 'any')
}
