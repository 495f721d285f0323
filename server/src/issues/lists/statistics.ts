import { isOwnTerm } from '@plumbline/contract/projects/own-terms'
import type { ProjectCtx } from '../../context.ts'
import { TimeSlices } from '../../loop/time-slices.ts'
import { type Calendar, computeMonday, formatDayNumber } from './calendar.ts'
import { type CodeColumn, columnValues, type IssueColumns, openStatusCodes } from './columns.ts'
import type { FilteredIssues } from './filter-issues.ts'
import { loadBySeq } from './issue-cache.ts'
import { type NamedPlace, readPlaces, readUserNames } from './places.ts'

const HOUR_MS = 3_600_000
const WEEK_DAYS = 7

/** Counts issues by each value of an enum column; values of a project's own only if issues have them. */
function countByValue(columns: IssueColumns, mask: Uint8Array, column: CodeColumn): Record<string, number> {
  const values: readonly string[] = columnValues[column]
  const counts = new Uint32Array(values.length)
  const codes = columns.codes[column]
  for (let at = 1; at < mask.length; at++) if (mask[at] === 1) (counts[codes[at] as number] as number)++
  const pairs = values.map((value, code) => [value, counts[code] as number] as const)
  return Object.fromEntries(pairs.filter(([value, count]) => count > 0 || !isOwnTerm(value)))
}

interface Tally {
  id: string | null
  total: number
  open: number
}

function countByReference(
  columns: IssueColumns,
  mask: Uint8Array,
  column: 'level_id' | 'section_id' | 'assignee_id',
): Tally[] {
  const { texts } = columns.names[column]
  const total = new Uint32Array(texts.length)
  const open = new Uint32Array(texts.length)
  const { status } = columns.codes
  const codes = columns.named[column]
  for (let at = 1; at < mask.length; at++) {
    if (mask[at] === 0) continue
    const code = codes[at] as number
    ;(total[code] as number)++
    ;(open[code] as number) += openStatusCodes[status[at] as number] as number
  }
  return texts
    .map((id, code) => ({ id, total: total[code] as number, open: open[code] as number }))
    .filter((tally) => tally.total > 0)
}

/** Sorts tallies by level or section order; issues without one come last. */
function orderByPlace(tallies: Tally[], places: NamedPlace[]) {
  const byId = new Map(tallies.map((tally) => [tally.id, tally]))
  const found = places.flatMap(({ id, name }) => {
    const tally = byId.get(id)
    return tally ? [{ ...tally, name }] : []
  })
  const without = byId.get(null)
  return without ? [...found, { ...without, name: '' }] : found
}

/** Counts totals in one pass; sums are local variables because property access would slow the loop. */
function computeTotals({ columns, mask }: FilteredIssues, calendar: Calendar, now: number) {
  const today = calendar.dayAt(now)
  const week = calendar.startOf(computeMonday(today))
  const { due, reopened } = columns
  const { status } = columns.codes
  const { assignee_id } = columns.named
  const { created, resolved, closed } = columns.times
  const isClosed = columnValues.status.indexOf('CLOSED')
  let total = 0
  let open = 0
  let overdue = 0
  let due_7_days = 0
  let unassigned = 0
  let closed_this_week = 0
  let msToResolve = 0
  let msToClose = 0
  let resolutions = 0
  let closings = 0
  let reopenedCount = 0
  let resolvedCount = 0
  for (let at = 1; at < mask.length; at++) {
    if (mask[at] === 0) continue
    total++
    if (assignee_id[at] === 0) unassigned++
    if (openStatusCodes[status[at] as number] === 1) {
      const day = due[at] as number
      open++
      if (day < today) overdue++
      else if (day <= today + WEEK_DAYS) due_7_days++
    }
    const resolvedAt = resolved[at] as number
    const closedAt = closed[at] as number
    const wasResolved = resolvedAt !== Number.POSITIVE_INFINITY
    if (wasResolved) {
      msToResolve += resolvedAt - (created[at] as number)
      resolutions++
    }
    if (closedAt !== Number.POSITIVE_INFINITY) {
      msToClose += closedAt - (created[at] as number)
      closings++
      if (closedAt >= week && status[at] === isClosed) closed_this_week++
    }
    const wasReopened = reopened[at] !== 0
    if (wasReopened) reopenedCount++
    if (wasReopened || wasResolved) resolvedCount++
  }
  return {
    total,
    open,
    overdue,
    due_7_days,
    unassigned,
    closed_this_week,
    mean_hours_to_resolve: resolutions > 0 ? msToResolve / resolutions / HOUR_MS : null,
    mean_hours_to_close: closings > 0 ? msToClose / closings / HOUR_MS : null,
    reopen_rate: resolvedCount > 0 ? reopenedCount / resolvedCount : null,
  }
}

/**
 * Counts per week. Open at the end of a week: issues created before its end and not resolved, closed or void before its
 * end, by their current state: a reopened issue counts as if it had stayed open.
 */
function computeWeeks({ columns, mask }: FilteredIssues, calendar: Calendar, now: number, weeks: number) {
  const { created, closed, done } = columns.times
  const monday = computeMonday(calendar.dayAt(now)) - (weeks - 1) * WEEK_DAYS
  const starts = Float64Array.from({ length: weeks + 1 }, (_, week) =>
    calendar.startOf(monday + week * WEEK_DAYS),
  )
  // index 0 counts instants before the first week, the last index instants after the last week
  const createdCounts = countByWeek(created, mask, starts)
  const closedCounts = countByWeek(closed, mask, starts)
  const doneCounts = countByWeek(done, mask, starts)
  let open = (createdCounts[0] as number) - (doneCounts[0] as number)
  return Array.from({ length: weeks }, (_, week) => {
    const opened = createdCounts[week + 1] as number
    open += opened - (doneCounts[week + 1] as number)
    const date = formatDayNumber(monday + week * WEEK_DAYS)
    return { week: date, opened, closed: closedCounts[week + 1] as number, open_at_end: open }
  })
}

/** Counts instants before the first start, within each week, and from the last start on. */
function countByWeek(times: Float64Array, mask: Uint8Array, starts: Float64Array): Uint32Array {
  const counts = new Uint32Array(starts.length + 1)
  const first = starts[0] as number
  const last = starts[starts.length - 1] as number
  const perWeek = (starts.length - 1) / (last - first)
  for (let at = 1; at < mask.length; at++) {
    if (mask[at] === 0) continue
    const instant = times[at] as number
    if (instant < first) (counts[0] as number)++
    else if (instant < last) {
      // weeks differ by an hour at most (daylight saving), so the guess is right or off by one
      let week = ((instant - first) * perWeek) | 0
      if (instant < (starts[week] as number)) week--
      else if (instant >= (starts[week + 1] as number)) week++
      ;(counts[week + 1] as number)++
    } else (counts[starts.length] as number)++
  }
  return counts
}

/** Parts of the counts, each one pass or a few over the issues. */
const countParts = (chosen: FilteredIssues, calendar: Calendar, now: number, weeks: number) => {
  const { columns, mask } = chosen
  return {
    sums: () => computeTotals(chosen, calendar, now),
    people: () => countByReference(columns, mask, 'assignee_id'),
    levels: () => countByReference(columns, mask, 'level_id'),
    sections: () => countByReference(columns, mask, 'section_id'),
    by_status: () => countByValue(columns, mask, 'status'),
    by_priority: () => countByValue(columns, mask, 'priority'),
    by_type: () => countByValue(columns, mask, 'type'),
    by_trade: () => countByValue(columns, mask, 'trade'),
    weekly: () => computeWeeks(chosen, calendar, now, weeks),
  }
}
type CountParts = ReturnType<typeof countParts>

const MAX_ATTEMPTS = 3

/** All counts of the filtered issues, without names: in slices, unless the columns keep changing between them. */
async function countAll(...asked: Parameters<typeof countParts>) {
  const [{ columns }] = asked
  const slices = new TimeSlices()
  for (let attempt = 1; ; attempt++) {
    const { revision } = columns
    const counted: Record<string, unknown> = {}
    for (const [name, count] of Object.entries(countParts(...asked))) {
      counted[name] = count()
      if (attempt < MAX_ATTEMPTS && slices.isOver) await slices.yieldToLoop()
    }
    if (columns.revision === revision || attempt === MAX_ATTEMPTS)
      return counted as { [Name in keyof CountParts]: ReturnType<CountParts[Name]> }
  }
}
export type IssueCounts = Awaited<ReturnType<typeof countAll>>

/** Statistics of filtered issues, for the dashboard and the cover of a report. */
export async function computeStatistics(
  ctx: ProjectCtx,
  chosen: FilteredIssues,
  calendar: Calendar,
  weeks: number,
) {
  const { cache: followed, key, seq } = chosen
  const now = ctx.now().getTime()
  // cached: all open dashboards reload at once after every change
  const cacheKey = JSON.stringify([key, calendar.zone, calendar.dayAt(now), weeks])
  const counted = await loadBySeq(followed.counts, cacheKey, seq, () =>
    countAll(chosen, calendar, now, weeks),
  )
  const { sums, people, levels, sections, ...groups } = counted
  const places = await readPlaces(ctx.db, ctx.member.project_id)
  const names = await readUserNames(
    ctx.db,
    people.flatMap(({ id }) => id ?? []),
  )
  return {
    ...sums,
    ...groups,
    mine: people.find(({ id }) => id === ctx.member.user_id)?.open ?? 0,
    by_level: orderByPlace(levels, places.level),
    by_section: orderByPlace(sections, places.section),
    by_assignee: people
      .map((tally) => ({ ...tally, name: names.get(tally.id ?? '') ?? '' }))
      .sort((a, b) => Number(a.id === null) - Number(b.id === null) || b.open - a.open || b.total - a.total),
  }
}
