import { listDeletedIssues, restoreIssue } from '@plumbline/contract/issues/issues'
import { isLevelAtLeast } from '@plumbline/contract/roles'
import { useState } from 'react'
import { useRead, useWrite } from '../../api/query.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { clockTime, shortDateTime } from '../../users/dates.ts'
import { usePeople } from '../use-people.ts'
import { useIssueParams, useOpenIssue } from './issue-context.ts'
import { useDetailText } from './text.ts'

/** Shown when the open issue has been deleted: when and, for editors, by whom, with a restore button. */
export function DeletedBanner() {
  const text = useDetailText()
  const { project, issue, relation } = useOpenIssue()
  const params = useIssueParams()
  const { nameOf, orElse } = usePeople(project.id)
  const [noticed] = useState(() => new Date().toISOString())
  const edits = isLevelAtLeast(relation.permission_level, 'EDITOR')
  const only = { params: { id: project.id }, query: { issue_id: issue.id } }
  const { data } = useRead(listDeletedIssues, only, { enabled: edits, redirects: false, silent: true })
  const deleted = data?.find(({ id }) => id === issue.id)
  const restore = useWrite(restoreIssue, {
    onDone: ({ number }) => toast.success({ title: text.restored(number) }),
  })
  return (
    <Banner
      tone="warning"
      action={
        deleted && (
          <Button loading={restore.pending} onClick={() => restore.run({ params })}>
            {text.restore}
          </Button>
        )
      }
    >
      {deleted
        ? text.deletedBy(
            nameOf(deleted.deleted_by) ?? orElse(text.formerMember),
            shortDateTime(deleted.deleted_at),
          )
        : text.deleted(clockTime(noticed))}
    </Banner>
  )
}
