import type { FastifyBaseLogger } from 'fastify'

/**
 * Does work for each item in turn, also after it has failed for one: what cannot be done for one must not keep back the
 * others. @throws the first error, after the last item
 */
export async function runEach<T>(
  log: Pick<FastifyBaseLogger, 'error'>,
  name: string,
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T) => unknown,
): Promise<void> {
  const errors: unknown[] = []
  for await (const item of items)
    try {
      await work(item)
    } catch (error) {
      log.error({ err: error }, name)
      errors.push(error)
    }
  if (errors.length > 0) throw errors[0]
}
