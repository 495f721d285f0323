import type * as api from '@plumbline/contract/admin/background-run'
import { MAX_SHOWN_FAILURES, type RunFailure } from '@plumbline/contract/admin/background-run'
import { sql } from 'kysely'
import type { Input, UserCtx } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { readRun } from '../jobs/background-runs.ts'

// past visible.ts: names of files, projects and conversations only
async function listRunFailures(tx: Tx, runId: string): Promise<RunFailure[]> {
  const { rows } = await sql<RunFailure>`
    select i.number, coalesce(v.file_name, c.name, p.name, '') as name, v.version, coalesce(p.name, '') as project_name,
      coalesce(t.name, '') as company, i.error->>'code' as code, i.error->>'message' as message, i.error->>'hint' as hint
    from background_run_items i
    left join bim_file_variants v on v.id = i.subject_id
    left join chats c on c.id = i.subject_id
    left join projects p on p.id = coalesce(v.project_id, c.project_id, i.subject_id)
    left join teams t on t.id = p.team_id
    where i.run_id = ${runId} and i.state = 'FAILED' order by i.number limit ${MAX_SHOWN_FAILURES}`.execute(
    tx,
  )
  return rows
}

export async function getBackgroundRun({ tx }: UserCtx, { query }: Input<typeof api.getBackgroundRun>) {
  const run = await readRun(tx, query.kind)
  return { run, failures: run && run.failed > 0 ? await listRunFailures(tx, run.id) : [] }
}
