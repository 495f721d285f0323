import { answerFromPinned, type PinnedAnswer } from './answer-pinned.ts'

/** Worker that answers reads of pinned projects from the databases of this device. */

export interface PinnedQuestion {
  id: number
  /** query key of the read */
  key: readonly unknown[]
  /** id of the person who asks */
  me: string
}

export interface PinnedReply {
  id: number
  answer: PinnedAnswer | undefined
}

self.onmessage = async ({ data: { id, key, me } }: MessageEvent<PinnedQuestion>) => {
  const answer = await answerFromPinned(key, me).catch(() => undefined)
  self.postMessage({ id, answer } satisfies PinnedReply)
}
