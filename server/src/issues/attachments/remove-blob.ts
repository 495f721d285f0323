import type { UserCtx } from '../../context.ts'

/** Removes a blob or a folder without waiting for it; a failure is only logged. */
export const removeBlob = ({ blobs, log }: Pick<UserCtx, 'blobs' | 'log'>, key: string) =>
  void blobs.remove(key).catch((err: unknown) => log.warn({ err, key }, 'blob not removed'))
