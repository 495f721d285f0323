import type { PropertySet } from '@plumbline/bim/model'
import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { useSession, useSessionState } from './ModelView.tsx'
import type { ElementFacts } from './model-session.ts'
import { useViewerText } from './text.ts'

/** What is known of the selected element: who it is, then its property sets. */
export function PropertiesPanel() {
  const text = useViewerText()
  const session = useSession()
  const { selection } = useSessionState()
  const ref = selection.at(-1)
  const facts = ref ? session.facts(ref) : null
  const { data } = useQuery({
    queryKey: ['properties', ref?.model, facts?.version, ref?.element],
    queryFn: () => (ref ? session.properties(ref) : []),
    enabled: facts !== null,
  })
  if (!facts)
    return (
      <EmptyState drawing="model" title={text.nothingSelected}>
        {text.nothingHint}
      </EmptyState>
    )
  return (
    <div className="pb-6">
      <header className="px-4 pt-3 pb-2">
        <h2 className="break-words font-semibold text-16">{facts.name || facts.class}</h2>
        <p className="text-13 text-text-muted">
          {[facts.class, facts.storey].filter(Boolean).join(' · ')}
          {selection.length > 1 && ` · ${text.selected(selection.length)}`}
        </p>
      </header>
      <Identity facts={facts} />
      {data ? (
        <Sets sets={data} />
      ) : (
        <Skeleton className="px-4">
          <SkeletonRows rows={6} />
        </Skeleton>
      )}
    </div>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details open className="group border-line border-t">
      <summary className="px-4 py-2 font-medium text-13 -outline-offset-2 hover:bg-sunken">{title}</summary>
      <dl className="px-4 pb-2">{children}</dl>
    </details>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[2fr_3fr] gap-3 py-1 text-13">
      <dt className="min-w-0 break-words text-text-muted">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  )
}

function Identity({ facts }: { facts: ElementFacts }) {
  const text = useViewerText()
  const copy = () =>
    void navigator.clipboard.writeText(facts.guid).then(() => toast.success({ title: text.copied }))
  return (
    <Group title={text.identity}>
      {facts.name && <Row name={text.name}>{facts.name}</Row>}
      <Row name={text.class}>{facts.class}</Row>
      {facts.type && <Row name={text.type}>{facts.type}</Row>}
      {facts.storey && <Row name={text.storey}>{facts.storey}</Row>}
      <Row name={text.globalId}>
        <span className="flex items-center gap-1">
          <code className="break-all font-mono text-12">{facts.guid}</code>
          <IconButton
            size="small"
            name={`${text.copy} ${text.globalId}`}
            icon={<Copy aria-hidden />}
            onClick={copy}
          />
        </span>
      </Row>
      <Row name={text.model}>{`${facts.header_name}, ${text.version(facts.version)}`}</Row>
    </Group>
  )
}

function Sets({ sets }: { sets: PropertySet[] }) {
  const text = useViewerText()
  if (sets.length === 0) return <p className="px-4 py-2 text-13 text-text-muted">{text.noProperties}</p>
  return sets.map((set, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a file may hold sets and properties of one name several times
    <Group key={`${set.name}-${index}`} title={set.name}>
      {set.properties.map((property, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Row key={`${property.name}-${at}`} name={property.name}>
          <span className="tabular-nums">
            {property.value}
            {property.unit && ` ${property.unit}`}
          </span>
        </Row>
      ))}
    </Group>
  ))
}
