/**
 * Awaits the first value of a generator before streaming it, so that an early failure (full disk, unreachable database)
 * becomes an error response; a later failure can only truncate the file.
 */
export async function startGenerator<T>(values: AsyncGenerator<T>): Promise<AsyncGenerator<T>> {
  const first = await values.next()
  return (async function* () {
    if (first.done) return
    yield first.value
    yield* values
  })()
}
