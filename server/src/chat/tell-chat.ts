import type { EventCauses } from '@plumbline/contract/event-causes'
import type { Tell } from '../live/tell.ts'

/** Publishes a change of a conversation to these users. */
export const tellChat = (
  tell: Tell,
  { id, project_id }: { id: string; project_id: string | null },
  users: string[],
  cause: EventCauses['chat.updated'] = { kind: 'CHANGED' },
) => tell('chat.updated', { project_id, data: { chat_id: id }, audience: { users }, cause })
