import type * as api from '@plumbline/contract/chat/chat'
import type { Input, UserCtx } from '../context.ts'
import { readChat } from './reads.ts'

export const getChat = (ctx: UserCtx, { params }: Input<typeof api.getChat>) => readChat(ctx, params.id)
