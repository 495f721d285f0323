import { reason } from '@plumbline/contract/reasons'
import { Refusal } from '../../src/http/refusal.ts'

/** Work for the tests of the pool. */
export async function* work(input: string, items: AsyncIterable<number>): AsyncGenerator<unknown> {
  if (input === 'die') setTimeout(() => process.exit())
  yield input === 'count' ? Buffer.from(`begun ${input}`) : `begun ${input}`
  if (input === 'refuse') throw new Refusal('too_large', { fields: { file: reason('not_valid') } })
  if (input === 'break') throw new TypeError('something is wrong')
  while (input === 'hang');
  for await (const item of items) yield Buffer.from([item])
}
