import type { FastifyBaseLogger } from 'fastify'

/**
 * Runs work for each item in turn and continues after a failure, so that one bad item does not block the rest.
 * @throws the first error, after the last item
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
