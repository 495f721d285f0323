import {
  cdeStates,
  deleteVariant,
  type Header,
  listVariants,
  makeVariantCurrent,
  restartVariant,
  restoreVariant,
  suitabilities,
  updateVariant,
  type Variant,
} from '@plumbline/contract/bim/bim'
import { findDisplayKind, mayChangeVersion } from '@plumbline/contract/bim/bim.rules'
import type { Project } from '@plumbline/contract/projects/projects'
import { Check, Download, Ellipsis, Eye, GitCompare, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { LoadingState } from '../../api/LoadingState.tsx'
import { useRead, useWrite } from '../../api/query.ts'
import { useNavigate } from '../../base/navigation.tsx'
import { paths } from '../../base/paths.ts'
import { AlertDialog } from '../../ui/AlertDialog.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Drawer } from '../../ui/Drawer.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../../ui/Menu.tsx'
import { Select } from '../../ui/Select.tsx'
import { toast } from '../../ui/toast.ts'
import { shortDateTime } from '../../users/dates.ts'
import { useBimText } from '../text.ts'
import { downloadVersion } from './download-version.ts'
import { VersionBadge } from './FileRows.tsx'
import { formatSize } from './format-size.ts'
import { type ProcessingStep, VersionStatus } from './VersionStatus.tsx'
import { WrongFileQuestion } from './WrongFileQuestion.tsx'

interface DrawerProps {
  project: Project
  header: Header
  mayEdit: boolean
  steps: ReadonlyMap<string, ProcessingStep>
  onClose: () => void
}

/** All versions of a file: author, date, state, and which one is current. */
export function VersionsDrawer(props: DrawerProps) {
  const { project, header, steps } = props
  const text = useBimText()
  const { data, error, refetch } = useRead(listVariants, { params: { id: project.id, headerId: header.id } })
  return (
    <Drawer open onClose={props.onClose} title={header.name}>
      {!data && <LoadingState error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p className="text-text-muted">{text.noVersions}</p>}
      <ul aria-label={text.versions(data?.length ?? 0)} className="divide-y divide-line">
        {data?.map((variant) => (
          <li key={variant.id} className="flex flex-wrap items-center gap-x-2 gap-y-2 py-3 first:pt-0">
            <VersionRow {...props} variant={variant} only={isOnlyReady(variant, data)} />
            <VersionStatus
              project={project}
              variant={variant}
              mayEdit={props.mayEdit}
              step={steps.get(variant.id)}
            />
          </li>
        ))}
      </ul>
    </Drawer>
  )
}

const isOnlyReady = (variant: Variant, all: readonly Variant[]) =>
  variant.state === 'COMPLETED' && all.filter(({ state }) => state === 'COMPLETED').length === 1

type VersionProps = Omit<DrawerProps, 'steps' | 'onClose'> & { variant: Variant; only: boolean }

function VersionRow(props: VersionProps) {
  const { variant } = props
  const text = useBimText()
  const mayChange = mayChangeVersion(props.project.my_permission_level, variant.cde_state)
  const counts = Object.entries(variant.counts ?? {})
    .filter(([name, value]) => value > 0 && name in text.counts)
    .map(([name, value]) => text.counts[name as keyof typeof text.counts](value))
  return (
    <>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{text.versionNumber(variant.version)}</span>
          <VersionBadge variant={variant} />
          {variant.is_current && <Badge tone="info">{text.current}</Badge>}
        </p>
        <p className="text-13 text-text-muted [overflow-wrap:anywhere]">{variant.file_name}</p>
        <p className="text-13 text-text-muted tabular-nums">
          {[variant.created_by_name, shortDateTime(variant.created_at), formatSize(variant.size_bytes)]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {counts.length > 0 && <p className="text-13 text-text-muted tabular-nums">{counts.join(' · ')}</p>}
      </div>
      {variant.state !== 'UPLOADING' && <VersionMenu {...props} />}
      {variant.is_current && <WrongFileQuestion {...props} />}
      {variant.state === 'COMPLETED' &&
        (mayChange ? (
          <CdeFields {...props} />
        ) : (
          <p className="basis-full text-13 text-text-muted">
            {text.cde[variant.cde_state]}
            {variant.suitability && ` · ${text.suitability[variant.suitability]}`}
          </p>
        ))}
    </>
  )
}

const NO_CODE = 'none'

/** CDE state and suitability code of a version (ISO 19650). */
function CdeFields({ project, header, variant }: VersionProps) {
  const text = useBimText()
  const params = { id: project.id, headerId: header.id, variantId: variant.id }
  const update = useWrite(updateVariant)
  const states = cdeStates.map((value) => ({
    value,
    label: text.cde[value],
    disabled: !mayChangeVersion(project.my_permission_level, value),
  }))
  const codes = [
    { value: NO_CODE, label: text.noSuitability },
    ...suitabilities.map((value) => ({ value: value as string, label: text.suitability[value] })),
  ]
  return (
    <div className="flex basis-full flex-wrap gap-2">
      <Select
        size="small"
        aria-label={text.cdeOf(variant.version)}
        options={states}
        value={variant.cde_state}
        onChange={(cde_state) => cde_state && update.run({ params, body: { cde_state } })}
      />
      <Select
        size="small"
        className="min-w-0 flex-1"
        aria-label={text.suitabilityOf(variant.version)}
        options={codes}
        value={variant.suitability ?? NO_CODE}
        onChange={(value) => {
          const suitability = suitabilities.find((code) => code === value) ?? null
          update.run({ params, body: { suitability } })
        }}
      />
    </div>
  )
}

/** URL that compares a version of a model with the current one, the older version first; null if not comparable. */
function comparisonUrl(projectId: string, { id, current }: Header, variant: Variant): string | null {
  if (variant.state !== 'COMPLETED' || variant.is_current || !current) return null
  if (findDisplayKind(variant.file_name) !== 'MODEL') return null
  const [from, to] = variant.version < current.version ? [variant, current] : [current, variant]
  return paths.viewer(projectId, { models: [id], compare: `${from.id}..${to.id}` })
}

function VersionMenu({ project, header, variant, only, mayEdit }: VersionProps) {
  const text = useBimText()
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const params = { id: project.id, headerId: header.id, variantId: variant.id }
  const name = text.versionNumber(variant.version)
  const makeCurrent = useWrite(makeVariantCurrent, {
    onDone: () => toast.success({ text: text.nowCurrent(variant.version) }),
  })
  const restart = useWrite(restartVariant)
  const restore = useWrite(restoreVariant)
  const remove = useWrite(deleteVariant, {
    onDone: () =>
      toast.success({
        text: text.deleted(name),
        action: { label: text.undo, run: () => restore.run({ params }) },
      }),
  })
  const ready = variant.state === 'COMPLETED'
  const comparison = comparisonUrl(project.id, header, variant)
  const shown = findDisplayKind(variant.file_name)
  return (
    <>
      <Menu align="end" trigger={<IconButton size="small" name={text.more(name)} icon={<Ellipsis />} />}>
        {ready && shown !== 'MODEL' && shown !== null && (
          <MenuItem
            icon={<Eye aria-hidden />}
            onSelect={() => navigate(paths.file(project.id, header.id, variant.version))}
          >
            {text.open}
          </MenuItem>
        )}
        <MenuItem icon={<Download aria-hidden />} onSelect={() => downloadVersion(project.id, variant)}>
          {text.download}
        </MenuItem>
        {comparison && (
          <MenuLink icon={<GitCompare aria-hidden />} href={comparison}>
            {text.compareWithCurrent}
          </MenuLink>
        )}
        {mayEdit && ready && !variant.is_current && (
          <MenuItem icon={<Check aria-hidden />} onSelect={() => makeCurrent.run({ params })}>
            {text.makeCurrent}
          </MenuItem>
        )}
        {mayEdit && ready && (
          <MenuItem
            icon={<RotateCcw aria-hidden />}
            onSelect={() => restart.run({ params, body: { force: true } })}
          >
            {text.processAgain}
          </MenuItem>
        )}
        {mayEdit && (
          <>
            <MenuSeparator />
            <MenuItem
              icon={<Trash2 aria-hidden />}
              danger
              disabled={!mayChangeVersion(project.my_permission_level, variant.cde_state) && text.isPublished}
              onSelect={() => (only ? setAsking(true) : remove.run({ params }))}
            >
              {text.deleteVersion}
            </MenuItem>
          </>
        )}
      </Menu>
      <AlertDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={text.deleteVersion}
        action={text.deleteVersion}
        onConfirm={async () => {
          await remove.send({ params, query: { last: 'true' } }).catch(() => undefined)
          setAsking(false)
        }}
      >
        {text.onlyReady(header.name)}
      </AlertDialog>
    </>
  )
}
