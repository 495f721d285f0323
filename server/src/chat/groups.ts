import type { UserCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { type FoundChat, lockChat } from './visible.ts'

/** Locks a group conversation. @throws Refusal forbidden for project and direct conversations */
export async function lockGroup(ctx: UserCtx, chatId: string): Promise<FoundChat> {
  const chat = await lockChat(ctx, chatId)
  if (chat.kind !== 'GROUP') throw new Refusal('forbidden')
  return chat
}
