import { fillPath } from '@plumbline/contract/http'
import { getMyPicture, getUserPicture } from '@plumbline/contract/users/profile'

/** A person as far as a picture of them goes. */
export interface Person {
  id: string
  first_name: string | null
  last_name: string | null
  picture_id?: string | null
}

/** First letters of first and last name, in capitals; '?' when neither is known. Whole characters, emoji included. */
export function initials(person: Pick<Person, 'first_name' | 'last_name'>): string {
  const letters = [person.first_name, person.last_name]
    .map((name) => [...(name ?? '').trim()][0] ?? '')
    .join('')
  return letters.toLocaleUpperCase() || '?'
}

/** Whole name, or ''. */
export function fullName(person: Pick<Person, 'first_name' | 'last_name'>): string {
  return [person.first_name, person.last_name].filter(Boolean).join(' ')
}

/** A hue (0 to 345 degrees in steps of 15) that always belongs to the same user id: FNV-1a over its characters. */
export function personHue(id: string): number {
  let hash = 0x811c9dc5
  for (const character of id) {
    hash ^= character.codePointAt(0) ?? 0
    hash = Math.imul(hash, 0x01000193)
  }
  return ((hash >>> 0) % 24) * 15
}

/**
 * Address of a person's picture, null without one. One's `own` is there for somebody too who shares nothing with anybody
 * yet. It changes with the picture, so a browser may keep what it has.
 */
export function pictureAddress(person: Person, own = false): string | null {
  if (!person.picture_id) return null
  const path = own ? getMyPicture.path : fillPath(getUserPicture.path, { userId: person.id })
  return `${path}?v=${person.picture_id}`
}
