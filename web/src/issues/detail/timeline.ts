import type {
  Comment,
  FieldChange,
  FollowedPlace,
  LogEntry,
  LogKind,
} from '@plumbline/contract/issues/timeline'
import { isSameValue } from './conflict.ts'

/** A displayed timeline entry: consecutive log entries by one person are merged into one. */
export type TimelineItem = { id: string; by: string | null; at: string; bulk: boolean } & (
  | { kind: 'COMMENT'; comment: Comment }
  | { kind: 'CHANGES'; changes: FieldChange[] }
  | { kind: 'FOLLOWED'; followed: FollowedPlace; subject: string }
  | { kind: Exclude<LogKind, HiddenLogKind | 'CHANGED' | 'COMMENTED' | 'FOLLOWED'>; subjects: string[] }
)
/**
 * Kinds of log entries without a line of their own: comments show edits and deletions themselves, moved viewpoints look the
 * same as before, and merged people have their current names.
 */
const hiddenKinds = ['COMMENT_EDITED', 'COMMENT_DELETED', 'VIEWS_FOLLOWED', 'MERGED'] as const
export type HiddenLogKind = (typeof hiddenKinds)[number]

/** The log entries loaded so far, by seq, and the cursor of the older ones. */
export interface LoadedTimeline {
  entries: ReadonlyMap<number, LogEntry>
  before: number | null
}

/** Time of the last change of a comment's text; '' if never. */
const changedAt = ({ edited_at, deleted_at }: Comment) => deleted_at ?? edited_at ?? ''

/** Adds newly read entries. Their comments replace those in earlier entries, unless a newer answer arrived first. */
export function addEntries(
  entries: LoadedTimeline['entries'] | undefined,
  items: readonly LogEntry[],
): LoadedTimeline['entries'] {
  const all = [...(entries?.values() ?? []), ...items]
  const comments = new Map<string, Comment>()
  for (const { comment, current_comment: now = comment } of all) {
    const other = now && comments.get(now.id)
    if (now && (!other || changedAt(other) <= changedAt(now))) comments.set(now.id, now)
  }
  return new Map(
    all.map((entry) => {
      const comment = entry.comment && comments.get(entry.comment.id)
      return [entry.seq, comment ? { ...entry, comment } : entry]
    }),
  )
}

/** Merges the newest page into the loaded entries; without an overlap the timeline starts again from that page. */
export function addNewestPage(
  loaded: LoadedTimeline | null,
  page: { items: readonly LogEntry[]; before: number | null },
): LoadedTimeline {
  const isJoined = page.before === null || page.items.some(({ seq }) => loaded?.entries.has(seq))
  // otherwise the entries in between would never be asked for
  if (!loaded || !isJoined) return { entries: addEntries(undefined, page.items), before: page.before }
  return { entries: addEntries(loaded.entries, page.items), before: loaded.before }
}

/** Loaded but hidden entries: those after one seq and before another. */
export interface TimelineGap {
  after: number
  before: number
}

export const isInGap =
  (gap: TimelineGap | null) =>
  ({ seq }: Pick<LogEntry, 'seq'>): boolean =>
    gap !== null && seq > gap.after && seq < gap.before

export const hasComment =
  (id: string) =>
  ({ comment }: Pick<LogEntry, 'comment'>): boolean =>
    comment?.id === id

/**
 * Finds the entries to hide: those between the linked comment (or the start) with `shown` entries after it, and seq
 * `before`. Null when too few would be hidden.
 */
export function findGap(
  items: readonly Pick<LogEntry, 'seq' | 'comment'>[],
  comment: string | null,
  before: number,
  shown: number,
): TimelineGap | null {
  const inOrder = [...items].sort((a, b) => a.seq - b.seq)
  const at = comment === null ? -1 : inOrder.findIndex(hasComment(comment))
  const end = at + shown
  const last = inOrder[end]
  return last && inOrder.length - 1 - end > shown ? { after: last.seq, before } : null
}

/** log entries at most this far apart are merged */
const MERGE_WITHIN_MS = 10 * 60_000

const isHidden = (kind: LogKind): kind is HiddenLogKind => hiddenKinds.some((hidden) => hidden === kind)

/** Merges field changes from the first value to the last; fields that are back at their first value are dropped. */
function mergeChanges(earlier: readonly FieldChange[], later: readonly FieldChange[]): FieldChange[] {
  const byField = new Map(earlier.map((change) => [change.field, change]))
  for (const change of later) {
    const first = byField.get(change.field)
    byField.set(change.field, first ? { ...change, from: first.from } : change)
  }
  return [...byField.values()].filter(({ from, to }) => !isSameValue(from, to))
}

function toItem(entry: LogEntry): TimelineItem | null {
  const { kind } = entry
  const base = { id: String(entry.seq), by: entry.by, at: entry.at, bulk: entry.bulk_id !== undefined }
  if (isHidden(kind)) return null
  if (kind === 'COMMENTED') return entry.comment ? { ...base, kind: 'COMMENT', comment: entry.comment } : null
  if (kind === 'CHANGED') return { ...base, kind: 'CHANGES', changes: entry.changes ?? [] }
  if (kind === 'FOLLOWED') {
    const { followed, subject = '' } = entry
    return followed ? { ...base, kind, followed, subject: subject || followed.file } : null
  }
  return { ...base, kind, subjects: entry.subject ? [entry.subject] : [] }
}

/** Merges two adjacent items, or returns null if they must stay separate. */
function mergeItems(last: TimelineItem, next: TimelineItem): TimelineItem | null {
  const close = Date.parse(next.at) - Date.parse(last.at) <= MERGE_WITHIN_MS
  if (!close || last.by !== next.by || last.bulk !== next.bulk) return null
  if (last.kind === 'CHANGES' && next.kind === 'CHANGES')
    return { ...last, at: next.at, changes: mergeChanges(last.changes, next.changes) }
  if (!('subjects' in last) || !('subjects' in next) || last.kind !== next.kind) return null
  return { ...last, at: next.at, subjects: [...last.subjects, ...next.subjects] }
}

/** Converts log entries, oldest first, into timeline items. */
export function toTimelineItems(entries: readonly LogEntry[]): TimelineItem[] {
  const items: TimelineItem[] = []
  for (const entry of entries) {
    const item = toItem(entry)
    if (!item) continue
    const last = items.at(-1)
    const joined = last && mergeItems(last, item)
    if (joined) items[items.length - 1] = joined
    else items.push(item)
  }
  return items.filter((item) => item.kind !== 'CHANGES' || item.changes.length > 0)
}

/** author of entries created by the server */
export const SERVER_NAME = 'Plumbline'

/** Whether the server created the entry. */
export const isAutomatic = (kind: string): boolean =>
  ['FOLLOWED', 'VIEWS_FOLLOWED', 'LOCATED', 'MERGED'].includes(kind)

/** Author and time of an entry: an imported comment shows its original author and time instead of the import's. */
export function getEntryAuthor({
  by,
  at,
  comment,
}: {
  by: string | null
  at: string
  comment?: Comment | undefined
}) {
  return comment
    ? { by: comment.created_by, at: comment.created_at, author: comment.author }
    : { by, at, author: null }
}

/**
 * Whether a comment comes from a BCF file, and its importer if that is not its author: a file can name any author, so its
 * text is only what the importer sent.
 */
export function getCommentOrigin({ by, comment }: { by: string | null; comment?: Comment | undefined }) {
  const isImported = comment !== undefined && comment.author !== null
  return { isImported, importer: isImported && by !== comment.created_by ? by : null }
}

const toStrings = (list: unknown) => (Array.isArray(list) ? (list as string[]) : [])

/** Values added to and removed from a list. */
export function diffLists(from: unknown, to: unknown): { added: string[]; removed: string[] } {
  const before = toStrings(from)
  const after = toStrings(to)
  return {
    added: after.filter((value) => !before.includes(value)),
    removed: before.filter((value) => !after.includes(value)),
  }
}
