import type { IssueCover } from '@plumbline/contract/issues/issues'
import { sql } from 'kysely'

/** The picture of an issue in lists, which its page shows first. */
export const issueCover = sql<IssueCover | null>`coalesce(
  (select jsonb_build_object('kind', 'PHOTO', 'id', a.id, 'version', a.version)
    from issue_attachments a where a.issue_id = issues.id and a.kind = 'PHOTO' order by a.created_at, a.id limit 1),
  (select jsonb_build_object('kind', 'VIEW', 'id', v.id, 'version', v.version)
    from issue_viewpoints v where v.issue_id = issues.id and v.snapshot_key is not null
    order by v.index, v.id limit 1))`
