import type { BytesReply, UserCtx } from '../context.ts'
import { formatCsvLine, sendCsv } from '../http/csv.ts'

const ROWS_PER_READ = 1000
const heads = ['kind', 'subject', 'key', 'size', 'expected_size']

async function* writeLines({ tx }: Pick<UserCtx, 'tx'>): AsyncGenerator<string> {
  for (let after = 0; ; ) {
    // only the last check has findings
    const rows = await tx
      .selectFrom('store_check_findings')
      .selectAll()
      .where('number', '>', after)
      .orderBy('number')
      .limit(ROWS_PER_READ)
      .execute()
    yield rows
      .map(({ kind, subject, key, size, expected_size }) =>
        formatCsvLine([kind, subject, key, String(size ?? ''), String(expected_size ?? '')]),
      )
      .join('')
    const last = rows.at(-1)
    if (!last || rows.length < ROWS_PER_READ) return
    after = last.number
  }
}

export const exportStoreCheck = (ctx: UserCtx): Promise<BytesReply> =>
  sendCsv(heads, writeLines(ctx), 'store-check.csv')
