import { listElementHistory, MAX_HISTORY } from '@plumbline/contract/bim/elements'
import type { ReplyOf } from '@plumbline/contract/http'
import { useState } from 'react'
import { LoadFailed } from '../../api/LoadFailed.tsx'
import { useRead } from '../../api/query.ts'
import { formatDistance } from '../../projects/units.ts'
import { useProject } from '../../projects/use-project.ts'
import { Button } from '../../ui/Button.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useUiText } from '../../ui/text.tsx'
import { shortDate } from '../../users/dates.ts'
import { useChangesText } from './changes-text.ts'
import type { ElementSummary } from './session-state.ts'
import { useViewerText } from './text.ts'

type Entry = ReplyOf<typeof listElementHistory>[number]

/** The changes of an element through the versions of its file; read when opened. */
export function ElementHistory({ summary }: { summary: ElementSummary }) {
  const said = useChangesText()
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className="border-line border-t"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="px-4 py-2 font-medium text-13 -outline-offset-2 hover:bg-sunken">
        {said.history}
      </summary>
      {isOpen && <HistoryList summary={summary} />}
    </details>
  )
}

/** Whether the history goes on before its last listed version. */
const goesOn = (entries: Entry[]) =>
  entries.length === MAX_HISTORY && !['first', 'added', 'unknown'].includes(entries.at(-1)?.kind ?? '')

/** `after`: the last version that is listed already, from which the history goes on. */
function HistoryList({ summary, after }: { summary: ElementSummary; after?: Entry }) {
  const text = useViewerText()
  const said = useChangesText()
  const project = useProject()
  const [isExtended, setExtended] = useState(false)
  const { data, error, refetch } = useRead(listElementHistory, {
    params: { id: project.id, headerId: summary.header_id, guid: after?.guid ?? summary.guid },
    query: after ? { variant_id: after.variant_id } : {},
  })
  if (error && !data)
    return (
      <div className="px-4 pb-3">
        <LoadFailed error={error} onRetry={() => void refetch()}>
          {said.noHistory}
        </LoadFailed>
      </div>
    )
  if (!data) return <Spinner className="px-4 pb-3" label={text.reading} />
  const last = data.at(-1)
  return (
    <>
      <ol className="flex flex-col gap-2 px-4 pb-3">
        {data.slice(after ? 1 : 0).map((entry) => (
          <HistoryRow key={entry.variant_id} entry={entry} />
        ))}
      </ol>
      {last && goesOn(data) && isExtended && <HistoryList summary={summary} after={last} />}
      {goesOn(data) && !isExtended && (
        <Button look="ghost" size="small" className="mx-4 mb-3" onClick={() => setExtended(true)}>
          {text.showMore}
        </Button>
      )}
    </>
  )
}

function HistoryRow({ entry }: { entry: Entry }) {
  const said = useChangesText()
  const { locale } = useUiText()
  const { units } = useProject()
  return (
    <li className="text-13">
      <span className="flex gap-2">
        <span className="font-medium">{said.versionAlone(entry.version)}</span>
        <span className="flex-1">{said.historyKinds[entry.kind]}</span>
        <time dateTime={entry.created_at} className="text-text-muted">
          {shortDate(entry.created_at)}
        </time>
      </span>
      {entry.changes.map(({ part, set, name, from, to }) => (
        <span key={`${part} ${set} ${name}`} className="block text-12 text-text-muted wrap-anywhere">
          {part === 'property' ? [set, name].filter(Boolean).join('.') : said.changedParts[part]}
          {part === 'place' && entry.moved_m > 0 && `: ${formatDistance(entry.moved_m, units, locale, 3)}`}
          {(from || to) && `: ${from || '–'} → ${to || '–'}`}
        </span>
      ))}
    </li>
  )
}
