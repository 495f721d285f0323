import type { UserCtx } from '../context.ts'
import type { Domain } from '../domain.ts'
import { chatExportParts } from './export.ts'
import { forgetPersonOfChats } from './forget-person.ts'
import { createProjectChat } from './open-chat.ts'
import { updateProjectChatMembers } from './read-positions.ts'
import { chatRoutes } from './routes.ts'
import { sweepChatFiles } from './sweep.ts'
import { findChat } from './visible.ts'

export const chatDomain: Domain = {
  routes: chatRoutes,
  visibility: [{ under: '/api/chat/:id', check: (ctx: UserCtx, { id = '' }) => findChat(ctx, id) }],
  exportParts: chatExportParts,
  reactions: [createProjectChat, updateProjectChatMembers, forgetPersonOfChats],
  sweeps: [sweepChatFiles],
}
