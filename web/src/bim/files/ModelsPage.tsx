import { type Header, type HeaderGroup, headerGroups, listHeaders } from '@plumbline/contract/bim/bim'
import type { Project } from '@plumbline/contract/projects/projects'
import { isLevelAtLeast } from '@plumbline/contract/roles'
import { Box as BoxIcon, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { LoadFailed } from '../../api/LoadFailed.tsx'
import { useRead } from '../../api/query.ts'
import { useSearch } from '../../base/navigation.tsx'
import { paths } from '../../base/paths.ts'
import { useTitle } from '../../base/title.ts'
import { useAcknowledgeConverted } from '../../notifications/use-acknowledge-converted.ts'
import { useProject } from '../../projects/use-project.ts'
import { Banner } from '../../ui/Banner.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Dropzone } from '../../ui/Dropzone.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { type FileRules, type RefusedFile, validateFiles } from '../../ui/file-rules.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Select } from '../../ui/Select.tsx'
import { Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { useGrowingList } from '../../ui/use-growing-list.ts'
import { useOnline } from '../../ui/use-online.ts'
import { ElementSearchField } from '../elements/ElementSearchField.tsx'
import { useBimText } from '../text.ts'
import { AddFilesDialog } from './AddFilesDialog.tsx'
import { FileButton } from './FileButton.tsx'
import { FileRow } from './FileRows.tsx'
import { FileTrash } from './FileTrash.tsx'
import { type FileGroup, takeDrawnGroups, toFileGroups } from './file-groups.ts'
import { LevelProposals } from './LevelProposals.tsx'
import { useModelUploads } from './model-uploads.ts'
import { UploadList } from './UploadList.tsx'
import { type usePlacementOptions as Places, usePlacementOptions } from './use-placement-options.ts'
import { useUploadRules } from './use-upload-rules.ts'
import { useProcessingSteps } from './VersionStatus.tsx'
import { VersionsDrawer } from './VersionsDrawer.tsx'

/** Dropped or chosen files, and the rejected ones among them. */
interface OfferedFiles {
  files: File[]
  refused: RefusedFile[]
}
type OfferFiles = (files: File[], refused: RefusedFile[]) => void

/** The files of a project: upload, live processing state, versions, and links to the viewers. */
export function ModelsPage() {
  const text = useBimText()
  useTitle('page', text.models)
  const project = useProject()
  const [{ group, file }, setSearch] = useSearch()
  const group_by = headerGroups.find((each) => each === group) ?? 'level'
  const query = { group_by }
  const read = useRead(listHeaders, { params: { id: project.id }, query }, { keepPrevious: true })
  const uploads = useModelUploads(project.id)
  const places = usePlacementOptions(project.id)
  const online = useOnline()
  const rules = useUploadRules()
  const [offered, setOffered] = useState<OfferedFiles | null>(null)
  // files dropped while the dialog is open are added to it
  const offer: OfferFiles = (files, refused) =>
    files.length + refused.length > 0 &&
    setOffered((before) => ({
      files: [...(before?.files ?? []), ...files],
      refused: [...(before?.refused ?? []), ...refused],
    }))
  const mayEdit = isLevelAtLeast(project.my_permission_level, 'EDITOR')
  const groups = read.data ? toFileGroups(read.data, text, places.tradeName) : []
  const headers = groups.flatMap((each) => each.headers)
  useAcknowledgeConverted(project.id, read.data && headers)
  const steps = useProcessingSteps()
  const empty = read.data && headers.length === 0 && uploads.length === 0
  const open = headers.find((header) => header.id === file)
  return (
    <Dropzone
      label={text.dropHere}
      rules={rules}
      onFiles={offer}
      silent
      disabled={mayEdit ? false : text.viewersMayNot}
      className="min-h-full p-4 sm:p-6"
    >
      <PageHead
        project={project}
        headers={headers}
        mayEdit={mayEdit}
        empty={!read.data || Boolean(empty)}
        rules={rules}
        onFiles={offer}
      />
      {read.error && (
        <LoadFailed error={read.error} onRetry={() => void read.refetch()}>
          {text.loadFailed}
        </LoadFailed>
      )}
      {!online && uploads.length > 0 && <Banner tone="warning">{text.offlineUploads}</Banner>}
      <UploadList uploads={uploads} />
      {mayEdit && headers.length > 0 && <LevelProposals projectId={project.id} headers={headers} />}
      {!read.data && !read.error && (
        <Skeleton>
          <SkeletonRows rows={4} />
        </Skeleton>
      )}
      {empty && <NoFiles mayUpload={mayEdit} rules={rules} onFiles={offer} />}
      {headers.length > 0 && (
        <FileGroups
          project={project}
          groups={groups}
          group_by={group_by}
          mayEdit={mayEdit}
          places={places}
          steps={steps}
          onGroup={(next) => setSearch({ group: next === 'level' ? undefined : next })}
          onVersions={(id) => setSearch({ file: id })}
        />
      )}
      {offered && (
        <AddFilesDialog
          {...offered}
          projectId={project.id}
          rules={rules}
          headers={headers}
          onClose={() => setOffered(null)}
        />
      )}
      {open && (
        <VersionsDrawer
          project={project}
          header={open}
          mayEdit={mayEdit}
          steps={steps}
          onClose={() => setSearch({ file: undefined })}
        />
      )}
    </Dropzone>
  )
}

function PageHead(props: {
  project: Project
  headers: readonly Header[]
  mayEdit: boolean
  empty: boolean
  rules: FileRules
  onFiles: OfferFiles
}) {
  const { project, headers, mayEdit, rules } = props
  const text = useBimText()
  const [trash, setTrash] = useState(false)
  const models = headers.filter((header) => header.type_of === 'MODEL' && header.current)
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      <h1 className="me-auto font-semibold text-20">{text.models}</h1>
      {mayEdit && (
        <IconButton name={text.trash} icon={<Trash2 aria-hidden />} onClick={() => setTrash(true)} />
      )}
      {models.length > 0 && <ElementSearchField projectId={project.id} />}
      {!props.empty && (
        <FileButton
          label={text.addFile}
          accept={rules.endings.join(',')}
          many
          disabled={mayEdit ? false : text.viewersMayNot}
          onFiles={(files) => {
            const { accepted, refused } = validateFiles(files, rules)
            props.onFiles(accepted, refused)
          }}
        />
      )}
      {models.length > 0 && (
        <ButtonLink look="primary" href={paths.viewer(project.id)}>
          <BoxIcon aria-hidden />
          {models.length === 1 ? text.openOne : text.openAll}
        </ButtonLink>
      )}
      {trash && (
        <FileTrash
          projectId={project.id}
          mayPurge={isLevelAtLeast(project.my_permission_level, 'ADMIN')}
          onClose={() => setTrash(false)}
        />
      )}
    </div>
  )
}

function FileGroups(props: {
  project: Project
  groups: readonly FileGroup[]
  group_by: HeaderGroup
  mayEdit: boolean
  places: ReturnType<typeof Places>
  steps: ReturnType<typeof useProcessingSteps>
  onGroup: (group: HeaderGroup) => void
  onVersions: (headerId: string) => void
}) {
  const { project, groups, steps } = props
  const text = useBimText()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const select = (id: string, on: boolean) => {
    const next = new Set(selected)
    if (on) next.add(id)
    else next.delete(id)
    setSelected(next)
  }
  const there = groups.flatMap((group) => group.headers)
  const list = useGrowingList(there.length)
  const open = there.filter((header) => selected.has(header.id) && header.current).map((header) => header.id)
  return (
    <>
      <div className="my-3 flex min-h-8 flex-wrap items-center gap-3">
        <Select
          size="small"
          aria-label={text.groupBy}
          options={headerGroups.map((value) => ({ value, label: text.groups[value] }))}
          value={props.group_by}
          onChange={(value) => value && props.onGroup(value)}
        />
        {open.length > 0 && (
          <>
            <span role="status" className="text-13 text-text-muted">
              {text.selected(open.length)}
            </span>
            <ButtonLink size="small" href={paths.viewer(project.id, { models: open })}>
              <BoxIcon aria-hidden />
              {text.openSelected}
            </ButtonLink>
          </>
        )}
      </div>
      {takeDrawnGroups(groups, list.count).map((group) => (
        <section key={group.key} aria-labelledby={`group-${group.key}`} className="mb-5">
          <h2 id={`group-${group.key}`} className="mb-2 flex items-center gap-2 font-semibold text-14">
            {group.color && (
              <span aria-hidden className="size-3 rounded-mark" style={{ backgroundColor: group.color }} />
            )}
            {group.label}
          </h2>
          <ul className="flex flex-col gap-2">
            {group.drawn.map((header, index) => (
              <li
                key={header.id}
                aria-setsize={group.headers.length}
                aria-posinset={index + 1}
                className="rounded-card border border-line bg-surface p-3 sm:px-4"
              >
                <FileRow
                  project={project}
                  header={header}
                  mayEdit={props.mayEdit}
                  step={steps.get(header.latest?.id ?? '')}
                  places={props.places}
                  selected={selected.has(header.id)}
                  onSelect={(on) => select(header.id, on)}
                  onVersions={() => props.onVersions(header.id)}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <div ref={list.end} />
    </>
  )
}

function NoFiles({
  mayUpload,
  rules,
  onFiles,
}: {
  mayUpload: boolean
  rules: FileRules
  onFiles: OfferFiles
}) {
  const text = useBimText()
  return (
    <EmptyState drawing="model" title={text.drop}>
      <p>{mayUpload ? text.dropHint : text.viewersMayNot}</p>
      {mayUpload && (
        <Dropzone
          label={text.addFile}
          rules={rules}
          onFiles={onFiles}
          silent
          help={text.dropHelp}
          className="mt-4"
        />
      )}
    </EmptyState>
  )
}
