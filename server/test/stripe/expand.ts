import { type Books, invalidRequest } from './books.ts'

/** Builds replies in which references are ids or, if listed in `expand`, whole objects. */

/** Fields that are included only if expanded. */
const onAsking: Record<string, string[]> = { invoice: ['payments'] }

type Json = { [key: string]: unknown }
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Copies an object recursively without fields that need `expand`. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (!isObject(value)) return value
  const hidden = onAsking[String(value.object)] ?? []
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !hidden.includes(key))
      .map(([key, part]) => [key, plain(part)]),
  )
}

function expandIn(books: Books, value: unknown, path: string[], whole: string): void {
  const [key, ...rest] = path
  if (Array.isArray(value)) {
    for (const one of value) expandIn(books, one, path, whole)
    return
  }
  if (key === undefined || !isObject(value)) return
  const kind = String(value.object)
  if (onAsking[kind]?.includes(key))
    value[key] ??= plain((books.find(String(value.id)) as unknown as Json)?.[key])
  const there = value[key]
  if (there === undefined)
    throw invalidRequest(`This property cannot be expanded (${whole}).`, { param: 'expand' })
  const wholeThing = (part: unknown) => {
    const found = typeof part === 'string' ? books.find(part) : undefined
    return found ? plain(found) : part
  }
  value[key] = Array.isArray(there) ? there.map(wholeThing) : wholeThing(there)
  expandIn(books, value[key], rest, whole)
}

export function answerOf(books: Books, result: unknown, expand: string[] = []): unknown {
  const answer = plain(result)
  for (const path of expand) {
    const parts = path.split('.')
    if (parts.length > 4)
      throw invalidRequest('You cannot expand more than 4 levels of a property.', { param: 'expand' })
    expandIn(books, answer, parts, path)
  }
  return answer
}
