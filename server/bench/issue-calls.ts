import { issueSorts } from '@plumbline/contract/issues/filter'
import { boardGroups } from '@plumbline/contract/issues/lists'
import type { Db } from '../src/db/database.ts'

/** The reads of a project's issues that people and their devices make, for the benchmark of many issues. */

export type NamedPath = [name: string, path: string]

const cursor = (value: number) => Buffer.from(JSON.stringify([value, value])).toString('base64url')
const readDay = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
const ownKinds = ['CHOICE', 'TEXT', 'NUMBER'] as const

/** Orders and groups of the list. `{…}` stands for an id of the project. */
const orders: NamedPath[] = [
  ['first page', ''],
  ['last page', `?after=${cursor(101)}`],
  ...issueSorts.flatMap((sort): NamedPath[] => [[`sorted by ${sort}`, `?sort=${sort}`]]),
  ['sorted by -due_date', '?sort=-due_date'],
  ...ownKinds.flatMap((kind): NamedPath[] => [
    [`sorted by own ${kind}`, `?sort=custom_fields.{${kind}}`],
    [`sorted by own -${kind}`, `?sort=-custom_fields.{${kind}}`],
  ]),
  ...boardGroups.map((group): NamedPath => [`grouped by ${group}`, `?group=${group}&sort=name`]),
  ['grouped by own CHOICE', '?group=custom_fields.{CHOICE}&sort=name'],
]

const filters: NamedPath[] = [
  ['broad: four statuses', '?status=OPEN,IN_PROGRESS,RESOLVED,CLOSED'],
  [
    'selective: six fields',
    '?status=OPEN&priority=CRITICAL&type=SAFETY&trade=HVAC&due=overdue&assignee_id=none',
  ],
  ['neither closed nor void', '?status=CLOSED,VOID&not=status'],
  ['assigned to me', '?assignee_id=me&sort=due_date'],
  ['not created by me', '?created_by=me&not=created_by'],
  ['watched by me', '?watcher_id=me'],
  ['overdue', '?due=overdue&sort=due_date'],
  ['due in the next 7 days', '?due=next_7_days&sort=due_date'],
  ['created in a month', `?created_from=${readDay(60)}&created_to=${readDay(30)}`],
  ['labels', '?label=Fire,Water'],
  ['without a label', '?label=Fire&not=label'],
  ['level and section', '?level_id={level}&section_id={section}'],
  ['in a file', '?bim_file_header_id={file}'],
  ['own choice', '?custom_fields={CHOICE}:any:{choice}'],
  ['not an own choice', '?custom_fields={CHOICE}:not:{choice}'],
  ['own number from to', '?custom_fields={NUMBER}:from:1000;{NUMBER}:to:5000'],
  ['own text contains', '?custom_fields={TEXT}:contains:grid%2520417'],
  ['words, of many issues', '?q=slab'],
  ['words, of few issues', '?q=facade axis T39 architect'],
  ['words of comments', '?q=leak shaft'],
  ['prefix of one letter', '?q=s'],
  ['prefix of two letters', '?q=sl'],
  ['signs as they stand', '?q=slab, axis'],
]

const summaries: NamedPath[] = [
  ...boardGroups.map((group): NamedPath => [`board by ${group}`, `/board?group=${group}`]),
  ['board of open issues', '/board?group=assignee&status=OPEN'],
  ['sizes of own CHOICE', '/board?group=custom_fields.{CHOICE}&limit=1'],
  ['statistics', '/stat'],
  ['statistics of a filter', '/stat?status=OPEN&trade=HVAC'],
  ['labels in use', '/label'],
  ['pins', '/pin'],
  ['an issue', '/number/{number}'],
  ['timeline of an issue', '/{issue}/timeline'],
  ['log', '/log'],
  ['log of a person', '/log?by={person}'],
]

const others: NamedPath[] = [
  ['project', '/api/project/{project}'],
  ['projects', '/api/v2/project'],
  ['files', '/api/project/{project}/bim-file-header'],
  ['my issues: to do', '/api/issue/mine?kind=TO_DO'],
  ['my issues: to check', '/api/issue/mine?kind=TO_CHECK'],
  ['palette: one word', '/api/search?q=slab'],
  ['palette: two letters', '/api/search?q=sl'],
  ['palette: rare words', '/api/search?q=facade T39 architect'],
  ['palette: a number', '/api/search?q=%23{number}'],
  ['changes since a moment', '/api/project/{project}/changes?after={since}'],
  ['changes from the start', '/api/project/{project}/changes?limit=100'],
  ['notifications', '/api/notification?page_size=50'],
  ['threads of notifications', '/api/notification/group'],
  ['count of notifications', '/api/notification/count'],
]

const calls: NamedPath[] = [
  ...[...orders, ...filters, ...summaries].map(
    ([name, path]): NamedPath => [name, `/api/project/{project}/issue${path}`],
  ),
  ...others,
]

/** Reads the ids that paths name. */
async function readIds(db: Db, project: string, person: string): Promise<Record<string, string>> {
  const inProject = (table: 'levels' | 'sections' | 'bim_file_headers') =>
    db
      .selectFrom(table)
      .select('id')
      .where('project_id', '=', project)
      .orderBy('id')
      .executeTakeFirstOrThrow()
  const fields = await db
    .selectFrom('custom_fields')
    .select(['id', 'kind', 'choices'])
    .where('project_id', '=', project)
    .execute()
  const choice = fields.find(({ kind }) => kind === 'CHOICE')?.choices as { id: string }[]
  const issue = await db
    .selectFrom('issues')
    .select(['id', 'number'])
    .where('project_id', '=', project)
    .where('visibility', '=', 'ALL')
    .where('number', '>', 500)
    .orderBy('number')
    .limit(1)
    .executeTakeFirstOrThrow()
  return {
    ...Object.fromEntries(fields.map(({ kind, id }) => [kind, id])),
    project,
    person,
    issue: issue.id,
    number: String(issue.number),
    choice: choice?.[0]?.id ?? '',
    level: (await inProject('levels')).id,
    section: (await inProject('sections')).id,
    file: (await inProject('bim_file_headers')).id,
  }
}

/** The measured calls in a project; `since` is a cursor of its changes. */
export async function listIssueCalls(
  db: Db,
  { project, person, since }: { project: string; person: string; since: string },
): Promise<NamedPath[]> {
  const ids: Record<string, string> = { ...(await readIds(db, project, person)), since }
  return calls.map(([name, path]) => [
    name,
    encodeURI(path.replace(/\{(\w+)\}/g, (whole, key: string) => ids[key] ?? whole)).replace(/%25/g, '%'),
  ])
}
