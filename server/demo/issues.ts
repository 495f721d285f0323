import { randomUUIDv7 } from 'node:crypto'
import type { IssuePriority, IssueStatus, issueTypes } from '@plumbline/contract/issues'
import type { Trade } from '@plumbline/contract/trades'
import type { Tx } from '../src/db/database.ts'
import type { ModelKey } from './models.ts'
import type { People, PersonKey } from './people.ts'

/** The demo's issues: every status, two overdue, five with a place in a model. */

const DAY_MS = 24 * 3600 * 1000

export interface DemoIssue {
  name: string
  description: string
  type: (typeof issueTypes)[number]
  status: IssueStatus
  priority: IssuePriority
  trade: Trade
  by: PersonKey
  assignee: PersonKey | null
  daysAgo: number
  dueInDays: number | null
  labels: readonly string[]
  /** the element it is about: the nth of its class in a model */
  at: { model: ModelKey; class: RegExp; nth: number } | null
}

const base = { description: '', labels: [], dueInDays: null, assignee: null, at: null } as const

export const demoIssues: DemoIssue[] = [
  {
    ...base,
    name: 'Duct too low for the suspended ceiling',
    description:
      'The main duct leaves 2.38 m clear height, the ceiling needs 2.50 m. Raise it or move it into the corridor.',
    type: 'CLASH',
    status: 'OPEN',
    priority: 'HIGH',
    trade: 'HVAC',
    by: 'coordinator',
    assignee: 'ducts',
    daysAgo: 9,
    dueInDays: -2,
    labels: ['Ceiling'],
    at: { model: 'services', class: /^IfcDuctSegment$/, nth: 6 },
  },
  {
    ...base,
    name: 'Window frame does not meet the column axis',
    description: 'Frame is 60 mm off the axis on the south side. Please check the facade grid.',
    type: 'COORDINATION',
    status: 'IN_PROGRESS',
    priority: 'MEDIUM',
    trade: 'FACADE',
    by: 'site',
    assignee: 'coordinator',
    daysAgo: 8,
    dueInDays: 3,
    labels: ['Facade'],
    at: { model: 'architecture', class: /^IfcWindow$/, nth: 4 },
  },
  {
    ...base,
    name: 'Concrete cover below the minimum',
    description: 'Measured 18 mm at the foot of the column, 30 mm are required.',
    type: 'QUALITY',
    status: 'RESOLVED',
    priority: 'CRITICAL',
    trade: 'STRUCTURE',
    by: 'site',
    assignee: 'coordinator',
    daysAgo: 14,
    dueInDays: 1,
    labels: ['Concrete'],
    at: { model: 'structure', class: /^IfcColumn$/, nth: 3 },
  },
  {
    ...base,
    name: 'Entrance door opens against the escape direction',
    type: 'SAFETY',
    status: 'REOPENED',
    priority: 'CRITICAL',
    trade: 'ARCHITECTURE',
    by: 'manager',
    assignee: 'coordinator',
    daysAgo: 20,
    dueInDays: 5,
    labels: ['Escape route'],
    at: { model: 'architecture', class: /^IfcDoor$/, nth: 0 },
  },
  {
    ...base,
    name: 'Pipe passes through the beam without an opening',
    type: 'CLASH',
    status: 'OPEN',
    priority: 'HIGH',
    trade: 'PLUMBING',
    by: 'ducts',
    assignee: 'manager',
    daysAgo: 3,
    dueInDays: 6,
    at: { model: 'services', class: /^IfcPipeSegment$/, nth: 5 },
  },
  {
    ...base,
    name: 'Which fire rating do the corridor walls need?',
    type: 'RFI',
    status: 'CLOSED',
    priority: 'MEDIUM',
    trade: 'FIRE_PROTECTION',
    by: 'site',
    assignee: 'manager',
    daysAgo: 30,
  },
  {
    ...base,
    name: 'Scaffold tag missing on the north side',
    type: 'SAFETY',
    status: 'CLOSED',
    priority: 'HIGH',
    trade: 'GENERAL',
    by: 'site',
    assignee: 'site',
    daysAgo: 25,
  },
  {
    ...base,
    name: 'Move the electrical cabinet by 300 mm',
    type: 'CHANGE',
    status: 'VOID',
    priority: 'LOW',
    trade: 'ELECTRICAL',
    by: 'coordinator',
    daysAgo: 22,
  },
  {
    ...base,
    name: 'Deliver the door schedule',
    type: 'TASK',
    status: 'OPEN',
    priority: 'MEDIUM',
    trade: 'ARCHITECTURE',
    by: 'manager',
    assignee: 'coordinator',
    daysAgo: 12,
    dueInDays: -4,
  },
  {
    ...base,
    name: 'Scratches on the lift door',
    type: 'DEFECT',
    status: 'OPEN',
    priority: 'LOW',
    trade: 'VERTICAL_TRANSPORT',
    by: 'site',
    daysAgo: 2,
  },
  {
    ...base,
    name: 'Cable tray crosses the shaft door',
    type: 'CLASH',
    status: 'RESOLVED',
    priority: 'MEDIUM',
    trade: 'ELECTRICAL',
    by: 'coordinator',
    assignee: 'ducts',
    daysAgo: 11,
    dueInDays: 2,
  },
  {
    ...base,
    name: 'Agree on the colour of the handrails',
    type: 'OTHER',
    status: 'IN_PROGRESS',
    priority: 'LOW',
    trade: 'INTERIOR_FITOUT',
    by: 'manager',
    assignee: 'manager',
    daysAgo: 5,
    dueInDays: 14,
  },
]

/** Writes the issues, numbered in order; their places follow once the models are converted. */
export async function addIssues(
  tx: Tx,
  projectId: string,
  teamId: string,
  people: People,
  now: Date,
): Promise<void> {
  for (const [index, issue] of demoIssues.entries()) {
    const at = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString()
    const { by, assignee, daysAgo, dueInDays, labels, at: _, ...fields } = issue
    const resolved = ['RESOLVED', 'CLOSED'].includes(issue.status)
    const closed = issue.status === 'CLOSED'
    await tx
      .insertInto('issues')
      .values({
        ...fields,
        labels: [...labels],
        id: randomUUIDv7(),
        project_id: projectId,
        team_id: teamId,
        number: index + 1,
        assignee_id: assignee && people[assignee],
        due_date: dueInDays === null ? null : at(dueInDays).slice(0, 10),
        created_by: people[by],
        created_at: at(-daysAgo),
        updated_by: people[assignee ?? by],
        updated_at: at(-daysAgo / 2),
        resolved_by: resolved ? people[assignee ?? by] : null,
        resolved_at: resolved ? at(-daysAgo / 3) : null,
        closed_by: closed ? people.manager : null,
        closed_at: closed ? at(-daysAgo / 4) : null,
      })
      .execute()
  }
  await tx
    .updateTable('projects')
    .set({ last_issue_number: demoIssues.length })
    .where('id', '=', projectId)
    .execute()
}
