import { createHash } from 'node:crypto'
import type { ProjectMember } from '../../context.ts'

/** The position of a device in the changes of a project. */
export interface ChangesCursor {
  /** hash of the caller's rights; after a change of rights the client reads everything again */
  scope: string
  /** number of the last log entry that the device has */
  seq: number
  /** while everything is read: the number of the last issue it has; null afterwards */
  after_number: number | null
}

/** The inputs that decide which issues a member sees; changes of them are in no log entry. */
export function computeScope({ user_id, team_id, permission_level, is_scoped }: ProjectMember): string {
  const parts = JSON.stringify([user_id, team_id, permission_level, is_scoped])
  return createHash('sha256').update(parts).digest('hex').slice(0, 16)
}

export const formatChangesCursor = ({ scope, seq, after_number }: ChangesCursor): string =>
  `${scope}.${seq}${after_number === null ? '' : `.${after_number}`}`

/** null for an invalid cursor. */
export function parseChangesCursor(text: string): ChangesCursor | null {
  const found = /^([0-9a-f]{16})\.(\d{1,15})(?:\.(\d{1,10}))?$/.exec(text)
  if (!found) return null
  const [, scope = '', seq, number] = found
  return { scope, seq: Number(seq), after_number: number === undefined ? null : Number(number) }
}
