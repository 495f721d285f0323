import type { IssuePriority, issueTypes } from '@plumbline/contract/issues/issue-fields'
import type { IssueStatus } from '@plumbline/contract/issues/issues'
import type { Trade } from '@plumbline/contract/projects/trades'
import type { ModelKey } from './models.ts'
import type { PersonKey } from './people.ts'
import type { PhotoKey } from './photos.ts'

/** The demo's issues: every status, two overdue, five with a place in a model, one with photos. */

export interface DemoIssue {
  name: string
  description: string
  type: (typeof issueTypes)[number]
  priority: IssuePriority
  trade: Trade
  by: PersonKey
  assignee: PersonKey | null
  daysAgo: number
  dueInDays: number | null
  labels: readonly string[]
  /** the element it is about: the nth of its class in a model */
  at: { model: ModelKey; class: RegExp; nth: number } | null
  /** events since it was created, in order */
  steps: readonly DemoStep[]
}

/** A comment, photo or status change at a fraction (0 to 1) of the time until today. */
export interface DemoStep {
  by: PersonKey
  after: number
  to?: IssueStatus
  says?: string
  shows?: PhotoKey
}

const base = { description: '', labels: [], dueInDays: null, assignee: null, at: null, steps: [] } as const

export const demoIssues: DemoIssue[] = [
  {
    ...base,
    name: 'Duct too low for the suspended ceiling',
    description:
      'The main duct leaves 2.38 m clear height, the ceiling needs 2.50 m. Raise it or move it into the corridor.',
    type: 'CLASH',
    priority: 'HIGH',
    trade: 'HVAC',
    by: 'coordinator',
    assignee: 'ducts',
    daysAgo: 9,
    dueInDays: -2,
    labels: ['Ceiling'],
    at: { model: 'services', class: /^IfcDuctSegment$/, nth: 6 },
    steps: [
      {
        by: 'coordinator',
        after: 0.2,
        says: 'Please check against the ceiling plan before you order the hangers.',
      },
      {
        by: 'ducts',
        after: 0.5,
        says: '40 mm are possible if the cable tray moves as well, see #11. For the rest the **branch has to turn** into the corridor.',
      },
      { by: 'site', after: 0.8, says: 'The ceiling starts on Monday. We need the decision by then.' },
    ],
  },
  {
    ...base,
    name: 'Window frame does not meet the column axis',
    description: 'Frame is 60 mm off the axis on the south side. Please check the facade grid.',
    type: 'COORDINATION',
    priority: 'MEDIUM',
    trade: 'FACADE',
    by: 'site',
    assignee: 'coordinator',
    daysAgo: 8,
    dueInDays: 3,
    labels: ['Facade'],
    at: { model: 'architecture', class: /^IfcWindow$/, nth: 4 },
    steps: [
      { by: 'coordinator', after: 0.3, to: 'IN_PROGRESS' },
      {
        by: 'coordinator',
        after: 0.4,
        says: 'The facade grid is from the tender. I am asking for the current one.',
      },
    ],
  },
  {
    ...base,
    name: 'Concrete cover below the minimum',
    description: 'Measured 18 mm at the foot of the column, 30 mm are required.',
    type: 'QUALITY',
    priority: 'CRITICAL',
    trade: 'STRUCTURE',
    by: 'site',
    assignee: 'coordinator',
    daysAgo: 14,
    dueInDays: 1,
    labels: ['Concrete'],
    at: { model: 'structure', class: /^IfcColumn$/, nth: 3 },
    steps: [
      { by: 'site', after: 0.02, shows: 'column', says: 'Measured at three places, the worst is shown.' },
      {
        by: 'manager',
        after: 0.2,
        says: 'What we need:\n- a repair mortar of class R4\n- the cover measured again after it',
      },
      {
        by: 'coordinator',
        after: 0.65,
        shows: 'repaired',
        says: 'Repaired and measured: 31 mm at the least.',
      },
      { by: 'coordinator', after: 0.67, to: 'RESOLVED' },
    ],
  },
  {
    ...base,
    name: 'Entrance door opens against the escape direction',
    type: 'SAFETY',
    priority: 'CRITICAL',
    trade: 'ARCHITECTURE',
    by: 'manager',
    assignee: 'coordinator',
    daysAgo: 20,
    dueInDays: 5,
    labels: ['Escape route'],
    at: { model: 'architecture', class: /^IfcDoor$/, nth: 0 },
    steps: [
      { by: 'coordinator', after: 0.3, to: 'RESOLVED', says: 'Turned in version 2 of the architecture.' },
      {
        by: 'manager',
        after: 0.5,
        to: 'REOPENED',
        says: 'The leaf is turned, but it now opens over the step.',
      },
    ],
  },
  {
    ...base,
    name: 'Pipe passes through the beam without an opening',
    type: 'CLASH',
    priority: 'HIGH',
    trade: 'PLUMBING',
    by: 'ducts',
    assignee: 'manager',
    daysAgo: 3,
    dueInDays: 6,
    at: { model: 'services', class: /^IfcPipeSegment$/, nth: 5 },
    steps: [
      {
        by: 'manager',
        after: 0.6,
        says: 'The engineer wants no opening in that third of the beam. Can it pass below?',
      },
    ],
  },
  {
    ...base,
    name: 'Which fire rating do the corridor walls need?',
    type: 'RFI',
    priority: 'MEDIUM',
    trade: 'FIRE_PROTECTION',
    by: 'site',
    assignee: 'manager',
    daysAgo: 30,
    steps: [
      {
        by: 'manager',
        after: 0.6,
        to: 'RESOLVED',
        says: 'EI 30, doors T30. The fire concept says so in chapter 4.2.',
      },
      { by: 'site', after: 0.75, to: 'CLOSED' },
    ],
  },
  {
    ...base,
    name: 'Scaffold tag missing on the north side',
    type: 'SAFETY',
    priority: 'HIGH',
    trade: 'GENERAL',
    by: 'site',
    assignee: 'site',
    daysAgo: 25,
    steps: [
      { by: 'site', after: 0.66, to: 'RESOLVED', says: 'Checked and tagged.' },
      { by: 'manager', after: 0.75, to: 'CLOSED' },
    ],
  },
  {
    ...base,
    name: 'Move the electrical cabinet by 300 mm',
    type: 'CHANGE',
    priority: 'LOW',
    trade: 'ELECTRICAL',
    by: 'coordinator',
    daysAgo: 22,
    steps: [
      {
        by: 'coordinator',
        after: 0.5,
        to: 'VOID',
        says: 'Not needed: the door swings the other way since version 2.',
      },
    ],
  },
  {
    ...base,
    name: 'Deliver the door schedule',
    type: 'TASK',
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
    priority: 'LOW',
    trade: 'VERTICAL_TRANSPORT',
    by: 'site',
    daysAgo: 2,
  },
  {
    ...base,
    name: 'Cable tray crosses the shaft door',
    type: 'CLASH',
    priority: 'MEDIUM',
    trade: 'ELECTRICAL',
    by: 'coordinator',
    assignee: 'ducts',
    daysAgo: 11,
    dueInDays: 2,
    steps: [
      { by: 'ducts', after: 0.66, to: 'RESOLVED', says: 'Moved 150 mm to the north, the door opens fully.' },
    ],
  },
  {
    ...base,
    name: 'Agree on the colour of the handrails',
    type: 'OTHER',
    priority: 'LOW',
    trade: 'INTERIOR_FITOUT',
    by: 'manager',
    assignee: 'manager',
    daysAgo: 5,
    dueInDays: 14,
    steps: [{ by: 'manager', after: 0.4, to: 'IN_PROGRESS' }],
  },
]
