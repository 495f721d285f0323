import { Me } from '@plumbline/contract/users/users'
import * as z from 'zod/mini'
import type { UserCtx } from '../context.ts'
import { getProfile } from './get-profile.ts'

/**
 * A JSON file in the data export of a user. Each domain contributes the data that the user may still see or has written.
 * Rows are read page by page, so that memory stays bounded.
 */
export interface ExportPart {
  /** name of the file in the ZIP, without its extension */
  name: string
  rows: (ctx: UserCtx) => AsyncIterable<object> | Promise<object[]>
}

const PAGE_SIZE = 500

/** Yields all rows of a query in id order; `page` receives the last id and the page size: 1 where a row may be megabytes. */
export async function* readAllPages<T extends { id: string }>(
  page: (after: string, limit: number) => Promise<T[]>,
  size = PAGE_SIZE,
): AsyncIterable<T> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await page(after, size)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < size) return
    after = last.id
  }
}

export const profilePart: ExportPart = {
  name: 'profile',
  // parsed by the contract's schema, which drops columns such as the password hash
  rows: async (ctx) => [z.parse(Me, await getProfile(ctx.tx, ctx.actor.user_id))],
}
