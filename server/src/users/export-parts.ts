import { Me } from '@plumbline/contract/users/users'
import * as z from 'zod/mini'
import type { UserCtx } from '../context.ts'
import { getProfile } from './get-profile.ts'

/**
 * Everything stored about a person, as a ZIP of JSON files. Each domain says what it holds: what the caller may still
 * see, or wrote. Rows come page by page, so that the export of a busy person needs no more memory than another.
 */
export interface ExportPart {
  /** of the file in the ZIP, without its ending */
  name: string
  rows: (ctx: UserCtx) => AsyncIterable<object> | Promise<object[]>
}

const PAGE_SIZE = 500

/** All rows of a query in the order of their ids; `page` gets the last id so far and how many to read. */
export async function* readAllPages<T extends { id: string }>(
  page: (after: string, limit: number) => Promise<T[]>,
): AsyncIterable<T> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await page(after, PAGE_SIZE)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < PAGE_SIZE) return
    after = last.id
  }
}

export const profilePart: ExportPart = {
  name: 'profile',
  // by the contract's shape, which leaves out what nobody is to see
  rows: async (ctx) => [z.parse(Me, await getProfile(ctx.tx, ctx.actor.user_id))],
}
