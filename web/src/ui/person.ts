import { fillPath } from '@plumbline/contract/http'
import { getMyPicture, getUserPicture } from '@plumbline/contract/users/profile'

/** The fields of a person that avatars need. */
export interface AvatarPerson {
  id: string
  first_name: string | null
  last_name: string | null
  picture_id?: string | null
}

/** The initials in capitals; '?' without a name. Counts whole characters, also emoji. */
export function initials(person: Pick<AvatarPerson, 'first_name' | 'last_name'>): string {
  const letters = [person.first_name, person.last_name]
    .map((name) => [...(name ?? '').trim()][0] ?? '')
    .join('')
  return letters.toLocaleUpperCase() || '?'
}

/** First and last name, or ''. */
export function fullName(person: Pick<AvatarPerson, 'first_name' | 'last_name'>): string {
  return [person.first_name, person.last_name].filter(Boolean).join(' ')
}

/** A stable hue of a user id, 0 to 345 degrees in steps of 15 (FNV-1a hash). */
export function computePersonHue(id: string): number {
  let hash = 0x811c9dc5
  for (const character of id) {
    hash ^= character.codePointAt(0) ?? 0
    hash = Math.imul(hash, 0x01000193)
  }
  return ((hash >>> 0) % 24) * 15
}

/**
 * URL of a person's picture; null without one. `own` selects the endpoint for the signed-in person, which works before
 * they share a project with anybody. The URL contains the picture's id, so browsers may cache it.
 */
export function personPictureUrl(person: AvatarPerson, own = false): string | null {
  if (!person.picture_id) return null
  const path = own ? getMyPicture.path : fillPath(getUserPicture.path, { userId: person.id })
  return `${path}?v=${person.picture_id}`
}
