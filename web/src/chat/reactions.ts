import type { MessageReaction } from '@plumbline/contract/chat/chat'

/** The emoji of each reaction; its name is in the texts. */
export const reactionSigns: Record<MessageReaction, string> = {
  THUMBS_UP: '👍',
  DONE: '✅',
  LOOKING: '👀',
  HEART: '❤️',
  SMILE: '😄',
  QUESTION: '❓',
}
