import { type RawBuilder, sql } from 'kysely'

interface PersonJson {
  id: string
  first_name: string
  last_name: string
  picture_id: string | null
}

/** The SQL expression of a user's public profile as JSON, for a query with `users` under the alias `table`. */
export function buildPersonJson(table: string): RawBuilder<PersonJson> {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql`json_build_object('id', ${column('id')}, 'first_name', ${column('first_name')},
    'last_name', ${column('last_name')}, 'picture_id', ${column('picture_id')})`
}

/** The same for a left join: null if there is no row. */
export function buildOptionalPersonJson(table: string): RawBuilder<PersonJson | null> {
  return sql`case when ${sql.ref(`${table}.id`)} is null then null else ${buildPersonJson(table)} end`
}
