import { getChatFile } from '@plumbline/contract/chat/chat'
import { urlOf } from '../api/client.ts'

export const buildChatFileUrl = (chatId: string, fileId: string, as?: 'picture' | 'thumbnail' | 'original') =>
  urlOf(getChatFile, { params: { id: chatId, fileId }, query: { as } })
