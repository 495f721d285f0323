import { randomUUID } from 'node:crypto'
import type { CustomCondition } from '@plumbline/contract/issues/custom-filter'
import fc from 'fast-check'

/** Random conditions of the project's custom fields. `own`: ids of fields that issues have. */
export function customConditions({
  own,
  day,
  person,
}: {
  own: readonly string[]
  day: fc.Arbitrary<string>
  person: string
}): fc.Arbitrary<CustomCondition> {
  const values = ['dry', 'wet', 'none', 'me', '2.5', person]
  const field = fc.constantFrom(...own, randomUUID())
  return fc.oneof(
    fc.record({
      field,
      test: fc.constantFrom('any' as const, 'not' as const),
      values: fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 }),
    }),
    fc.record({
      field,
      test: fc.constantFrom('from' as const, 'to' as const),
      values: fc.oneof(fc.constantFrom('0', '-2.5', '5'), day).map((bound) => [bound]),
    }),
    fc.record({
      field,
      test: fc.constant('contains' as const),
      values: fc.constantFrom('OO', '0%', 'tür', '_', ' ').map((text) => [text]),
    }),
  )
}
