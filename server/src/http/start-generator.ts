/**
 * The same values once the first of them is there: what fails until then (a full disk, a database that is away) is answered
 * as an error, what fails later can only break the file off.
 */
export async function startGenerator<T>(values: AsyncGenerator<T>): Promise<AsyncGenerator<T>> {
  const first = await values.next()
  return (async function* () {
    if (first.done) return
    yield first.value
    yield* values
  })()
}
