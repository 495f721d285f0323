import type { PropertySet } from '@plumbline/bim/model'
import { type Header, listHeaders } from '@plumbline/contract/bim/bim'
import { findShownVersion } from '@plumbline/contract/bim/bim.rules'
import { useQuery } from '@tanstack/react-query'
import { Copy, GitCompareArrows, Palette, Search } from 'lucide-react'
import { Fragment, type ReactNode, useState } from 'react'
import { useRead } from '../../api/query.ts'
import { useSearch } from '../../base/navigation.tsx'
import { useProject } from '../../projects/use-project.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Input } from '../../ui/Input.tsx'
import { Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { useUiText } from '../../ui/text.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import { useOnline } from '../../ui/use-online.ts'
import { formatComparison } from './compare-address.ts'
import { DocumentLink } from './DocumentLink.tsx'
import { ElementHistory } from './ElementHistory.tsx'
import { formatIfcClass } from './format-ifc-class.ts'
import { intersectProperties, type SharedSet } from './intersect-properties.ts'
import { useSession, useSessionState } from './ModelCanvas.tsx'
import type { ElementSummary } from './session-state.ts'
import { useViewerText, type ViewerText } from './text.ts'

/** Limit on selected elements whose properties are compared. */
const MAX_COMPARED = 1000

/** Properties of the selected element, or the shared ones of several. */
export function PropertiesPanel() {
  const text = useViewerText()
  const session = useSession()
  const { selection, models } = useSessionState()
  const [typed, setTyped] = useState('')
  const ref = selection.at(-1)
  const summary = ref ? session.elements.getSummary(ref) : null
  const compared = selection.slice(-MAX_COMPARED)
  const artefacts = new Map(models.map(({ id, key }) => [id, `${id} ${key}`]))
  const online = useOnline()
  const { data, isError, refetch } = useQuery({
    // a version that was converted again has new element indices
    queryKey: [
      'properties',
      compared.map(({ model, element }) => `${artefacts.get(model)} ${element}`).join(),
    ],
    queryFn: () => Promise.all(compared.map((each) => session.elements.fetchProperties(each))),
    enabled: summary !== null,
    gcTime: 60_000,
    // Attempted without a network too: a block that was fetched before is in the browser's cache.
    networkMode: 'always',
    refetchOnReconnect: 'always',
  })
  if (!summary)
    return (
      <EmptyState drawing="model" title={text.nothingSelected}>
        {text.nothingHint}
      </EmptyState>
    )
  const several = selection.length > 1
  const find = typed.trim().toLowerCase()
  const rows = several ? [] : identityRows(summary, text, find)
  const own = several ? [] : filterSets(data?.[0] ?? [], find)
  const shared = several && data ? filterSets(intersectProperties(data), find) : []
  const found = rows.length + own.length + shared.length
  return (
    <div className="pb-6">
      <header className="px-4 pt-3 pb-2">
        <h2 className="break-words font-semibold text-16">
          {several ? text.selected(selection.length) : summary.name || formatIfcClass(summary.class)}
        </h2>
        <p className="text-13 text-text-muted">
          {several
            ? selection.length > MAX_COMPARED && text.tooMany(MAX_COMPARED)
            : [formatIfcClass(summary.class), summary.storey].filter(Boolean).join(' · ')}
        </p>
        <Input
          type="search"
          aria-label={text.searchProperties}
          placeholder={text.searchProperties}
          icon={<Search aria-hidden />}
          value={typed}
          onChange={setTyped}
          className="mt-2 w-full"
        />
      </header>
      <NotDrawnHint ifcClass={summary.class} />
      {rows.length > 0 && <IdentityGroup rows={rows} summary={summary} />}
      {isError && (
        <p className="flex flex-wrap items-center gap-2 px-4 py-2 text-13 text-text-muted">
          {online ? text.propertiesFailed : text.propertiesOffline}
          <Button onClick={() => void refetch()}>{text.tryAgain}</Button>
        </p>
      )}
      {!data && !isError && (
        <Skeleton className="px-4">
          <SkeletonRows rows={6} />
        </Skeleton>
      )}
      <PropertySets sets={own} />
      <SharedProperties sets={shared} />
      {!several && !find && <ElementHistory key={`${summary.header_id} ${summary.guid}`} summary={summary} />}
      {data && (find ? found === 0 : own.length + shared.length === 0) && (
        <p className="px-4 py-2 text-13 text-text-muted">{find ? text.noMatch : text.noProperties}</p>
      )}
    </div>
  )
}

/** Explains why a selected space or opening is not visible, and turns its kind on. */
function NotDrawnHint({ ifcClass }: { ifcClass: string }) {
  const text = useViewerText()
  const { models } = useSession()
  const { spaces, openings } = useSessionState()
  const isHiddenSpace = ifcClass === 'IfcSpace' && !spaces
  const isHiddenOpening = /^IfcOpening/.test(ifcClass) && !openings
  if (!isHiddenSpace && !isHiddenOpening) return null
  return (
    <p className="flex flex-wrap items-center gap-2 px-4 pb-3 text-13 text-text-muted">
      {text.notDrawn}
      <Button
        size="small"
        onClick={() => void (isHiddenSpace ? models.showSpaces(true) : models.showOpenings(true))}
      >
        {isHiddenSpace ? text.spaces : text.openings}
      </Button>
    </p>
  )
}

function useCopyValue() {
  const text = useViewerText()
  const copy = useCopy()
  return (value: string) => void copy(value, { title: text.copied })
}

function PropertyGroup(props: { title: string; aside?: string; copy: string; children: ReactNode }) {
  const text = useViewerText()
  const copy = useCopyValue()
  return (
    <details open className="group relative border-line border-t">
      <summary className="py-2 ps-4 pe-12 font-medium text-13 -outline-offset-2 hover:bg-sunken">
        {props.title}
        {props.aside && <span className="ms-2 font-normal text-12 text-text-muted">{props.aside}</span>}
      </summary>
      <span className="absolute end-2 top-1">
        <IconButton
          size="small"
          name={`${text.copyAll}: ${props.title}`}
          icon={<Copy aria-hidden />}
          onClick={() => copy(props.copy)}
        />
      </span>
      <dl className="px-4 pb-2">{props.children}</dl>
    </details>
  )
}

/** A name that may break between its words, as in ThermalTransmittance. */
const breakableName = (name: string) =>
  name.split(/(?<=[a-z\d_])(?=[A-Z])|(?<=_)/).map((word, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the words of a fixed text
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {word}
    </Fragment>
  ))

function PropertyRow(props: { name: string; value: string; children?: ReactNode; action?: ReactNode }) {
  const text = useViewerText()
  const copy = useCopyValue()
  return (
    <div className="group/row grid grid-cols-[2fr_3fr] gap-3 py-1 text-13">
      <dt className="min-w-0 break-words text-text-muted">{breakableName(props.name)}</dt>
      <dd className="flex min-w-0 items-start gap-0.5">
        <span className="min-w-0 flex-1 break-words">{props.children || props.value}</span>
        <span className="-my-1 flex opacity-0 focus-within:opacity-100 group-hover/row:opacity-100 pointer-coarse:opacity-100">
          {props.action}
          <IconButton
            size="small"
            name={`${text.copy} ${props.name}`}
            icon={<Copy aria-hidden />}
            onClick={() => copy(props.value)}
          />
        </span>
      </dd>
    </div>
  )
}

const matches = (find: string, ...words: string[]) =>
  !find || words.some((word) => word.toLowerCase().includes(find))
const asTable = (rows: [name: string, value: string][]) => rows.map((row) => row.join('\t')).join('\n')

type IdentityRow = [name: string, value: string]

function identityRows(summary: ElementSummary, text: ViewerText, find: string): IdentityRow[] {
  const rows: IdentityRow[] = [
    [text.name, summary.name],
    [text.class, summary.class],
    [text.type, summary.type ?? ''],
    [text.tag, summary.tag],
    [text.storey, summary.storey ?? ''],
    [text.axes, summary.axes ?? ''],
    [text.systems, summary.systems.map(({ name: own }) => own).join(', ')],
    [text.globalId, summary.guid],
    [text.model, `${summary.header_name}, ${text.version(summary.version)}`],
  ]
  return rows.filter(([name, value]) => value && matches(find, name, value))
}

/** Filters property sets by a search; a set with a matching name keeps all its properties. */
function filterSets<
  Found extends { name: string; value: string | null },
  Set extends { name: string; properties: Found[] },
>(sets: readonly Set[], find: string): Set[] {
  return sets.flatMap((set) => {
    const inTitle = matches(find, set.name)
    const properties = set.properties.filter(({ name, value }) => inTitle || matches(find, name, value ?? ''))
    return properties.length > 0 ? [{ ...set, properties }] : []
  })
}

function IdentityGroup({ rows, summary }: { rows: IdentityRow[]; summary: ElementSummary }) {
  const text = useViewerText()
  return (
    <PropertyGroup title={text.identity} copy={asTable(rows)}>
      {rows.map(([name, value]) => (
        <PropertyRow
          key={name}
          name={name}
          value={value}
          action={name === text.model && <CompareFileButton summary={summary} />}
        >
          {name === text.systems ? (
            <SystemLinks systems={summary.systems} />
          ) : (
            name === text.globalId && <code className="break-all font-mono text-12">{value}</code>
          )}
        </PropertyRow>
      ))}
    </PropertyGroup>
  )
}

/** The systems, zones and groups of an element; each selects its members. */
function SystemLinks({ systems }: Pick<ElementSummary, 'systems'>) {
  const session = useSession()
  return systems.map(({ name, members }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: groups with equal names are different groups
    <Fragment key={at}>
      {at > 0 && ', '}
      <ElementsLink name={name} onSelect={() => session.selection.select(members)} />
    </Fragment>
  ))
}

function ElementsLink({ name, onSelect }: { name: string; onSelect: () => void }) {
  return (
    <button
      type="button"
      className="text-left text-link underline [overflow-wrap:anywhere]"
      onClick={onSelect}
    >
      {name}
    </button>
  )
}

/** The value of a property that is a link: a document, or the element at the other end of a connection. */
function LinkedValue({ set, property }: { set: PropertySet; property: PropertySet['properties'][number] }) {
  const text = useViewerText()
  const session = useSession()
  const { selection } = useSessionState()
  const { element, name, value } = property
  const model = selection.at(-1)?.model
  if (set.of === 'document' && name === 'Location') return <DocumentLink address={value} />
  if (element !== undefined && model)
    return <ElementsLink name={value} onSelect={() => session.selection.select([{ model, element }])} />
  return set.of === 'ports' && !value ? <span className="text-text-muted">{text.notConnected}</span> : value
}

/** Button that compares the element's file with an older version. */
function CompareFileButton({ summary }: { summary: ElementSummary }) {
  const text = useViewerText()
  const project = useProject()
  const [, change] = useSearch()
  const { data } = useRead(listHeaders, { params: { id: project.id } }, { silent: true })
  const header = ((data ?? []) as Header[]).find(({ id }) => id === summary.header_id)
  const current = header && findShownVersion(header)
  if (!header || !current || header.versions < 2) return null
  return (
    <IconButton
      size="small"
      name={`${text.compare}: ${summary.header_name}`}
      icon={<GitCompareArrows aria-hidden />}
      onClick={() => change({ compare: formatComparison({ from: null, to: current.id, file: header.id }) })}
    />
  )
}

const withUnit = (value: string, unit: string | undefined) => (unit ? `${value} ${unit}` : value)

/** Returns the titles of property sets; sets of materials and classifications may have no name. */
function useSetTitle() {
  const text = useViewerText()
  return ({ name, of }: Pick<PropertySet, 'name' | 'of'>) => {
    const asides: Partial<Record<PropertySet['of'], string>> = {
      type: text.ofType,
      material: text.material,
      classification: text.classification,
      document: text.document,
      ports: text.ports,
      connections: text.connections,
    }
    const aside = asides[of] ?? ''
    if (name) return { title: name, aside }
    return { title: aside || text.attributes, aside: '' }
  }
}

function PropertySets({ sets }: { sets: PropertySet[] }) {
  const text = useViewerText()
  const session = useSession()
  const titled = useSetTitle()
  return sets.map((set, index) => (
    <PropertyGroup
      // biome-ignore lint/suspicious/noArrayIndexKey: a file may have several sets and properties with one name
      key={`${set.name}-${index}`}
      {...titled(set)}
      copy={asTable(set.properties.map(({ name, value, unit }) => [name, withUnit(value, unit)]))}
    >
      {set.properties.map((property, at) => (
        <PropertyRow
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          key={`${property.name}-${at}`}
          name={property.name}
          value={withUnit(property.value, property.unit)}
          action={
            set.of !== 'ports' &&
            set.of !== 'connections' && (
              <IconButton
                size="small"
                name={`${text.colorByThis}: ${property.name}`}
                icon={<Palette aria-hidden />}
                onClick={() =>
                  void session.colors.set({ by: 'property', set: set.name, property: property.name })
                }
              />
            )
          }
        >
          {(set.of === 'document' || set.of === 'ports' || property.element !== undefined) && (
            <LinkedValue set={set} property={property} />
          )}
        </PropertyRow>
      ))}
    </PropertyGroup>
  ))
}

function SharedProperties({ sets }: { sets: SharedSet[] }) {
  const text = useViewerText()
  const { locale } = useUiText()
  const titled = useSetTitle()
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 })
  const formatShared = ({ value, unit, different, sum }: SharedSet['properties'][number]) => {
    const own = value === null ? text.differs(different) : withUnit(value, unit)
    return sum === null ? own : `${text.sum} ${withUnit(number.format(sum), unit)}`
  }
  return sets.map((set) => (
    <PropertyGroup
      key={`${set.of} ${set.name}`}
      {...titled(set)}
      copy={asTable(set.properties.map((each) => [each.name, formatShared(each)]))}
    >
      {set.properties.map((each) => (
        <PropertyRow key={each.name} name={each.name} value={formatShared(each)}>
          {each.value === null && each.sum === null && (
            <span className="text-text-muted">{formatShared(each)}</span>
          )}
        </PropertyRow>
      ))}
    </PropertyGroup>
  ))
}
