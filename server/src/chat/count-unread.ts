import type { UserCtx } from '../context.ts'
import { selectUnreadMessages } from './reads.ts'

export const countUnread = ({ tx, actor }: UserCtx) =>
  selectUnreadMessages(tx, actor.user_id).executeTakeFirstOrThrow()
