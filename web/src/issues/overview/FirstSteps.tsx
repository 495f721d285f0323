import { filterMembers, listMembers } from '@plumbline/contract/access/access'
import { listHeaders } from '@plumbline/contract/bim/bim'
import { listLevels, type Project } from '@plumbline/contract/projects/projects'
import { isLevelAtLeast } from '@plumbline/contract/roles'
import { Circle, CircleCheck } from 'lucide-react'
import { useRead } from '../../api/query.ts'
import { paths } from '../../base/paths.ts'
import { Card } from '../../ui/Card.tsx'
import { Link } from '../../ui/Link.tsx'
import { useOverviewText } from './text.ts'

/** Setup checklist of a new project, for editors; hidden once everything is done. */
export function FirstSteps({ project, issues }: { project: Project; issues: number }) {
  const text = useOverviewText()
  const params = { id: project.id }
  const { data: headers } = useRead(listHeaders, { params, query: {} }, { silent: true })
  const { data: levels } = useRead(listLevels, { params }, { silent: true })
  const { data: members } = useRead(listMembers, { params }, { silent: true })
  const files = headers?.flatMap((each) => ('headers' in each ? each.headers : [each])) ?? []
  const level = project.my_permission_level
  if (!headers || !levels || !members || !isLevelAtLeast(level, 'EDITOR')) return null
  const steps = [
    { label: text.steps.model, done: files.length > 0, href: paths.models(project.id) },
    { label: text.steps.levels, done: levels.length > 0, href: paths.projectSettings(project.id) },
    { label: text.steps.issue, done: issues > 0, href: paths.newIssue(project.id) },
    { label: text.steps.people, done: filterMembers(members).length > 1, href: paths.members(project.id) },
    {
      label: text.steps.details,
      done: Boolean(project.address || project.start_date),
      href: paths.projectSettings(project.id),
    },
  ].filter((step) => step.label !== text.steps.people || isLevelAtLeast(level, 'ADMIN'))
  if (steps.every(({ done }) => done)) return null
  return (
    <Card title={text.begin}>
      <p className="mb-2 text-13 text-text-muted">{text.beginHint}</p>
      <ul className="grid gap-1 sm:grid-cols-2">
        {steps.map(({ label, done, href }) => (
          <li key={label} className="flex min-h-9 items-center gap-2 pointer-coarse:min-h-11">
            {done ? (
              <CircleCheck aria-hidden className="size-4 flex-none text-success" />
            ) : (
              <Circle aria-hidden className="size-4 flex-none text-text-muted" />
            )}
            {done ? (
              <span className="text-text-muted">
                {label} <span className="sr-only">({text.done})</span>
              </span>
            ) : (
              <Link href={href}>{label}</Link>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
