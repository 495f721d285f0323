import type * as api from '@plumbline/contract/audit/audit'
import { auditKinds } from '@plumbline/contract/audit/audit.rules'
import type { QueryOf } from '@plumbline/contract/http'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { selectKeptId } from '../users/merged-people.ts'
import { buildOptionalPersonJson } from '../users/person-json.ts'

/** SQL: the ids by which the log names the person; an array is found by index. */
const anyIdOf = (person = '') =>
  sql<string>`any (array(select a.id from users a where a.id = ${person} or a.merged_into = ${person}))`

/** Entries of a company's audit log with names and details, by the filters of its page and its export. */
export function selectAudit(
  tx: Tx,
  team_id: string,
  { person, group, from, to }: QueryOf<typeof api.exportAuditLog>,
) {
  return tx
    .selectFrom('audit_log as l')
    .leftJoin('users as doer', (join) => join.on('doer.id', '=', selectKeptId('l.by_user_id')))
    .leftJoin('users as other', (join) => join.on('other.id', '=', selectKeptId('l.person_id')))
    .leftJoin('projects as p', 'p.id', 'l.project_id')
    .leftJoin('audit_details as d', (join) =>
      join.onRef('d.team_id', '=', 'l.team_id').onRef('d.seq', '=', 'l.seq'),
    )
    .select([
      'l.seq',
      'l.at',
      'l.kind',
      'l.by_user_id as by_id',
      'l.person_id',
      'l.project_id',
      'l.data',
      'l.hash',
    ])
    .select(['p.name as project_name', 'doer.email as by_email', 'other.email as person_email'])
    .select([buildOptionalPersonJson('doer').as('by'), buildOptionalPersonJson('other').as('person')])
    .select([
      sql<string | null>`d.details->>'email'`.as('email'),
      sql<string | null>`d.details->>'ip'`.as('ip'),
      sql<string | null>`d.details->>'user_agent'`.as('user_agent'),
    ])
    .where('l.team_id', '=', team_id)
    .$if(person !== undefined, (rows) =>
      rows.where((eb) =>
        eb.or([eb('l.by_user_id', '=', anyIdOf(person)), eb('l.person_id', '=', anyIdOf(person))]),
      ),
    )
    .$if(group !== undefined, (rows) => rows.where('l.kind', 'in', [...(group ? auditKinds[group] : [])]))
    .$if(from !== undefined, (rows) => rows.where('l.at', '>=', from ?? ''))
    .$if(to !== undefined, (rows) => rows.where('l.at', '<', to ?? ''))
}
