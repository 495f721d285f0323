import { relateIssue, unrelateIssue } from '@plumbline/contract/issues/issues'
import { listIssues } from '@plumbline/contract/issues/lists'
import { X } from 'lucide-react'
import { call } from '../../api/client.ts'
import { useWrite } from '../../api/query.ts'
import { paths } from '../../base/paths.ts'
import { Combobox } from '../../ui/Combobox.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Link } from '../../ui/Link.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { DetailSection } from './DetailSection.tsx'
import { useIssueParams, useOpenIssue } from './issue-context.ts'
import { useDetailText } from './text.ts'

const MOST_FOUND = 10

/** Related issues, with a search by number or words to add more. */
export function RelatedIssues() {
  const text = useDetailText()
  const { project, issue, mayNotEdit } = useOpenIssue()
  const params = useIssueParams()
  const relate = useWrite(relateIssue)
  const unrelate = useWrite(unrelateIssue)
  const known = new Set([issue.id, ...issue.related.map(({ id }) => id)])
  const search = async (words: string, signal: AbortSignal) => {
    const q = /^\d+$/.test(words.trim()) ? `#${words.trim()}` : words
    const query = { q, limit: MOST_FOUND + known.size }
    const { items } = await call(listIssues, { params: { id: project.id }, query }, { signal })
    return items
      .filter(({ id }) => !known.has(id))
      .slice(0, MOST_FOUND)
      .map(({ id, number, name }) => ({ value: id, label: `#${number} ${name}` }))
  }
  if (issue.related.length === 0 && mayNotEdit) return null
  return (
    <DetailSection title={text.related}>
      <ul className="flex flex-col">
        {issue.related.map(({ id, number, name, status }) => (
          <li key={id} className="flex min-h-8 items-center gap-2 text-13">
            <StatusBadge status={status} iconOnly />
            <Link quiet href={paths.issue(project.id, number)} className="min-w-0 flex-1 truncate">
              #{number} {name}
            </Link>
            {!mayNotEdit && (
              <IconButton
                size="small"
                name={text.removeRelated(number)}
                icon={<X aria-hidden />}
                onClick={() => unrelate.run({ params: { ...params, otherId: id } })}
              />
            )}
          </li>
        ))}
      </ul>
      {!mayNotEdit && (
        <Combobox
          // remounted, and so emptied, after each addition
          key={issue.related.length}
          aria-label={text.addRelated}
          placeholder={text.addRelatedHint}
          options={[]}
          search={search}
          value={null}
          onChange={(otherId) => otherId && relate.run({ params: { ...params, otherId } })}
        />
      )}
    </DetailSection>
  )
}
